"""What a case and an archive look like; light, since it is asked about all that any session walks."""

from __future__ import annotations

import os
import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.cases.kinds import METADATA, PROMPT, of_folders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.cases.kinds import Kind

SUFFIXES = (".tar.gz", ".tgz", ".tar", ".zip")

PAGES = (".md", ".markdown")
EXAMPLES = (*PAGES, ".json", ".jsonl")

_FILES = frozenset((PROMPT, METADATA, *(name for kind in of_folders() for name in kind.files)))
_HEAD = 1024 * 1024  # bytes that are looked at
_KEY = re.compile(rb'"(?:cursor_path|cursor_position|expected_patches)"\s*:')
_RECORD = b'{"kind":"header"'  # what a record file begins with, which may tell of examples further down
_CURSOR = b"cursor position"
_OTHERS = rb"edit history|expected patch|rejected patch|uncommitted diff"
_TITLE = re.compile(rb"^## *(%b|%b)(?: *:)?[ \t\r]*$" % (_CURSOR, _OTHERS), re.MULTILINE | re.IGNORECASE)
_FENCE = re.compile(rb"`{3,}|~{3,}")
_MATTER = re.compile(rb"(?:\xef\xbb\xbf)?\s*\+\+\+[ \t\r]*\n.*?^\+\+\+", re.MULTILINE | re.DOTALL)
_URL = re.compile(rb"^[ \t]*repository_url[ \t]*=", re.MULTILINE)

_NOTES = ("readme", "license", "licence", "notice", "copying", "authors", "changelog")
_TEXTS = ("", "md", "rst", "txt")

_is_file = os.path.isfile
_is_folder = os.path.isdir


def is_case(folder: Path | str) -> bool:
    """Whether the folder is a case, sound or broken, as a rule in two or three looks at its members.

    A broken one lacks a member, and has nothing else that a case has not: tests may stand there.
    """
    told = _is_file(f"{folder}/{PROMPT}")
    if not (told or _is_file(f"{folder}/{METADATA}")):
        return False
    for kind in of_folders():
        whole = _holds(folder, kind)
        if whole and told:
            return True
        broken = _holds_some(folder, kind) if told else whole
        if broken and _holds_members_only(folder):
            return True
    return False


def _holds(folder: Path | str, kind: Kind) -> bool:
    """Whether all is there that makes a case of this kind, or says where it lies."""
    if kind.elsewhere and all(_is_file(f"{folder}/{name}") for name in kind.elsewhere):
        return True
    return all(_is_folder(f"{folder}/{name}") for name in kind.folders) and all(
        _is_file(f"{folder}/{name}") for name in kind.files
    )


def is_tree(name: str) -> bool:
    """Whether a case keeps a tree under this name."""
    return any(fnmatchcase(name, pattern) for kind in of_folders() for pattern in kind.members)


def is_member(name: str) -> bool:
    """Whether what has this name in a case's folder is part of the case."""
    return name in _FILES or is_tree(name)


def is_archive(path: Path | str) -> bool:
    """Whether the name is that of an archive."""
    return str(path).lower().endswith(SUFFIXES)


def may_hold_cases(path: Path) -> bool:
    """Whether a user can mean cases by it: not a file of another kind, nor a test in one."""
    file = Path(str(path).partition("::")[0])
    return not _is_file(file) or file.name == PROMPT or is_archive(file) or may_hold_examples(file)


def may_hold_examples(path: Path | str) -> bool:
    """Whether the name is one that a file of edit-prediction examples may have."""
    return str(path).lower().endswith(EXAMPLES)


def holds_examples(path: Path) -> bool:
    """Whether the file looks like examples, sound or broken, and not like any other page or data."""
    if not may_hold_examples(path):
        return False
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD)
    except OSError:
        return False
    if path.suffix.lower() not in PAGES:
        return bool(_KEY.search(head)) and not head.startswith(_RECORD)
    titles = {match[1].lower() for match in _TITLE.finditer(_unfenced(head))}
    matter = _MATTER.match(head)
    return _CURSOR in titles or len(titles) > 1 or bool(matter and _URL.search(matter[0]))


def example_files(folder: Path) -> Iterator[Path]:
    """The files in a folder, or below one, that look like examples, in path order; none of hidden folders."""
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from filter(holds_examples, (Path(here, name) for name in sorted(names)))


def _unfenced(page: bytes) -> bytes:
    """The page without its closed fences."""
    kept: list[bytes] = []
    mark, since = b"", 0
    for line in page.split(b"\n"):
        found = _FENCE.match(line)
        if found and not mark:
            mark, since = found[0], len(kept)
        elif found and found[0].startswith(mark) and not line[found.end() :].strip(b" \r"):
            del kept[since:]
            mark = b""
            continue
        kept.append(line)
    return b"\n".join(kept)


def _holds_some(folder: Path | str, kind: Kind) -> bool:
    """Whether something is there that tells a broken case of this kind."""
    files = (name for name in kind.files if name not in kind.elsewhere)
    return any(_is_folder(f"{folder}/{name}") for name in kind.folders) or any(
        _is_file(f"{folder}/{name}") for name in files
    )


def _holds_members_only(folder: Path | str) -> bool:
    try:
        names = [member.name for member in Path(folder).iterdir()]
    except OSError:
        return False
    return all(is_member(name) or _is_note(name) for name in names)


def _is_note(name: str) -> bool:
    stem, _, suffix = name.lower().partition(".")
    return name.startswith(".") or (stem in _NOTES and suffix in _TEXTS)

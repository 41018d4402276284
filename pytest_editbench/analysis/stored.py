"""The stored change of a trial → the files it changes, as they were and as they are."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import changes
from pytest_editbench.analysis import patches
from pytest_editbench.analysis.change import Change, FileChange, change
from pytest_editbench.cases.examples import diffing
from pytest_editbench.errors import RecordError
from pytest_editbench.model import File

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 2_000_000  # bytes of a file that are compared line by line

_SECTION = re.compile(
    rb'diff --git (?P<name>"a/(?:[^"\\\n]|\\.)+"|a/[^"\s]+) [^\n]*\n'
    rb"(?P<facts>(?:(?!index )[^\n]*\n)*)index [^\n]*\n"
    rb"(?:GIT binary patch\n(?P<literals>.*))?\Z",
    re.DOTALL,
)
_LITERAL = re.compile(rb"literal (\d+)\n((?:[A-Za-z][^\n]+\n)+)\n")
_LEFT_OUT = re.compile(rb"^editbench-left-out (\d+)$", re.MULTILINE)
_EXECUTABLE = re.compile(rb"^new (?:file )?mode 100755$|^index [^ \n]+ 100755$", re.MULTILINE)
_PATCH = b"GIT binary patch\n"


class _Section(NamedTuple):
    """A file before and after; None where it is absent, or not looked at."""

    path: PurePosixPath
    head: bytes  # lines of its header
    old: bytes | None
    new: bytes | None
    too_large: bool = False


def read(data: bytes, name: str) -> Change:
    """The change that `changes.write` stored; `RecordError` for what is damaged or of somebody else's making.

    Files above `MOST` bytes are named and not shown; empty folders are no files. A file that is gone and one
    that is new with the same content are one that was renamed.
    """
    head, *texts = re.split(rb"^(?=diff --git )", data, flags=re.MULTILINE)
    if not head.startswith(b"editbench-change "):
        raise RecordError(f"{name}: the stored change does not start as one that editbench wrote")
    sections = [_section(text, name) for text in texts]
    moved = _moved(sections)
    files: list[FileChange] = []
    for section in sections:
        if section.path in moved:
            files.append(FileChange(section.path, (f"renamed from {moved[section.path]}",)))
        elif section.path not in moved.values():
            files += _files(section, name)
    left_out = _LEFT_OUT.search(head)
    made = change(name, files, dict(_after(sections)))
    return replace(made, left_out=int(left_out[1]) if left_out else 0)


def _section(text: bytes, name: str) -> _Section:
    found = _SECTION.match(text)
    if found is None:
        raise RecordError(f"{name}: the stored change is damaged near {text[:80]!r}")
    path = PurePosixPath(os.fsdecode(changes.unquoted(found["name"]).removeprefix(b"a/")))
    head = text[: found.start("literals") - len(_PATCH)] if found["literals"] else text
    literals = _LITERAL.findall(found["literals"] or b"")
    if len(literals) != 2 or any(int(size) > MOST for size, _ in literals):
        return _Section(path, head, None, None, too_large=bool(literals))
    new, old = (changes.inflated(lines, size) for size, lines in literals)
    return _Section(path, head, None if b"\nnew file" in head else old, None if b"\ndeleted" in head else new)


def _moved(sections: list[_Section]) -> dict[PurePosixPath, PurePosixPath]:
    """Where renamed files were before, by where they are now."""
    gone: dict[bytes, list[PurePosixPath]] = {}
    for each in sections:
        if each.new is None and each.old:
            gone.setdefault(each.old, []).append(each.path)
    new = [each for each in sections if each.old is None and each.new]
    return {each.path: gone[each.new].pop(0) for each in new if each.new and gone.get(each.new)}


def _after(sections: list[_Section]) -> Iterator[tuple[PurePosixPath, File]]:
    for each in sections:
        if each.new is not None and b"mode 120000" not in each.head:
            yield each.path, File(each.new, executable=bool(_EXECUTABLE.search(each.head)))


def _files(section: _Section, name: str) -> list[FileChange]:
    """The section as git would show it to people."""
    if section.too_large or b"\0" in (section.old or b"") + (section.new or b""):
        body = "Binary files a/file and b/file differ\n"
    else:
        told = diffing.unified(_one(section.path, section.old), _one(section.path, section.new))
        body = told[found.start() :] if (found := re.search(r"^--- ", told, re.MULTILINE)) else ""
    read = patches.read(section.head.decode("utf-8", "surrogateescape") + body, name)
    why = f"it has more than {MOST:,} bytes" if section.too_large else ""
    return [replace(each, path=section.path, unshown=why or each.unshown) for each in read]


def _one(path: PurePosixPath, data: bytes | None) -> dict[PurePosixPath, bytes]:
    return {} if data is None else {path: data}

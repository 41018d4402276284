"""The text of a patch → what becomes of each file, told from the headers of git and the hunks."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench.analysis import torn
from pytest_editbench.analysis.change import BINARY, FileChange
from pytest_editbench.cases.commits import patch
from pytest_editbench.cases.examples import names, patches
from pytest_editbench.cases.examples.place import Place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_editbench.cases.examples.diff import FileDiff

_GIT = "diff --git "
_BINARY = re.compile(r"^(?:Binary files .* differ|GIT binary patch)$", re.MULTILINE)
# What mail programs and `git format-patch` put behind a patch, and before the next one.
_SIGNATURE = re.compile(r"^-- ?\n\d+\.\d[^\n]*\n.*\Z", re.MULTILINE | re.DOTALL)
_FACT = re.compile(
    r"(?P<key>new file mode|deleted file mode|old mode|new mode|(?:rename|copy) (?:from|to)|index)"
    r" (?P<value>.+)"
)
_COMMIT = re.compile(r"^([-+])Subproject commit ([0-9a-f]+)", re.MULTILINE)
_COPY = re.compile(r"^copy (from|to) ", re.MULTILINE)
_KINDS = {"100755": "an executable file", "120000": "a symbolic link", "160000": "a submodule"}
_SHORT = 12  # characters of a commit's id


def read(text: str, where: str) -> list[FileChange]:
    """What becomes of each file, in the order of the patch; `CaseError` names the line nobody can read.

    `where` is how messages name the patch. Binary files need git's header to be known by name.
    """
    parts = patch.sections(text)
    if len(parts) > 1 and not parts[0].startswith(_GIT) and not patches_in(parts[0]):
        parts = parts[1:]  # the letter around a patch
    line = 1 + text.count("\n", 0, text.find(parts[0]) if parts else 0)
    found: list[FileChange] = []
    for part in parts:
        found += _section(_SIGNATURE.sub("", part), Place(where, line))
        line += part.count("\n")
    return found


def patches_in(text: str) -> bool:
    """Whether the text holds a unified diff."""
    return bool(re.search(r"^--- .*\n\+\+\+ |^@@ ", text, re.MULTILINE))


def _section(text: str, place: Place) -> Iterator[FileChange]:
    facts = _facts(text) if text.startswith(_GIT) else {}
    if facts and _BINARY.search(text):
        yield FileChange(PurePosixPath(_named(text, facts, place)), _how(facts), unshown=BINARY)
        return
    # A copy is read as what it is like: a file with a new name.
    diff = patches.read(_COPY.sub(r"rename \1 ", text) if facts else text, place)
    files = diff.files
    torn.check(diff, text, facts, place)
    lines = text.splitlines(keepends=True) if "\r" not in text else re.findall(r"[^\n]*\n|[^\n]+", text)
    starts = [file.line - 1 for file in files]
    for file, start, stop in zip(files, starts, [*starts[1:], len(lines)], strict=True):
        yield _changed(file, facts, "".join(lines[start:stop]))


def _changed(file: FileDiff, facts: Mapping[str, str], text: str) -> FileChange:
    lines = [line for hunk in file.hunks for line in hunk.lines]
    how = _how(facts, text) if facts else _how_plain(file)
    return FileChange(
        PurePosixPath(file.new or file.old or ""),
        how,
        text,
        added=sum(line.sign == "+" for line in lines),
        removed=sum(line.sign == "-" for line in lines),
    )


def _facts(text: str) -> dict[str, str]:
    """What the header of a section says before its hunks, by git's own words; the pair of names as well."""
    head = re.split(r"^(?:--- |@@ |GIT binary patch|Binary files )", text, maxsplit=1, flags=re.MULTILINE)[0]
    first, *lines = head.splitlines()
    found = filter(None, map(_FACT.fullmatch, lines))
    return {_GIT: first.removeprefix(_GIT), **{each["key"]: each["value"].rstrip() for each in found}}


def _named(text: str, facts: Mapping[str, str], place: Place) -> str:
    told = facts.get("rename to") or facts.get("copy to")
    name = names.plain(told) if told else patch.path_of(text)
    if not name:
        raise place.error(1, "the name of this binary file cannot be told; have git make the patch")
    return name


def _how_plain(file: FileDiff) -> tuple[str, ...]:
    if file.old is None or file.new is None:
        return ("added",) if file.old is None else ("deleted",)
    return ("modified",) if file.old == file.new else (f"renamed from {file.old}",)


def _how(facts: Mapping[str, str], text: str = "") -> tuple[str, ...]:
    """How a file changes, beside its lines."""
    mode = facts.get("index", "").rpartition(" ")[2]
    told = [*_whole(facts), *_modes(facts), *(_submodule(text) if mode == "160000" else ())]
    return tuple(told) or ("modified",)


def _whole(facts: Mapping[str, str]) -> Iterator[str]:
    for key, word in (("new file mode", "added"), ("deleted file mode", "deleted")):
        if key in facts:
            kind = _KINDS.get(facts[key])
            yield f"{word}, {kind}" if kind else word
    for key in ("rename from", "copy from"):
        if key in facts:
            verb = "renamed" if key == "rename from" else "copied"
            yield f"{verb} from {names.plain(facts[key])}"


def _modes(facts: Mapping[str, str]) -> Iterator[str]:
    old, new = facts.get("old mode"), facts.get("new mode")
    match (old, new):
        case (None, _) | (_, None):
            return
        case ("100644", "100755"):
            yield "made executable"
        case ("100755", "100644"):
            yield "no longer executable"
        case _:
            yield f"mode {old} → {new}"


def _submodule(text: str) -> Iterator[str]:
    commits = {sign: commit[:_SHORT] for sign, commit in _COMMIT.findall(text)}
    if len(commits) > 1:
        yield f"a submodule, moved from commit {commits['-']} to {commits['+']}"

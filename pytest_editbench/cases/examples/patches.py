"""Text → Diff: unified diffs as git, other tools and people write them, read as a careful person would.

Counts that do not add up, blank context lines without their space, prose around the diffs and marker lines
of a wished cursor are read past and told; what could be read in two ways is an error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import hunks, markerline, names
from pytest_editbench.cases.examples.diff import Diff, FileDiff, Hunk
from pytest_editbench.cases.examples.example import NO_HISTORY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_editbench.cases.examples.place import Mend, Place

_GIT = "diff --git "
_BINARY = re.compile(r"Binary files .* differ|GIT binary patch")
_PASSED_OVER = re.compile(
    r"(?:index|similarity index|dissimilarity index|old mode|new mode|Index:|diff) |={10}|-- ?$"
)


def read(text: str, place: Place) -> Diff:
    """The diff of each file, in order; `CaseError` names the line that nobody could read with certainty.

    Blank text, and what stands for an empty edit history, is a diff that changes nothing.
    """
    if not text.strip() or text.strip() == NO_HISTORY:
        return Diff((), place)
    reader = _Reader(_lines(text), place)
    reader.run()
    if not reader.files:
        raise place.error(1, "holds no diff; begin it with the lines --- a/path and +++ b/path")
    return Diff(tuple(file.built() for file in reader.files), place, tuple(reader.mends))


def _lines(text: str) -> list[str]:
    lines = text.removesuffix("\n").split("\n")
    heads = [line for line in lines if line.startswith(("--- ", "+++ ", "@@", _GIT))]
    if heads and all(line.endswith("\r") for line in heads):  # the whole text came with such line ends
        return [line.removesuffix("\r") for line in lines]
    return lines


@dataclass(slots=True)
class _File:
    """A file's part while it is read."""

    line: int  # 1-based
    old: str | None = None
    new: str | None = None
    named: bool = False  # by its own two lines, or by git's
    hunks: list[Hunk] = field(default_factory=list)

    def built(self) -> FileDiff:
        return FileDiff(self.line, self.old, self.new, tuple(self.hunks))


class _Reader:
    """Goes through the lines once."""

    def __init__(self, lines: list[str], place: Place) -> None:
        self.lines = lines
        self.place = place
        self.files: list[_File] = []
        self.mends: list[Mend] = []
        self.at = 0  # 0-based number of the next line
        self.git: _File | None = None  # the file of a header of git that is being read

    def run(self) -> None:
        """Read to the end."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.startswith("@@"):
                self._hunk()
            elif line.startswith("--- ") and "".join(self.lines[self.at + 1 : self.at + 2]).startswith(
                "+++ "
            ):
                self._names()
            elif line.startswith(_GIT):
                self._git_header(line)
            else:
                self._other(line)
                self.at += 1
        self._check_named()
        self._check()

    def _names(self) -> None:
        file = self.git if self.git and not self.git.hunks else None
        if file is None:
            self._check_named()
            file = _File(self.at + 1)
            self.files.append(file)
        self.git = None
        old, new = (self.lines[self.at + n][4:] for n in (0, 1))
        file.old, file.new = names.pair(old, new)
        file.named = True
        if file.old is None and file.new is None:
            raise self.place.error(self.at + 1, f"names {names.NOWHERE} on both sides; name the file")
        self.at += 2

    def _git_header(self, line: str) -> None:
        self._check_named()
        file = _File(self.at + 1)
        found = names.git_pair(line.removeprefix(_GIT).rstrip())
        if found:
            (file.old, file.new), file.named = found, True
        self.git = file
        self.files.append(file)
        self.at += 1

    def _hunk(self) -> None:
        if not self.files or not self.files[-1].named:
            message = "no file is named for this hunk; write --- a/path and +++ b/path above it"
            raise self.place.error(self.at + 1, message)
        if self.lines[self.at].startswith("@@@"):
            raise self.place.error(self.at + 1, "is the diff of a merge; write it against one parent")
        try:
            hunk, self.at, mended = hunks.read(self.lines, self.at)
        except hunks.HunkError as problem:
            raise self.place.error(problem.line + 1, str(problem)) from None
        self.git = None
        self.files[-1].hunks.append(hunk)
        self.mends += [self.place.mend(number + 1, what) for number, what in mended]

    def _other(self, line: str) -> None:
        if _BINARY.match(line):
            raise self.place.error(self.at + 1, "is a diff of data that is no text, which is not read")
        if self.git is not None and self._extended(line, self.git):
            return
        if line.strip() and not _PASSED_OVER.match(line) and not markerline.is_one(line):
            self.mends.append(self.place.mend(self.at + 1, "is no part of a diff; passed over"))

    def _extended(self, line: str, file: _File) -> bool:
        """Read one of the lines that git writes between its header and the names."""
        for start, act in _EXTENDED.items():
            if line.startswith(start):
                act(file, line.removeprefix(start))
                return True
        if line.startswith(("copy from ", "copy to ")):
            raise self.place.error(self.at + 1, "copies are not read; write the new file out in the patch")
        return False

    def _check(self) -> None:
        """`CaseError` for paths that are none, and for a second cursor."""
        for file in self.files:
            for name in (file.old, file.new):
                try:
                    names.check(name or "x")
                except ValueError as problem:
                    raise self.place.error(file.line, str(problem)) from None
        marked = [hunk.line for file in self.files for hunk in file.hunks if hunk.cursor is not None]
        if len(marked) > 1:
            raise self.place.error(marked[1], "a second cursor is marked in the same patch; keep one of them")

    def _check_named(self) -> None:
        """`CaseError` where the last file has no name."""
        if self.files and not self.files[-1].named:
            message = "does not tell which file is meant; write --- a/path and +++ b/path below it"
            raise self.place.error(self.files[-1].line, message)


def _created(file: _File, _: str) -> None:
    file.old = None


def _deleted(file: _File, _: str) -> None:
    file.new = None


def _renamed_from(file: _File, name: str) -> None:
    file.old = names.plain(name)


def _renamed_to(file: _File, name: str) -> None:
    file.new, file.named = names.plain(name), True


_EXTENDED: Mapping[str, Callable[[_File, str], None]] = {
    "new file mode ": _created,
    "deleted file mode ": _deleted,
    "rename from ": _renamed_from,
    "rename to ": _renamed_to,
}

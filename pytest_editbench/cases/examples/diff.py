"""Unified diffs as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.cases.examples.place import Mend, Place

if TYPE_CHECKING:
    from collections.abc import Iterable

_OPPOSITE = {"+": "-", "-": "+", " ": " "}


class HunkLine(NamedTuple):
    """A line of a hunk."""

    sign: str  # " ", "+" or "-"
    text: str  # without sign and line feed
    unended: bool = False  # it is the last of its file and no line feed follows it


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines that stand together in a file, and what becomes of them."""

    line: int  # 1-based, of its header in the diff's text
    lines: tuple[HunkLine, ...]
    old_start: int | None = None  # 0-based: the line that the header says it starts at; None says nothing
    new_start: int | None = None
    cursor: tuple[int, int] | None = None  # which of the new lines, 0-based; column in bytes

    @property
    def old(self) -> list[HunkLine]:
        """The lines that the file must hold."""
        return [line for line in self.lines if line.sign != "+"]

    @property
    def new(self) -> list[HunkLine]:
        """The lines that it will hold."""
        return [line for line in self.lines if line.sign != "-"]

    def reversed(self) -> Hunk:
        """The hunk that undoes this one."""
        lines = tuple(line._replace(sign=_OPPOSITE[line.sign]) for line in self.lines)
        return Hunk(self.line, lines, self.new_start, self.old_start)


@dataclass(frozen=True, slots=True)
class FileDiff:
    """What a diff does to one file; without hunks it creates, deletes, renames or leaves it as it is."""

    line: int  # 1-based, of its first header line in the diff's text
    old: str | None  # the path as written, without the a/ of git; None: the file is created
    new: str | None  # None: the file is deleted
    hunks: tuple[Hunk, ...] = ()

    def reversed(self) -> FileDiff:
        """The diff that undoes this one."""
        return FileDiff(self.line, self.new, self.old, tuple(hunk.reversed() for hunk in self.hunks))


@dataclass(frozen=True, slots=True)
class Diff:
    """A diff as it was read."""

    files: tuple[FileDiff, ...] = ()
    place: Place = field(default_factory=lambda: Place("diff"))
    mends: tuple[Mend, ...] = ()

    def reversed(self) -> Diff:
        """The diff that undoes this one."""
        return Diff(tuple(file.reversed() for file in reversed(self.files)), self.place)

    def paths(self) -> Iterable[str]:
        """The paths it names, old before new, as written."""
        return (path for file in self.files for path in (file.old, file.new) if path is not None)

"""Counts of edits by their shape, and the shares that real agents' edits are held against."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.generate.hunks import Shape


class Band(NamedTuple):
    """A range of whole numbers."""

    name: str
    first: int
    share: float | None = None  # of real agents' edit calls in it, 0 to 1


LINES = (
    Band("1", 1, 0.23),
    Band("2-5", 2, 0.30),
    Band("6-20", 6, 0.29),
    Band("21-60", 21, 0.14),
    Band("61+", 61, 0.05),
)
"""Changed lines of an edit: the sum over its hunks of the larger side; shares as measured per tool call."""

HUNKS = (Band("1", 1, 0.48), Band("2", 2, 0.21), Band("3+", 3, 0.31))
"""Hunks of an edit: runs of changed lines with unchanged ones between."""

FILES = (Band("1", 1), Band("2-3", 2), Band("4-9", 4), Band("10+", 10))
"""Files that change together; no shares are known."""

KINDS: Mapping[str, float] = {"replace": 0.55, "insert": 0.32, "delete": 0.12}
"""What a hunk does, with the shares as measured."""


def band(number: int, bands: tuple[Band, ...]) -> str:
    """The name of the last band that starts no later."""
    return next(each.name for each in reversed(bands) if each.first <= number or each is bands[0])


@dataclass(slots=True)
class Tally:
    """The edits of one source."""

    name: str  # of the source
    edit: str  # what counts as one edit, such as "a file of a commit"
    together: str  # what its files belong to, such as "commits"; empty where that is not known
    edits: int = 0
    lines: Counter[str] = field(default_factory=Counter)  # edits by the name of the band
    hunks: Counter[str] = field(default_factory=Counter)  # the same
    kinds: Counter[str] = field(default_factory=Counter)  # hunks by what they do
    files: Counter[str] = field(default_factory=Counter)  # changes by the number of their files
    left_out: Counter[str] = field(default_factory=Counter)  # by reason
    failed: int = 0  # edit calls that the tool refused; they count, as the agent made them

    def add(self, shape: Shape) -> None:
        """Count an edit."""
        if not shape.hunks:
            self.left_out["changes no line"] += 1
            return
        self.edits += 1
        self.lines[band(shape.changed_lines, LINES)] += 1
        self.hunks[band(shape.hunks, HUNKS)] += 1
        self.kinds.update(shape.kinds)

    def changed(self, files: int) -> None:
        """Count a change of that many files."""
        if files:
            self.files[band(files, FILES)] += 1

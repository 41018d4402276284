"""Checking a result against the after-states that a prompt shows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, pairwise, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.agents.solver.documents import Document

_MOST_PLACEMENTS = 1_000


@dataclass(frozen=True, slots=True)
class Region:
    """Lines that the result must hold."""

    scope: tuple[PurePosixPath, ...]  # files it may be about; empty for any
    line: int | None  # 1-based, about where
    lines: tuple[str, ...]

    def about(self, path: PurePosixPath) -> bool:
        """Whether the region may belong to a file."""
        return not self.scope or path in self.scope

    def starts_in(self, doc: Document, slack: int) -> list[int]:
        """The 0-based lines near the stated one from which a document reads so, nearest first."""
        stated = 0 if self.line is None else self.line - 1
        slack = len(doc.lines) if self.line is None else slack
        starts = range(max(0, stated - slack), min(len(doc.lines) - len(self.lines), stated + slack) + 1)
        found = [start for start in starts if all(map(_reads, doc.lines[start:], self.lines))]
        return sorted(found, key=lambda start: abs(start - stated))


def _reads(line: str, shown: str) -> bool:
    """Whether a line is as shown; a prompt may have lost the blanks at the ends of its lines."""
    return shown in (line, line.rstrip())


def agree(before: Document, after: Document, regions: Sequence[Region], slack: int) -> bool:
    """Whether the result reads as shown, and outside of what is shown still reads as before.

    Regions that may be about another file do not count if they are not found here.
    """
    placed = [(region, region.starts_in(after, slack)) for region in regions if region.about(after.path)]
    if any(not starts and region.scope == (after.path,) for region, starts in placed):
        return False
    shown = [(region, starts) for region, starts in placed if starts]
    choices = islice(product(*(starts for _, starts in shown)), _MOST_PLACEMENTS)
    return not placed or any(
        _same_outside(
            before,
            after,
            sorted(
                (start, start + len(region.lines)) for start, (region, _) in zip(choice, shown, strict=True)
            ),
        )
        for choice in choices
    )


def _same_outside(before: Document, after: Document, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether the lines outside the spans of `after` stand in `before` too, in order and from end to end."""
    bounds = [0, *(bound for span in spans for bound in span), len(after.lines)]
    pieces = [after.lines[start:stop] for start, stop in zip(bounds[::2], bounds[1::2], strict=True)]
    if any(start > stop for start, stop in pairwise(bounds)):
        return False
    head, tail = pieces[0], pieces[-1]
    rest = before.lines[len(head) : len(before.lines) - len(tail)]
    if before.lines[: len(head)] != head or before.lines[len(before.lines) - len(tail) :] != tail:
        return False
    at = 0
    for piece in pieces[1:-1]:
        at = next(
            (at for at in range(at, len(rest) - len(piece) + 1) if rest[at : at + len(piece)] == piece), -1
        )
        if at < 0:
            return False
        at += len(piece)
    return len(head) + len(tail) <= len(before.lines)

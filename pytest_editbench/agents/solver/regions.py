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
        height = len(self.lines)
        found = [start for start in starts if all(map(_reads, doc.lines[start : start + height], self.lines))]
        return sorted(found, key=lambda start: abs(start - stated))


def _reads(line: str, shown: str) -> bool:
    """Whether a line is as shown; a prompt may have lost the blanks at the ends of its lines."""
    return shown in (line, line.rstrip())


def agree(
    before: Document, after: Document, regions: Sequence[Region], slack: int, *, partial: bool = False
) -> bool:
    """Whether the result reads as shown, and outside of what is shown still reads as before.

    Regions that may be about another file do not count if they are not found here. Where what is shown is
    `partial`, lines between two regions may have changed their place and their indentation.
    """
    outside = _alike_outside if partial else _same_outside
    placed = [(region, region.starts_in(after, slack)) for region in regions if region.about(after.path)]
    if any(not starts and region.scope == (after.path,) for region, starts in placed):
        return False
    shown = [(region, starts) for region, starts in placed if starts]
    choices = islice(product(*(starts for _, starts in shown)), _MOST_PLACEMENTS)
    return not placed or any(
        outside(
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
    found = _outside(before, after, spans)
    if found is None:
        return False
    pieces, rest = found
    at = 0
    for piece in pieces:
        at = _find(piece, rest, at)
        if at < 0:
            return False
        at += len(piece)
    return True


def _alike_outside(before: Document, after: Document, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether the lines outside the spans of `after` stand in `before` too: those before and after all spans
    where they stood, each stretch between two spans anywhere, if need be at another depth."""
    found = _outside(before, after, spans)
    if found is None:
        return False
    pieces, rest = found
    bare = tuple(line.lstrip() for line in rest)
    return all(_find(tuple(line.lstrip() for line in piece), bare) >= 0 for piece in pieces)


Lines = tuple[str, ...]


def _outside(
    before: Document, after: Document, spans: Sequence[tuple[int, int]]
) -> tuple[list[Lines], Lines] | None:
    """The stretches of `after` between the spans, and what of `before` they may come from.

    None where the spans overlap, or where what stands before and after them all is not as in `before`.
    """
    bounds = [0, *(bound for span in spans for bound in span), len(after.lines)]
    if any(start > stop for start, stop in pairwise(bounds)):
        return None
    pieces = [after.lines[start:stop] for start, stop in zip(bounds[::2], bounds[1::2], strict=True)]
    head, tail = pieces[0], pieces[-1]
    stop = len(before.lines) - len(tail)
    same = len(head) <= stop and before.lines[: len(head)] == head and before.lines[stop:] == tail
    return (pieces[1:-1], before.lines[len(head) : stop]) if same else None


def _find(piece: Lines, lines: Lines, start: int = 0) -> int:
    """The first line from `start` on at which the piece stands; -1 for none."""
    starts = range(start, len(lines) - len(piece) + 1)
    return next((at for at in starts if lines[at : at + len(piece)] == piece), -1)

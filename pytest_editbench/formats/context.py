"""Quotations of a file around each change, long enough to tell the place."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from pytest_editbench import linediff

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


@dataclass(frozen=True, slots=True)
class Quotation:
    """Lines of a file before and after a change."""

    old: range  # 0-based line numbers
    new: range


def around(old: Sequence[str], new: Sequence[str], context: int) -> list[Quotation]:
    """The changes with so many lines on either side; those that touch are one."""
    runs = _runs(old, new)
    return _quotations(runs, [_widened(run.old, context, len(old)) for run in runs])


def telling(
    old: Sequence[str], new: Sequence[str], context: int, tells: Callable[[range], bool]
) -> list[Quotation]:
    """The same with as many lines more as it takes for `tells` to be true of each quotation's old lines."""
    runs = _runs(old, new)
    wide = []
    for run in runs:
        reach = context
        quoted = _widened(run.old, reach, len(old))
        while not tells(quoted) and len(quoted) < len(old):
            reach += 1
            quoted = _widened(run.old, reach, len(old))
        wide.append(quoted)
    return _quotations(runs, wide)


def _runs(old: Sequence[str], new: Sequence[str]) -> list[linediff.Run]:
    return linediff.runs([line.encode() for line in old], [line.encode() for line in new])


def _widened(lines: range, by: int, size: int) -> range:
    return range(max(lines.start - by, 0), min(lines.stop + by, size))


def _quotations(runs: Sequence[linediff.Run], wide: Sequence[range]) -> list[Quotation]:
    """The widened old lines, put together where they touch, with the new lines that they become."""
    found: list[tuple[range, int]] = []  # old lines, and by how many lines they grow
    for run, own in zip(runs, wide, strict=True):
        lines, grown = own, len(run.new) - len(run.old)
        while found and lines.start <= found[-1][0].stop:
            last, more = found.pop()
            lines, grown = _both(last, lines), grown + more
        found.append((lines, grown))
    shifts = accumulate((grown for _, grown in found), initial=0)
    return [
        Quotation(lines, range(lines.start + shift, lines.stop + shift + grown))
        for (lines, grown), shift in zip(found, shifts, strict=False)
    ]


def _both(one: range, other: range) -> range:
    return range(min(one.start, other.start), max(one.stop, other.stop))

"""Which lines of a file the lines of a quotation stand for, where blank ones may be missing or too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def spans(old: Sequence[str], lines: Sequence[str], start: int) -> list[tuple[int, int]]:
    """Start and stop of the lines of a file for each old line, given that of the first filled one.

    The filled old lines are known to stand there in order, with any number of blank ones between. A blank
    line that the file does not have spans nothing.
    """
    first = next(number for number, line in enumerate(old) if line.strip())
    found = [*_before(first, lines, start), (start, start + 1)]
    at = start + 1
    for number in range(first + 1, len(old)):
        blank = not old[number].strip()
        if blank and not (at < len(lines) and not lines[at].strip()):
            found.append((at, at))
            continue
        while not blank and not lines[at].strip():
            at += 1
        found.append((at, at + 1))
        at += 1
    return found


def _before(count: int, lines: Sequence[str], start: int) -> list[tuple[int, int]]:
    """The spans of so many blank lines above `start`."""
    found: list[tuple[int, int]] = []
    at = start
    for _ in range(count):
        there = at > 0 and not lines[at - 1].strip()
        found.append((at - 1, at) if there else (at, at))
        at -= there
    return found[::-1]

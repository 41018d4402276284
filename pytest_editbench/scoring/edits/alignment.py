"""What of one text became what of another: by lines, and by tokens within the lines that differ."""

from __future__ import annotations

import re
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import linediff

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Words, runs of white space, and every other sign alone.
TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


SEPARATOR = "\0\n"
"""What parts the files of a text: no text has a NUL in it."""


class Change(NamedTuple):
    """A stretch of the old text and what stands in its place; one of them may be empty."""

    old_start: int  # 0-based
    old_stop: int
    new_start: int
    new_stop: int


def runs(old: Sequence[str], new: Sequence[str]) -> list[Change]:
    """The stretches of items that differ, in order, with equal items between any two.

    The fewest items differ (longest common subsequence), after common first and last items are set aside;
    where that would cost more than `linediff.CELLS`, all between those is one stretch. Of several ways to
    align, the same one is taken in both directions, so that an edit and its reversal are told by the same
    stretches.
    """
    if list(old) > list(new):
        return [Change(*change[2:], *change[:2]) for change in runs(new, old)]
    head = linediff.common_start(old, new)
    tail = linediff.common_start(old[head:][::-1], new[head:][::-1])
    old_middle, new_middle = old[head : len(old) - tail], new[head : len(new) - tail]
    if not old_middle and not new_middle:
        return []
    if not old_middle or not new_middle or len(old_middle) * len(new_middle) > linediff.CELLS:
        return [Change(head, len(old) - tail, head, len(new) - tail)]
    return [
        Change(run.old.start + head, run.old.stop + head, run.new.start + head, run.new.stop + head)
        for run in linediff.exact(old_middle, new_middle)
    ]


def changes(old: str, new: str) -> list[Change]:
    """The stretches of characters that differ, made of whole tokens; lines are aligned before tokens."""
    old_lines, new_lines = lines(old), lines(new)
    old_starts, new_starts = _starts(old_lines), _starts(new_lines)
    found = []
    for run in runs(old_lines, new_lines):
        old_at, new_at = old_starts[run.old_start], new_starts[run.new_start]
        old_part, new_part = old[old_at : old_starts[run.old_stop]], new[new_at : new_starts[run.new_stop]]
        shifts = old_at, old_at, new_at, new_at
        found += [Change(*map(add, change, shifts)) for change in _tokens(old_part, new_part)]
    return found


def lines(text: str) -> list[str]:
    """The lines with their line feeds."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _tokens(old: str, new: str) -> Iterator[Change]:
    """The stretches of characters that differ, in tokens."""
    old_tokens, new_tokens = TOKEN.findall(old), TOKEN.findall(new)
    old_starts, new_starts = _starts(old_tokens), _starts(new_tokens)
    for a, b, c, d in runs(old_tokens, new_tokens):
        yield Change(old_starts[a], old_starts[b], new_starts[c], new_starts[d])


def _starts(parts: Sequence[str]) -> list[int]:
    """Where each part begins, and where the last one ends."""
    return list(accumulate(map(len, parts), initial=0))


def parts(old: str, new: str) -> list[tuple[str, str]]:
    """The files of two texts side by side; the texts themselves where they do not have the same number."""
    one, two = old.split(SEPARATOR), new.split(SEPARATOR)
    return list(zip(one, two, strict=True)) if len(one) == len(two) else [(old, new)]

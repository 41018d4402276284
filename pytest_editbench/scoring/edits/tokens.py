"""Scores that look at tokens: words, runs of white space, and single signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.scoring.edits import alignment
from pytest_editbench.scoring.edits.alignment import TOKEN, Change

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Stretch = tuple[int, int]  # of characters: start and stop


def inserted_and_deleted(old: str, new: str) -> tuple[int, int]:
    """How many tokens a diff of the texts shows as inserted, and how many as deleted.

    Lines are aligned before tokens. A metric of Zed's edit-prediction evaluation.
    """
    inserted = deleted = 0
    for one, two in alignment.parts(old, new):
        found = alignment.changes(one, two)
        inserted += sum(len(TOKEN.findall(two, each.new_start, each.new_stop)) for each in found)
        deleted += sum(len(TOKEN.findall(one, each.old_start, each.old_stop)) for each in found)
    return inserted, deleted


def kept_rate(original: str, expected: str, actual: str) -> float:
    """The share of the characters that are new in the actual text which the expected text holds too; 0 to 1.

    A three-way comparison by tokens: new is what aligns with nothing in the original, kept is what of that
    aligns with the expected text. Without anything new it is 1 where the expected text has nothing new
    either, else 0. The metric of Zed's edit-prediction evaluation, where the final text of the user stands in
    for the expected one.
    """
    new = added(alignment.changes(original, actual))
    if not new:
        return 0.0 if added(alignment.changes(original, expected)) else 1.0
    lost = overlap(new, added(alignment.changes(expected, actual)))
    return 1 - lost / size(new)


def added(changes: Iterable[Change]) -> list[Stretch]:
    """The stretches of the new text that align with nothing in the old one."""
    return [(each.new_start, each.new_stop) for each in changes if each.new_stop > each.new_start]


def removed(changes: Iterable[Change]) -> list[Stretch]:
    """The stretches of the old text that align with nothing in the new one."""
    return [(each.old_start, each.old_stop) for each in changes if each.old_stop > each.old_start]


def size(stretches: Iterable[Stretch]) -> int:
    """How many characters they hold."""
    return sum(stop - start for start, stop in stretches)


def overlap(one: Sequence[Stretch], two: Sequence[Stretch]) -> int:
    """How many characters lie in both of two series of stretches, each in order and without overlaps."""
    total = first = second = 0
    while first < len(one) and second < len(two):
        (start, stop), (other_start, other_stop) = one[first], two[second]
        total += max(0, min(stop, other_stop) - max(start, other_start))
        first += stop <= other_stop
        second += other_stop <= stop
    return total

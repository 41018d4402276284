"""delta-chrF: how alike two edits of one text are, by their character n-grams."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ORDERS = 6  # n-grams of 1 up to so many characters
BETA = 2.0  # recall counts so many times as much as precision

_BLANKS = re.compile(r"[^\S\n]+")
_LINE_FEEDS = re.compile(r"\n+")

_REACH = ORDERS - 1  # characters around a change that n-grams with a changed character can hold


@dataclass(frozen=True, slots=True)
class Delta:
    """By how much the counts of the n-grams of one length differ between two texts."""

    counts: Mapping[str, int]
    size: int  # the sum of all differences, whatever their sign
    old_end: str  # the last n characters, fewer in a shorter text
    new_end: str


def delta_chrf(original: str, expected: str, actual: str) -> float:
    """How alike the edits original → expected and original → actual are; 0 to 100, of all equal texts 100.

    Runs of line feeds, and runs of other white space, count as one character. For n = 1 … 6 an edit is the
    bag of n-grams that it adds, and, kept apart, of those that it deletes: the differences of their counts.
    With m the size of the bags' intersection, precision is m / |actual|, recall is m / |expected|, where 0/0
    is 0, and both are 1 where both bags are empty. P and R are their means over n; the score is
    100 · (1 + β²) · P · R / (β² · P + R) with β = 2, and 0 where P + R = 0.

    The metric of Zed's edit-prediction evaluation, after M. Popović, "chrF: character n-gram F-score for
    automatic MT evaluation", Proceedings of WMT (2015), 392-395.
    """
    if expected == actual:
        return 100.0  # what the formula comes to
    wanted, made = _delta(original, expected), _delta(original, actual)
    precision, recall = _agreement(wanted, made)
    for order in range(ORDERS - 1, 0, -1):
        wanted, made = _shortened(wanted, order), _shortened(made, order)
        found = _agreement(wanted, made)
        precision, recall = precision + found[0], recall + found[1]
    precision, recall = precision / ORDERS, recall / ORDERS
    if precision + recall == 0:
        return 0.0
    return 100 * (1 + BETA**2) * precision * recall / (BETA**2 * precision + recall)


def collapsed(text: str) -> str:
    """The text with one character for each run of line feeds, and for each run of other white space."""
    return _LINE_FEEDS.sub("\n", _BLANKS.sub(" ", text))


def _delta(old: str, new: str) -> Delta:
    """The difference for the longest n-grams."""
    before, after = (collapsed(part) for part in _around_change(old, new))
    counts = _counts(after)
    for gram, count in _counts(before).items():
        counts[gram] -= count
    return Delta(counts, _size(counts), before[-ORDERS:], after[-ORDERS:])


def _counts(text: str) -> Counter[str]:
    return Counter([text[start : start + ORDERS] for start in range(len(text) - _REACH)])


def _shortened(delta: Delta, order: int) -> Delta:
    """The difference for n-grams of `order` characters, given that for those one longer.

    Each of these begins a longer one, but for the last of each text.
    """
    counts: dict[str, int] = defaultdict(int)
    for gram, count in delta.counts.items():
        counts[gram[:order]] += count
    old_end, new_end = delta.old_end[-order:], delta.new_end[-order:]
    for end, count in ((old_end, -1), (new_end, 1)):
        if len(end) == order:
            counts[end] += count
    return Delta(counts, _size(counts), old_end, new_end)


def _agreement(wanted: Delta, made: Delta) -> tuple[float, float]:
    """Precision and recall for n-grams of one length."""
    if not wanted.size and not made.size:
        return 1.0, 1.0
    common, expected = 0, wanted.counts
    for gram in expected.keys() & made.counts.keys():
        one, two = expected[gram], made.counts[gram]
        if one > 0 < two:
            common += min(one, two)
        elif one < 0 > two:
            common -= max(one, two)
    return (common / made.size if made.size else 0.0), (common / wanted.size if wanted.size else 0.0)


def _size(counts: Mapping[str, int]) -> int:
    return sum(map(abs, counts.values()))


# --- only the surroundings of a change can differ in their n-grams ------------------------------------


def _around_change(old: str, new: str) -> tuple[str, str]:
    """The parts of both texts that hold all n-grams by which they differ.

    What is left out collapses by itself, and so do the parts: each cut has no white space in front of it.
    """
    head = _common_start(old, new)
    start = _cut_before(old, head)
    tail = _common_start(old[head:][::-1], new[head:][::-1])
    stop = _cut_after(old[len(old) - tail :])
    return old[start : len(old) - tail + stop], new[start : len(new) - tail + stop]


def _cut_before(text: str, change: int) -> int:
    reach = 4 * ORDERS
    while reach < change:
        cut = len(text[: change - reach].rstrip())
        if len(collapsed(text[cut:change])) >= _REACH:
            return cut
        reach *= 2
    return 0


def _cut_after(common: str) -> int:
    """How many characters of the common end still belong to the part."""
    reach = 4 * ORDERS
    while reach < len(common):
        cut = len(common[:reach].rstrip())
        # White space at its start may be one with that of the change.
        if len(collapsed(common[:cut].lstrip())) >= _REACH:
            return cut
        reach *= 2
    return len(common)


def _common_start(old: str, new: str) -> int:
    """How many first characters are equal."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low

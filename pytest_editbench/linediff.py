"""Line diffs: which lines became which."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

# Lines × lines of one exact diff: at 20,000 lines a side, about 50 MB and a tenth of a second.
CELLS = 400_000_000

Lines = Sequence[bytes]


@dataclass(frozen=True, slots=True)
class Run:
    """A change run: the old lines `old` were replaced by the new lines `new`; one of them may be empty."""

    old: range  # 0-based line numbers
    new: range

    def removed(self, old: Lines) -> Lines:
        """The lines of the old text that went."""
        return old[self.old.start : self.old.stop]

    def added(self, new: Lines) -> Lines:
        """The lines of the new text that came."""
        return new[self.new.start : self.new.stop]

    def shifted(self, old: int, new: int) -> "Run":
        """The same run, where the texts begin that many lines earlier."""
        return Run(
            range(self.old.start + old, self.old.stop + old), range(self.new.start + new, self.new.stop + new)
        )


def runs(old: Lines, new: Lines) -> list[Run]:
    """The change runs between two texts, in order, with equal lines between any two.

    The fewest lines are removed and added (longest common subsequence), after common first and last
    lines are set aside. Where that would cost more than `CELLS`, the texts are first cut at the lines
    that occur once in each and keep their order (patience diff), and what still is too large between
    two cuts counts as one run.
    """
    head = common_start(old, new)
    tail = common_start(old[head:][::-1], new[head:][::-1])
    middle = _middle(old[head : len(old) - tail], new[head : len(new) - tail])
    return [run.shifted(head, head) for run in middle]


def kept(runs: Sequence[Run], old: int) -> Iterator[tuple[int, int]]:
    """The line numbers of equal lines on both sides, given the runs and how many lines the old text has."""
    place, shift = 0, 0
    for run in runs:
        yield from ((number, number + shift) for number in range(place, run.old.start))
        place, shift = run.old.stop, run.new.stop - run.old.stop
    yield from ((number, number + shift) for number in range(place, old))


def common_start(old: Sequence[object], new: Sequence[object]) -> int:
    """How many first items are equal."""
    limit = min(len(old), len(new))
    return next((number for number in range(limit) if old[number] != new[number]), limit)


def exact(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[Run]:
    """The runs of two series of items whose first items differ, and whose last ones do.

    It takes time and memory for `len(old) * len(new)` cells.
    """
    from rapidfuzz.distance import Indel

    numbers: dict[Hashable, int] = {}
    coded = [[numbers.setdefault(item, len(numbers)) for item in side] for side in (old, new)]
    equal = [step for step in Indel.opcodes(*coded) if step.tag == "equal"]
    starts = [(0, 0), *((step.src_end, step.dest_end) for step in equal)]
    stops = [*((step.src_start, step.dest_start) for step in equal), (len(old), len(new))]
    for start, stop in zip(starts, stops, strict=True):
        yield Run(range(start[0], stop[0]), range(start[1], stop[1]))


def _middle(old: Lines, new: Lines) -> list[Run]:
    if not old and not new:
        return []
    if not old or not new:
        return [Run(range(len(old)), range(len(new)))]
    if len(old) * len(new) <= CELLS:
        return list(exact(old, new))
    return list(_between(old, new, _anchors(old, new)))


def _between(old: Lines, new: Lines, anchors: list[tuple[int, int]]) -> Iterator[Run]:
    """The runs between anchors; without any, all of it is one run."""
    if not anchors:
        yield Run(range(len(old)), range(len(new)))
        return
    cuts = [(-1, -1), *anchors, (len(old), len(new))]
    for (old_cut, new_cut), (old_stop, new_stop) in pairwise(cuts):
        start = old_cut + 1, new_cut + 1
        for run in runs(old[start[0] : old_stop], new[start[1] : new_stop]):
            yield run.shifted(*start)


def _anchors(old: Lines, new: Lines) -> list[tuple[int, int]]:
    """Pairs of line numbers of lines unique on both sides: the longest series that grows on both."""
    once = {line for line, count in Counter(new).items() if count == 1}
    once &= {line for line, count in Counter(old).items() if count == 1}
    places = {line: number for number, line in enumerate(new) if line in once}
    pairs = [(number, places[line]) for number, line in enumerate(old) if line in once]
    return _longest_rising(pairs)


def _longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence whose second numbers rise (patience sorting)."""
    tops: list[int] = []  # the smallest second number that ends a series of each length
    ends: list[int] = []  # and the pair it belongs to
    before: list[int] = []  # for each pair, the pair before it in its series
    for index, (_, number) in enumerate(pairs):
        length = bisect_left(tops, number)
        before.append(ends[length - 1] if length else -1)
        tops[length : length + 1] = [number]
        ends[length : length + 1] = [index]
    series = []
    index = ends[-1] if ends else -1
    while index >= 0:
        series.append(pairs[index])
        index = before[index]
    return series[::-1]

"""Where lines stand in a file: as they are, without white space around them, or nearly."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from pytest_editbench.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

SIMILAR = 0.7  # normalised Indel similarity of two lines, at least
_LONGEST = 1_000  # characters of a line that is compared so
_COMPARISONS = 300_000  # of lines of one file, about a third of a second
_FEW = 64  # places of a line that are tried one by one
MOST = 3  # places that are looked for


class Ground:
    """The lines of a file, to be searched."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = tuple(lines)
        self._text = "".join(("\n", *(f"{line}\n" for line in lines)))
        self._comparisons = 0

    @cached_property
    def _starts(self) -> list[int]:
        """Where in the text the line end before each line is."""
        return [0, *accumulate(len(line) + 1 for line in self.lines)]

    @cached_property
    def bare(self) -> Ground:
        """Its lines that are not blank, without white space at their ends."""
        return Ground([line.strip() for line in self.lines if line.strip()])

    @cached_property
    def filled(self) -> list[int]:
        """The numbers of the lines that are not blank."""
        return [number for number, line in enumerate(self.lines) if line.strip()]

    @cached_property
    def mixed(self) -> bool:
        """Whether some line ends in CRLF: those that all do are no part of lines, see `Document`."""
        return any(line.endswith("\r") for line in self.lines)

    @cached_property
    def _seen(self) -> Ground:
        """Its lines as a model sees them, which tells CRLF and LF apart only where it says so."""
        return Ground([line.removesuffix("\r") for line in self.lines])

    def holds(self, old: Sequence[str], at: int) -> bool:
        """Whether exactly these lines stand there."""
        return at >= 0 and self.lines[at : at + len(old)] == tuple(old)

    def places(self, old: Sequence[str], after: int = 0) -> list[int]:
        """The numbers of the lines where these begin, none below `after`, at most `MOST` of them.

        Among mixed line ends those count as well where lines stand that look alike, but for an `old` that
        tells CRLF itself.
        """
        found = self._exact(old, after)
        if found and self.mixed and not any(line.endswith("\r") for line in old):
            alike = self._seen.places(old, after)
            return alike if len(alike) > 1 else found
        return found

    def _exact(self, old: Sequence[str], after: int) -> list[int]:
        met = [self.numbers(line) for line in old]
        rare = min(range(len(met)), key=lambda number: len(met[number]), default=None)
        if rare is None:
            return []
        if len(met[rare]) <= _FEW:
            starts = (number - rare for number in met[rare] if number - rare >= after)
            return list(islice((at for at in starts if self.holds(old, at)), MOST))
        return list(islice(self._places(old, after), MOST))

    def numbers(self, line: str) -> list[int]:
        """The numbers of the lines that are equal to this one."""
        return self._index.get(line, [])

    def alike(self, line: str) -> list[int]:
        """The same, and where there are any, those of lines that only end in CRLF besides."""
        found = self.numbers(line)
        return sorted((*found, *self.numbers(f"{line}\r"))) if found else found

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        index: dict[str, list[int]] = {}
        for number, line in enumerate(self.lines):
            index.setdefault(line, []).append(number)
        return index

    def _places(self, old: Sequence[str], after: int) -> Iterator[int]:
        wanted = "\n".join(("", *old, ""))  # a search in text: linear, however often the lines repeat
        at = self._text.find(wanted, self._starts[min(after, len(self.lines))])
        while at >= 0:
            yield bisect_right(self._starts, at) - 1
            at = self._text.find(wanted, at + 1)

    def near(self, old: Sequence[str], free: Collection[int], starts: Sequence[int]) -> list[int]:
        """Which of the places lines like these begin at, `MOST` of them at most.

        The lines numbered in `free` need only be similar, but at least half of all must be equal.
        `FormatError` where that is too much to compare.
        """
        found: list[int] = []
        everywhere = range(len(self.lines) - len(old) + 1)
        for start in starts:
            if start in everywhere and self._nearly(old, free, start):
                found.append(start)
            if len(found) == MOST:
                break
        return found

    def _nearly(self, old: Sequence[str], free: Collection[int], start: int) -> bool:
        missed = 0
        for number, line in enumerate(old):
            self._spend(1)
            here = self.lines[start + number]
            if line != here:
                missed += 1
                if number not in free or 2 * missed > len(old) or not self._similar(line, here):
                    return False
        return bool(old)

    def _similar(self, one: str, other: str) -> bool:
        from rapidfuzz.distance import Indel

        if max(len(one), len(other)) > _LONGEST:
            return False
        self._spend(1 + len(one) * len(other) // 10_000)
        return Indel.normalized_similarity(one, other, score_cutoff=SIMILAR) >= SIMILAR

    def _spend(self, comparisons: int) -> None:
        self._comparisons += comparisons
        if self._comparisons > _COMPARISONS:
            raise FormatError("too many lines would have to be compared for fuzzy-context")

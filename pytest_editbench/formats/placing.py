"""Where the lines of a block stand in a file: strictly, or with the tolerances that are allowed."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from pytest_editbench import linediff
from pytest_editbench.errors import FormatError
from pytest_editbench.formats import alignment, indents
from pytest_editbench.formats.ground import MOST, Ground
from pytest_editbench.formats.paths import shown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from pytest_editbench.formats.operations import Block, Lines

BLANK, FUZZY, LINE = TOLERANCES = ("blank-drift", "fuzzy-context", "line-drift")


@dataclass(frozen=True, slots=True)
class Splice:
    """Lines of a file, and what comes in their place."""

    start: int  # 0-based
    stop: int
    lines: Lines


@dataclass(frozen=True, slots=True)
class Placed:
    """What a block changes in a file."""

    splices: tuple[Splice, ...]
    saved: frozenset[str] = frozenset()  # the tolerances without which it has no place
    stop: int = 0  # the line after the block


def place(block: Block, ground: Ground, allowed: Collection[str]) -> Placed:
    """The one place where the block fits, with as few tolerances as possible.

    `FormatError` where it fits nowhere or at several places.
    """
    if not block.old:
        return _inserted(block, ground, allowed)
    search = _Search(block, ground)
    for level in _levels(allowed, numbered=block.at is not None):
        if block.miscounted and LINE not in level:
            continue
        starts = search.starts(level)
        if len(starts) > 1:
            raise FormatError(f"line {block.line}: {_several(starts, level)}")
        if starts:
            return search.placed(starts[0], level)
    raise FormatError(f"line {block.line}: {search.failure(allowed)}")


def _levels(allowed: Collection[str], *, numbered: bool) -> Iterator[frozenset[str]]:
    """Sets of tolerances, each before those that hold it."""
    useful = [name for name in TOLERANCES if name in allowed and (name != LINE or numbered)]
    for size in range(len(useful) + 1):
        yield from map(frozenset, combinations(useful, size))


def _inserted(block: Block, ground: Ground, allowed: Collection[str]) -> Placed:
    """The place of a block without old lines: its number alone tells it, or the emptiness of the file."""
    end = len(ground.lines)
    if block.miscounted and LINE not in allowed:
        raise FormatError(f"line {block.line}: {block.miscounted}")
    if block.at is None and (block.last or not ground.lines):
        at = end
    elif block.at is None:
        raise FormatError(f"line {block.line}: no line of the file is quoted that would tell where this goes")
    elif block.at > end:
        raise FormatError(f"line {block.line}: the file has {end} lines; there is no line {block.at}")
    else:
        at = block.at
    saved = frozenset((LINE,)) if block.miscounted else frozenset()
    return Placed((Splice(at, at, block.new),), saved, at)


class _Search:
    """The places of one block in one file."""

    def __init__(self, block: Block, ground: Ground) -> None:
        self._block = block
        self._ground = ground
        self._after = 0
        self._unanchored = ""  # why an anchor has no place

    @cached_property
    def _runs(self) -> list[linediff.Run]:
        sides = (self._block.old, self._block.new)
        return linediff.runs(*([line.encode("utf-8", "surrogatepass") for line in side] for side in sides))

    @cached_property
    def _filled(self) -> list[int]:
        return [number for number, line in enumerate(self._block.old) if line.strip()]

    def _anchored(self, level: Collection[str]) -> int | None:
        """The line below the last anchor; None where one has no place, or several."""
        at, self._unanchored = 0, ""
        for anchor in self._block.anchors:
            found = self._anchors(anchor, at, level)
            if len(found) != 1:
                count = f"stands {len(found)} times" if found else "does not stand"
                self._unanchored = f"the line {shown(anchor)} {count} in the file"
                return None
            at = found[0] + 1
        return at

    def _anchors(self, anchor: str, at: int, level: Collection[str]) -> list[int]:
        """Where an anchor stands, from that line on: exactly, and else with blank-drift by its words."""
        found = [number for number in self._ground.alike(anchor) if number >= at]
        if len(found) == 1 or BLANK not in level:
            return found
        filled = self._ground.filled
        return [filled[each] for each in self._ground.bare.numbers(anchor.strip()) if filled[each] >= at]

    def starts(self, level: Collection[str]) -> list[int]:
        """Where the block begins in the file: its first line, with blank-drift its first filled one."""
        after = self._anchored(level)
        if after is None:
            return []
        self._after = after
        found = self._bare(level) if BLANK in level else self._plain(level)
        found = [at for at in found if at >= self._after]
        return found[:1] if self._block.anchors and not level else found

    def _plain(self, level: Collection[str]) -> list[int]:
        old, lines = self._block.old, self._ground.lines
        claimed = len(lines) - len(old) if self._block.last else self._claimed(level)
        if FUZZY in level:
            starts = range(self._after, len(lines)) if claimed is None else [claimed]
            return self._ground.near(old, self._free(), starts)
        if claimed is not None:
            return [claimed] if self._ground.holds(old, claimed) else []
        return self._ground.places(old, self._after)

    def _bare(self, level: Collection[str]) -> list[int]:
        if not self._filled:
            return []
        old = [self._block.old[number].strip() for number in self._filled]
        bare, filled = self._ground.bare, self._ground.filled
        wanted = self._bare_starts(level)
        if FUZZY in level:
            kept = self._free()
            free = {place for place, number in enumerate(self._filled) if number in kept}
            found = bare.near(old, free, wanted)
        elif self._block.last or self._claimed(level) is not None:
            found = [at for at in wanted if bare.holds(old, at)]
        else:
            found = bare.places(old, wanted.start)
        return [filled[at] for at in found]

    def _bare_starts(self, level: Collection[str]) -> range:
        """Which of the filled lines of the file the first filled line of the block may be."""
        filled, claimed = self._ground.filled, self._claimed(level)
        if self._block.last:
            at = len(filled) - len(self._filled)
            return range(at, at + (at >= 0))
        if claimed is None:
            return range(bisect_left(filled, self._after), len(filled))
        line = claimed + self._filled[0]
        at = bisect_left(filled, line)
        return range(at, at + (line in filled[at : at + 1]))

    def _claimed(self, level: Collection[str]) -> int | None:
        """The line that the answer says, where that counts."""
        return None if LINE in level else self._block.at

    def _free(self) -> frozenset[int]:
        """The old lines that stay: context."""
        gone = {number for run in self._runs for number in run.old}
        return frozenset(range(len(self._block.old))) - gone

    def _spans(self, start: int, level: Collection[str]) -> list[tuple[int, int]]:
        """Which lines of the file each old line stands for."""
        if BLANK not in level:
            return [(start + number, start + number + 1) for number in range(len(self._block.old))]
        return alignment.spans(self._block.old, self._ground.lines, start)

    def placed(self, start: int, level: frozenset[str]) -> Placed:
        spans = self._spans(start, level)
        new = self._block.new
        if BLANK in level:
            here = [self._ground.lines[a] if b > a else "" for a, b in spans]
            new = indents.shifted(self._block.old, here, new, self._block.line)
            self._check_blanks(spans)
        splices = []
        for run in self._runs:
            first, last = run.old.start, run.old.stop
            stop = spans[last - 1][1] if last else spans[0][0]
            begin = spans[first][0] if first < last else stop
            lines = new[run.new.start : run.new.stop]
            splices.append(Splice(begin, stop, self._ended(begin, stop, lines) if BLANK in level else lines))
        saved = level | {LINE} if self._block.miscounted else level
        return Placed(tuple(splices), saved, spans[-1][1])

    def _ended(self, start: int, stop: int, new: Lines) -> Lines:
        """New lines with the ends of those that they replace or follow, where the answer quotes others."""
        told = any(line.endswith("\r") for line in self._block.old)
        if told and not self._ground.mixed:
            return tuple(line.removesuffix("\r") for line in new)
        there = self._ground.lines[start:stop] or self._ground.lines[max(start - 1, 0) : start]
        if not told and there and all(line.endswith("\r") for line in there):
            return tuple(f"{line}\r" for line in new)
        return new

    def _check_blanks(self, spans: Sequence[tuple[int, int]]) -> None:
        """Refuse to guess what becomes of a blank line that the answer leaves out at a place that changes."""
        for run in self._runs:
            inside = (
                range(run.old.start, run.old.stop - 1) if run.old else range(run.old.start - 1, run.old.start)
            )
            for number in inside:
                if 0 <= number < len(spans) - 1 and spans[number][1] != spans[number + 1][0]:
                    where = f"blank lines of the file below its line {spans[number][1]}"
                    raise FormatError(
                        f"line {self._block.line}: the answer leaves out {where}, where it changes it"
                    )

    def failure(self, allowed: Collection[str]) -> str:
        """Why it has no place."""
        block, lines = self._block, self._ground.lines
        if block.miscounted and LINE not in allowed:
            return block.miscounted
        if self._unanchored:
            return self._unanchored
        if block.at is None or LINE in allowed:
            where = " at the end" if block.last else " below its anchor" if block.anchors else ""
            more = f" and {len(block.old) - 1} more" if len(block.old) > 1 else ""
            return f"the file does not hold the quoted lines{where}: {shown(block.old[0])}{more}"
        for number, line in enumerate(block.old):
            here = lines[block.at + number] if block.at + number < len(lines) else None
            if line != here:
                is_there = "missing" if here is None else shown(here)
                return f"line {block.at + number + 1} of the file is {is_there}, not {shown(line)}"
        return "the quoted lines have no place"


def _several(starts: Sequence[int], level: Collection[str]) -> str:
    told = ", ".join(str(at + 1) for at in starts[: MOST - 1])
    more = " and more" if len(starts) >= MOST else ""
    how = f" with {' and '.join(sorted(level))}" if level else ""
    return f"the quoted lines fit at several places of the file{how}: lines {told}{more}"

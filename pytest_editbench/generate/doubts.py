"""The search for a second reading: every place where a prompt's instruction could be carried out."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.generate import quoting
from pytest_editbench.generate.mutations.mutation import Refused
from pytest_editbench.generate.rereading import reread

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.generate.rereading import Correction, Quotation, Replacement, Shown

_SMALLEST_REPEAT = 3  # lines of a repeated block
_LARGEST_REPEAT = 130

Lines = tuple[str, ...]


class Doubts:
    """The places found so far, and what of the prompt rules out all but the right ones."""

    def __init__(self) -> None:
        self.places = 0
        self.ruled_out: Counter[str] = Counter()

    def right(self, count: int = 1) -> None:
        """Places that are meant."""
        self.places += count

    def out(self, by: str, count: int = 1) -> None:
        """Places that are not, and the words that say so."""
        self.places += count
        if count:
            self.ruled_out[by] += count


def of(prompt: str, before: bytes, after: bytes) -> Doubts:
    """Every place where the prompt could be carried out; Refused where its words do not decide between two.

    What the prompt says of the input and of the result must be so, too.
    """
    told, old, new = reread(prompt), quoting.lines(before), quoting.lines(after)
    doubts = Doubts()
    if told.replacements:
        _replaced(told.replacements, old, new, doubts)
    elif told.correction:
        _corrected(told.correction, old, new, doubts)
    elif told.quotations and told.regions:
        _check_regions(told.regions, new)
        for quotation in told.quotations:
            _quoted(quotation, old, doubts)
    else:
        raise Refused("the prompt is in no wording of ours")
    return doubts


def _replaced(replacements: Sequence[Replacement], old: Lines, new: Lines, doubts: Doubts) -> None:
    """Where each block stands, and where the lines stand that change in it."""
    bare = [line.strip() for line in old]
    result = list(old)
    for replacement in reversed(replacements):
        starts = list(_places([line.strip() for line in replacement.old], bare))
        start = _chosen([start + 1 for start in starts], replacement.line) - 1
        doubts.right()
        doubts.out("line", len(starts) - 1)
        parts = "\n".join(bare).count("\n".join(line.strip() for line in replacement.old))
        doubts.out("whole line", max(0, parts - len(starts)))
        twins = list(_places([line.strip() for line in _core(replacement)], bare))
        doubts.out("context", max(0, len(twins) - len(starts)))
        result[start : start + len(replacement.old)] = replacement.new
    if tuple(result) != new:
        raise Refused("the blocks of the prompt do not make the expected file")


def _core(replacement: Replacement) -> Sequence[str]:
    """The lines of the old block without those that it shares with the new one at both ends."""
    old, new = replacement.old, replacement.new
    head = next((at for at, (one, two) in enumerate(zip(old, new, strict=False)) if one != two), 0)
    rest = zip(old[head:][::-1], new[head:][::-1], strict=False)
    tail = next((at for at, (one, two) in enumerate(rest) if one != two), 0)
    return old[head : len(old) - tail]


def _corrected(correction: Correction, old: Lines, new: Lines, doubts: Doubts) -> None:
    """Where the misspelling stands as a word, and where as a part of another."""
    word = re.compile(rf"(?<![\w$]){re.escape(correction.wrong)}(?![\w$])")
    lines = [at for at, line in enumerate(old, 1) if word.search(line)]
    if len(lines) != correction.count or correction.lines not in ((), tuple(lines)):
        raise Refused("the misspelling does not stand where the prompt says")
    if tuple(word.sub(lambda _: correction.right, line) for line in old) != new:
        raise Refused("the correction does not make the expected file")
    words = sum(len(word.findall(line)) for line in old)
    doubts.right(words)
    doubts.out("whole word", sum(line.count(correction.wrong) for line in old) - words)


def _quoted(quotation: Quotation, old: Lines, doubts: Doubts) -> None:
    """Where a quoted line stands, or a longer one that begins like it."""
    meant = [at + 1 for at in quoting.meant(quotation.text, old)]
    if quotation.twice:
        _repeated(quotation, meant, old, doubts)
        return
    _check_above(quotation, _chosen(meant, quotation.line), old)
    doubts.right()
    doubts.out("line", len(meant) - 1)


def _chosen(places: Sequence[int], told: int | None) -> int:
    """The one place that is meant; the line that is told decides, where it is told."""
    if not places or told not in (None, *places):
        raise Refused("what the prompt quotes does not stand where it says")
    if told is None and len(places) > 1:
        raise Refused("what the prompt quotes stands more than once")
    return places[0] if told is None else told


def _check_above(quotation: Quotation, line: int, old: Lines) -> None:
    """The lines that are said to belong to a block stand directly above the line that names it."""
    top = line - 1 - quotation.above
    if top < 0 or not all(map(str.strip, old[top : line - 1])):
        raise Refused("what is said to stand above a block does not")


def _repeated(quotation: Quotation, meant: Sequence[int], old: Lines, doubts: Doubts) -> None:
    """The block that stands twice in a row, and all the other blocks that do."""
    repeats = list(dict.fromkeys(_repeats(old)))
    ours = {line: repeat for repeat in repeats for line in meant if line - 1 in repeat.first}
    line = _chosen(list(ours), quotation.line)
    _check_above(quotation, line, old)
    repeat = ours[line]
    if line - 1 - quotation.above != repeat.first.start and quotation.above:
        raise Refused("what is said to stand above a block does not")
    if repeat.alike >= repeat.period + len(repeat.first):
        raise Refused("the block stands three times in a row")
    doubts.right()
    doubts.out("line", len(ours) - 1)
    doubts.out("quotation", len(repeats) - len(set(ours.values())))


@dataclass(frozen=True, slots=True)
class _Repeat:
    """A block that stands twice in a row, but for blank lines between."""

    first: range  # the 0-based lines of the first copy
    period: int  # lines from the first copy to the second
    alike: int  # lines from the start of the first copy on that read like those a period below


def _repeats(lines: Lines) -> Iterator[_Repeat]:
    """All repeats, each as often as it holds lines that tell of it."""
    bare = [line.rstrip() for line in lines]
    last: dict[str, int] = {}
    for at in range(len(bare) - 1, -1, -1):
        again = last.get(bare[at]) if quoting.has_name(bare[at]) else None
        if again is not None and _SMALLEST_REPEAT <= again - at <= _LARGEST_REPEAT:
            yield from _repeat(bare, at, again)
        last[bare[at]] = at


def _repeat(bare: Sequence[str], at: int, again: int) -> Iterator[_Repeat]:
    """The repeat that two equal lines belong to, if there is one."""
    period = again - at
    top, stop = at, again
    while top > 0 and bare[top - 1] == bare[top - 1 + period]:
        top -= 1
    while stop < len(bare) and bare[stop] == bare[stop - period]:
        stop += 1
    height = min(period, stop - period - top)
    while height and not bare[top + height - 1]:
        height -= 1
    if height >= _SMALLEST_REPEAT and not any(bare[top + height : top + period]):
        yield _Repeat(range(top, top + height), period, stop - period - top)


def _places(block: Sequence[str], lines: Sequence[str]) -> Iterator[int]:
    """The 0-based lines at which a block stands."""
    wanted = list(block)
    starts = (at for at, line in enumerate(lines) if line == wanted[0])
    return (at for at in starts if list(lines[at : at + len(wanted)]) == wanted)


def _check_regions(regions: Sequence[Shown], new: Lines) -> None:
    for region in regions:
        if new[region.line - 1 : region.line - 1 + len(region.lines)] != region.lines:
            raise Refused("the expected file does not read as the prompt shows")

"""Slips that models make when they write down an edit that is right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from pytest_editbench.slips import rewording, stale

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.formats import EditFormat
    from pytest_editbench.formats.operations import Operation
    from pytest_editbench.model import Tree


@dataclass(frozen=True, slots=True)
class Said:
    """An answer, what it is meant to do, and the tree that it meets."""

    fmt: EditFormat
    answer: str
    operations: Sequence[Operation]  # the answer as it was read
    before: Tree
    after: Tree
    read: bool = True  # whether `operations` are what counts; else the answer is read anew


Make = Callable[[Said, Random], Said | None]


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip: the same answer with it, or None where the answer gives no occasion for it."""

    description: str
    make: Make


def _reworded(change: Callable[..., Sequence[Operation] | None]) -> Make:
    def make(said: Said, random: Random) -> Said | None:
        operations = change(said.operations, said.before, random)
        return replace(said, operations=operations) if operations else None

    return make


def _stale(change: Callable[[Tree, Tree, Random], tuple[Tree, Tree] | None]) -> Make:
    def make(said: Said, random: Random) -> Said | None:
        trees = change(said.before, said.after, random)
        return replace(said, before=trees[0], after=trees[1]) if trees else None

    return make


def _lost_fence(said: Said, random: Random) -> Said | None:
    lines = said.answer.split("\n")
    found = [number for number, line in enumerate(lines) if said.fmt.delimiter.fullmatch(line.strip())]
    if not found:
        return None
    lost = random.choice(found)
    return replace(said, answer="\n".join(lines[:lost] + lines[lost + 1 :]), read=False)


SLIPS: Mapping[str, Slip] = {
    "wrong-indent": Slip(
        "all that one edit quotes is indented by two blanks more or less", _reworded(rewording.indented)
    ),
    "dropped-blank": Slip("a blank line is left out of what is quoted", _reworded(rewording.unblanked)),
    "line-off": Slip("a line number is one too high or too low", _reworded(rewording.off_by_one)),
    "stale-far": Slip("a line was meanwhile added elsewhere in the file", _stale(stale.far)),
    "stale-near": Slip("a line beside the edit was meanwhile changed or added", _stale(stale.near)),
    "lost-fence": Slip("a fence, marker or header line of the answer is missing", _lost_fence),
}

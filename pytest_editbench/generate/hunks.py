"""What changes between the input and the expected file: the edit's shape, and blocks that tell it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from pytest_editbench import linediff
from pytest_editbench.compare import content
from pytest_editbench.generate import quoting
from pytest_editbench.generate.mutations.mutation import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.linediff import Run

_NEAR = 2  # lines between two changes that one block tells
_HIGHEST = 10  # lines of context that make a block unique

Kind = Literal["insert", "delete", "replace"]


@dataclass(frozen=True, slots=True)
class Shape:
    """How large an edit is, in the terms that agents' edits are measured in."""

    changed_lines: int  # the sum over change runs of max(old, new)
    kinds: tuple[Kind, ...]  # of each change run, in order

    @property
    def hunks(self) -> int:
        """How many change runs there are."""
        return len(self.kinds)


@dataclass(frozen=True, slots=True)
class Hunk:
    """A block of the input and what is to stand in its place; no line has its end."""

    start: int  # 1-based line of the input at which the old block starts
    changed: int  # 1-based line of the input at which the change itself starts
    old: tuple[str, ...]
    new: tuple[str, ...]
    unique: bool  # the old block stands once in the input, white space at the edges of lines left out


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines of both sides, 0-based and half-open, with equal lines around."""

    old: range
    new: range
    core: int  # the first changed line of the old side

    def grown(self, up: int, down: int) -> _Block:
        return replace(
            self,
            old=range(self.old.start - up, self.old.stop + down),
            new=range(self.new.start - up, self.new.stop + down),
        )

    def joined(self, other: _Block) -> _Block:
        return replace(
            self,
            old=range(self.old.start, other.old.stop),
            new=range(self.new.start, other.new.stop),
        )


@dataclass(frozen=True, slots=True)
class _Sides:
    old: tuple[str, ...]
    new: tuple[str, ...]
    bare: tuple[str, ...]  # the old lines, trimmed


def shape(before: bytes, after: bytes) -> Shape:
    """The shape of the edit from the input to the expected file."""
    found = linediff.runs(content.lines(before), content.lines(after))
    return Shape(sum(max(len(run.old), len(run.new)) for run in found), tuple(map(_kind, found)))


def between(before: bytes, after: bytes) -> tuple[Hunk, ...]:
    """The blocks to be replaced, top down.

    Changes at most two lines apart share a block. A block is the changed core; where one side of it would
    be empty, or an edge blank, visible lines around it are added; then lines above, ten at most, until it
    stands once in the input. Where that fails it is left short and marked.
    """
    old, new = quoting.lines(before), quoting.lines(after)
    sides = _Sides(old, new, tuple(line.strip() for line in old))
    cores = [_Block(run.old, run.new, run.old.start) for run in runs(old, new)]
    blocks = _merged([_padded(block, sides) for block in _merged(cores)])
    found = tuple(_unique(blocks, sides))
    if applied(old, found) != new:
        raise Refused("changes that no blocks tell")
    return found


def runs(old: Sequence[str], new: Sequence[str]) -> list[Run]:
    """The change runs between two texts whose lines come without ends, in order."""
    return linediff.runs([line.encode() for line in old], [line.encode() for line in new])


def applied(old: Sequence[str], hunks: Sequence[Hunk]) -> tuple[str, ...]:
    """The lines with each old block, where it stands, replaced by the new one."""
    found = list(old)
    for hunk in reversed(hunks):
        found[hunk.start - 1 : hunk.start - 1 + len(hunk.old)] = hunk.new
    return tuple(found)


def _kind(run: Run) -> Kind:
    return "replace" if run.old and run.new else "delete" if run.old else "insert"


def _padded(block: _Block, sides: _Sides) -> _Block:
    """The block with visible lines at its edges, and some line on both sides."""
    while block.old.start and (not (block.old and block.new) or _blank(block, 0, sides)):
        block = block.grown(1, 0)
    while block.old.stop < len(sides.old) and (not (block.old and block.new) or _blank(block, -1, sides)):
        block = block.grown(0, 1)
    return block


def _blank(block: _Block, edge: int, sides: _Sides) -> bool:
    return not (sides.old[block.old[edge]].strip() and sides.new[block.new[edge]].strip())


def _merged(blocks: Sequence[_Block]) -> list[_Block]:
    merged = list(blocks[:1])
    for block in blocks[1:]:
        if block.old.start - merged[-1].old.stop <= _NEAR:
            merged[-1] = merged[-1].joined(block)
        else:
            merged.append(block)
    return merged


def _unique(blocks: Sequence[_Block], sides: _Sides) -> Iterator[Hunk]:
    floors = [0, *(block.old.stop for block in blocks)]
    for floor, block in zip(floors, blocks, strict=False):
        grown = _grown(block, floor, sides)
        chosen = grown or block
        yield Hunk(
            start=chosen.old.start + 1,
            changed=chosen.core + 1,
            old=sides.old[chosen.old.start : chosen.old.stop],
            new=sides.new[chosen.new.start : chosen.new.stop],
            unique=grown is not None,
        )


def _grown(block: _Block, floor: int, sides: _Sides) -> _Block | None:
    """The block with as few lines above it as make it unique; None where no number of them does.

    What is added starts with a name where it can, not with a lone bracket.
    """
    others = _twins(block.old, sides.bare)
    found = []
    for up in range(min(_HIGHEST, block.old.start - floor) + 1):
        top = sides.bare[block.old.start - up]
        others = [at for at in others if at >= up and sides.bare[at - up] == top]
        if not others and (up == 0 or quoting.has_name(top)):
            return block.grown(up, 0)
        if not others and top:
            found.append(up)
    return block.grown(found[0], 0) if found else None


def _twins(block: range, bare: Sequence[str]) -> list[int]:
    """The other 0-based lines at which the same lines stand, but for white space at their edges."""
    wanted = tuple(bare[block.start : block.stop])
    starts = (at for at, line in enumerate(bare) if line == wanted[0] and at != block.start)
    return [at for at in starts if tuple(bare[at : at + len(wanted)]) == wanted]

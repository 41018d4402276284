"""Slips in what an answer quotes, and in the numbers it tells."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_editbench import linediff
from pytest_editbench.formats.document import Document, joined, split
from pytest_editbench.formats.operations import Block, Change, Create, Onto, Operation, Passage, Piece, Range
from pytest_editbench.model import File, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from pytest_editbench.formats.operations import Lines

    # Old and new lines → the same with a slip; None where they give no occasion.
    Reword = Callable[[Lines, Lines, Random], tuple[Lines, Lines] | None]

Found = list[Operation] | None
_STEP = "  "


def indented(operations: Sequence[Operation], before: Tree, random: Random) -> Found:
    """One piece quotes its lines with other indents."""
    return _one(operations, before, random, _indent)


def unblanked(operations: Sequence[Operation], before: Tree, random: Random) -> Found:
    """One piece leaves out a blank line, of those that are to stay if it quotes such."""
    return _one(operations, before, random, _drop_blank)


def off_by_one(operations: Sequence[Operation], before: Tree, random: Random) -> Found:  # noqa: ARG001 - see _one
    """One piece tells a number that is off by one."""
    return _first(operations, random, lambda piece: _shifted(piece, random))


def _one(operations: Sequence[Operation], before: Tree, random: Random, reword: Reword) -> Found:
    whole = [each for each in operations if isinstance(each, Create) and each.onto is Onto.ANYTHING]
    for each in random.sample(whole, len(whole)):
        text = _whole(each, before, random, reword)
        if text is not None:
            return [replace(each, text=text) if other is each else other for other in operations]
    return _first(operations, random, lambda piece: _reworded(piece, random, reword))


def _first(operations: Sequence[Operation], random: Random, slip: Callable[[Piece], Piece | None]) -> Found:
    """The operations with one piece as `slip` makes it; None where it makes nothing of any."""
    places = [
        (number, place)
        for number, each in enumerate(operations)
        if isinstance(each, Change)
        for place in range(len(each.pieces))
    ]
    for number, place in random.sample(places, len(places)):
        change = operations[number]
        piece = slip(change.pieces[place]) if isinstance(change, Change) else None
        if piece is not None and isinstance(change, Change):
            pieces = (*change.pieces[:place], piece, *change.pieces[place + 1 :])
            return [*operations[:number], replace(change, pieces=pieces), *operations[number + 1 :]]
    return None


def _reworded(piece: Piece, random: Random, reword: Reword) -> Piece | None:
    if isinstance(piece, Range):
        found = reword((), piece.new, random)
        return replace(piece, new=found[1]) if found else None
    if isinstance(piece, Block):
        found = reword(piece.old, piece.new, random)
        return replace(piece, old=found[0], new=found[1]) if found else None
    found = reword(split(piece.old), split(piece.new), random)
    return Passage(*_texts(piece, found), piece.line) if found else None


def _texts(piece: Passage, sides: tuple[Lines, Lines]) -> tuple[str, str]:
    old, new = (
        joined(lines) if text.endswith("\n") else joined(lines).removesuffix("\n")
        for lines, text in zip(sides, (piece.old, piece.new), strict=True)
    )
    return old, new


def _whole(create: Create, before: Tree, random: Random, reword: Reword) -> str | None:
    """The text of a whole file with the slip in the lines that change, or else in those around."""
    there = before.get(create.path)
    document = Document.of(there.data) if isinstance(there, File) else None
    if document is None:
        return None
    old, new = document.lines, split(create.text)
    runs = linediff.runs([line.encode() for line in old], [line.encode() for line in new])
    for reach in (0, 3, len(new)) if runs else ():
        run = random.choice(runs)
        start, stop = max(run.new.start - reach, 0), min(run.new.stop + reach, len(new))
        found = reword((), new[start:stop], random)
        if found:
            return joined((*new[:start], *found[1], *new[stop:]))
    return None


def _indent(old: Lines, new: Lines, random: Random) -> tuple[Lines, Lines] | None:
    quoted = [line for line in (*old, *new) if line.strip()]
    if not quoted:
        return None
    if all(line.startswith(_STEP) for line in quoted) and random.random() < 0.5:
        return tuple(line.removeprefix(_STEP) for line in old), tuple(
            line.removeprefix(_STEP) for line in new
        )
    return tuple(map(_deeper, old)), tuple(map(_deeper, new))


def _deeper(line: str) -> str:
    return _STEP + line if line.strip() else line


def _drop_blank(old: Lines, new: Lines, random: Random) -> tuple[Lines, Lines] | None:
    runs = linediff.runs([line.encode() for line in old], [line.encode() for line in new])
    stay = [pair for pair in linediff.kept(runs, len(old)) if not old[pair[0]].strip()]
    if stay and len(old) > 1:
        here, there = random.choice(stay)
        return _without(old, here), _without(new, there)
    blank = [number for number, line in enumerate(new) if not line.strip()]
    return (old, _without(new, random.choice(blank))) if blank and not old else None


def _without(lines: Lines, number: int) -> Lines:
    return lines[:number] + lines[number + 1 :]


def _shifted(piece: Piece, random: Random) -> Piece | None:
    by = random.choice((-1, 1))
    if isinstance(piece, Block) and piece.at is not None:
        return replace(piece, at=piece.at + (by if piece.at else 1))
    if isinstance(piece, Range):
        by = by if piece.start else 1
        hashes = tuple((number + by, value) for number, value in piece.hashes)
        return replace(piece, start=piece.start + by, stop=piece.stop + by, hashes=hashes)
    return None

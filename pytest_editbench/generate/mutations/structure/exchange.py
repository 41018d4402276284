"""Two neighbouring statements in the wrong order; what is between them stays between them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pytest_editbench.edits import Edit, Span
from pytest_editbench.generate.mutations.mutation import Candidate, Damage, Mutation, Telling
from pytest_editbench.generate.mutations.structure import examples
from pytest_editbench.generate.mutations.structure.layout import Layout, Statement, layout
from pytest_editbench.generate.mutations.structure.sizes import BANDS, exchanged_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.source import Parsed

_LEAST_BLOCK = 3  # lines of the taller one
_MOST_BLOCK = 80  # lines of either
_MOST_BLOCKS = 120  # lines of both

# Spans of a candidate: both statements, comments and all, then the line that names each; its texts: what of
# each stands above that line.


def _adjacent(parsed: Parsed, draw: Draw) -> Iterator[Candidate]:  # noqa: ARG001 - all are listed
    name, here = "swap-adjacent-lines", layout(parsed)
    for one, two, gap in _neighbours(here):
        if len(one.lines) == len(two.lines) == 1:
            yield from _candidate(name, here, one, two, gap)


def _siblings(parsed: Parsed, draw: Draw) -> Iterator[Candidate]:  # noqa: ARG001 - all are listed
    name, here = "swap-sibling-blocks", layout(parsed)
    for one, two, gap in _neighbours(here):
        heights = len(one.lines), len(two.lines)
        tall = max(one.height, two.height) >= _LEAST_BLOCK
        if tall and max(heights) <= _MOST_BLOCK and sum(heights) <= _MOST_BLOCKS:
            yield from _candidate(name, here, one, two, gap)


def _neighbours(here: Layout) -> Iterator[tuple[Statement, Statement, int]]:
    """Statements that follow one another and may change places, with the blank lines between."""
    found = [
        (one, two, gap)
        for listed in here.lists
        for one, two in pairwise(listed)
        if one.plain and two.plain and not (here.fixed(one) or here.fixed(two))
        if (gap := here.gap(one, two)) is not None and here.indent(one.first) == here.indent(two.first)
    ]
    yield from sorted(found, key=lambda pair: pair[0].first)


def _candidate(name: str, here: Layout, one: Statement, two: Statement, gap: int) -> Iterator[Candidate]:
    names = here.quoted(one), here.quoted(two)
    if gap >= int(here.words["apart"]) or not names[0] or not names[1]:
        return
    # Neighbours that begin alike could not be told apart.
    if here.text(names[0]).strip() == here.text(names[1]).strip():
        return
    yield Candidate(
        name,
        (here.span(one.lines), here.span(two.lines), here.line(names[0]), here.line(names[1])),
        (here.above(one, names[0]), here.above(two, names[1])),
        line=one.first,
        changed_lines=exchanged_lines(here.lines, one.lines, two.lines),
    )


def _damage(parsed: Parsed, candidate: Candidate) -> Damage:
    one, two, one_name, two_name = candidate.spans
    second, first = candidate.texts
    return Damage(
        exchanged(parsed.data, one, two),
        marks={
            "first": parsed.line(one.start) + _below(parsed, two, two_name),
            "second": parsed.line(two.start)
            + _height(parsed, two)
            - _height(parsed, one)
            + _below(parsed, one, one_name),
        },
        words=told_above(first=first, second=second),
    )


def told_above(**texts: bytes) -> dict[str, str]:
    """The words of a damage that say what else belongs to the blocks whose lines are marked."""
    return {f"{mark}_above": text.decode() for mark, text in texts.items() if text}


def exchanged(data: bytes, one: Span, two: Span) -> tuple[Edit, Edit]:
    """The edits by which two stretches change places."""
    return Edit(one, two.of(data)), Edit(two, one.of(data))


def _below(parsed: Parsed, block: Span, line: Span) -> int:
    """How many lines of a block stand above one of its lines."""
    return parsed.line(line.start) - parsed.line(block.start)


def _height(parsed: Parsed, block: Span) -> int:
    return block.of(parsed.data).count(b"\n")


ADJACENT = Mutation(
    "swap-adjacent-lines",
    "structural",
    _adjacent,
    _damage,
    slip="Two adjacent statements are in the wrong order.",
    telling=Telling.STRUCTURAL,
    count=6,
    most_lines=None,
    examples=examples.ADJACENT,
)
SIBLINGS = Mutation(
    "swap-sibling-blocks",
    "structural",
    _siblings,
    _damage,
    slip="Two adjacent blocks are in the wrong order.",
    telling=Telling.STRUCTURAL,
    count=14,
    sizes=BANDS,
    most_lines=None,
    examples=examples.SIBLINGS,
)

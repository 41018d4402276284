"""A block that stands twice in a row."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from pytest_editbench.edits import Edit, Span
from pytest_editbench.generate.mutations.mutation import Candidate, Damage, Mutation, Telling
from pytest_editbench.generate.mutations.structure import examples
from pytest_editbench.generate.mutations.structure.exchange import told_above
from pytest_editbench.generate.mutations.structure.layout import Layout, Statement, layout
from pytest_editbench.generate.mutations.structure.sizes import BANDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.source import Parsed

_HEIGHTS = range(3, 121)  # lines of the block

# Spans of a candidate: the block, comments and all, and the line that names it; its text: what stands above.


def _find(parsed: Parsed, draw: Draw) -> Iterator[Candidate]:  # noqa: ARG001 - all are listed
    here = layout(parsed)
    repeatable = here.starts("repeatable", "repeatable")
    found = [
        candidate
        for listed in here.lists
        for one, following in zip_longest(listed, listed[1:])
        if one.start in repeatable and _repeatable(here, one) and here.clear(one, following)
        for candidate in _candidate(here, one)
    ]
    yield from sorted(found, key=lambda candidate: candidate.spans)


def _repeatable(here: Layout, one: Statement) -> bool:
    """Whether a statement can stand twice.

    At the end of a file it would be open which blank lines go with the second copy.
    """
    return one.height in _HEIGHTS and one.plain and not here.final(one.last)


def _candidate(here: Layout, one: Statement) -> Iterator[Candidate]:
    name = here.quoted(one)
    if name is not None:
        yield Candidate(
            "duplicate-block",
            (here.span(one.lines), here.line(name)),
            (here.above(one, name),),
            line=name,
            changed_lines=len(one.lines) + 1,
        )


def _damage(parsed: Parsed, candidate: Candidate) -> Damage:
    block, name = candidate.spans
    first, last, head = (parsed.line(at) for at in (block.start, block.stop, name.start))
    height, end = last - first + 1, layout(parsed).end(last)
    return Damage(
        (Edit(Span(block.stop, block.stop), end + end + block.of(parsed.data)),),
        marks={"head": head, "again": head + height + 1, "last": last + height + 1},
        words=told_above(head=candidate.texts[0]),
    )


REPEAT = Mutation(
    "duplicate-block",
    "structural",
    _find,
    _damage,
    slip="A block has been pasted twice.",
    telling=Telling.STRUCTURAL,
    count=6,
    sizes=BANDS,
    most_lines=None,
    doubles=True,
    examples=examples.REPEAT,
)

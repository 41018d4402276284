"""A body that a redundant `if` has been put around, one level deeper than it should be."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.edits import Edit, Span
from pytest_editbench.generate.mutations.mutation import Candidate, Damage, Mutation, Telling
from pytest_editbench.generate.mutations.structure import examples
from pytest_editbench.generate.mutations.structure.bodies import body, trimmed
from pytest_editbench.generate.mutations.structure.layout import Layout, layout
from pytest_editbench.generate.mutations.structure.sizes import BANDS, changed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.source import Parsed
    from pytest_editbench.languages import Node

_HEIGHTS = range(4, 161)  # lines of a body
_UNIT = re.compile(rb"\t| {1,4}| {8}")

# Spans of a candidate: the body, then each literal in it that reaches over several lines; its text: the
# white space of one level.


def _find(parsed: Parsed, draw: Draw) -> Iterator[Candidate]:  # noqa: ARG001 - all are listed
    here = layout(parsed)
    clauses = here.starts("clause-list", "clauses")
    for block in parsed.nodes("statement-list", "block"):
        lines = None if block.start_byte in clauses else body(here, block)
        if lines is None or len(lines) < _HEIGHTS.start or not _wrappable(here, block):
            continue
        lines = trimmed(here, lines)
        unit = _unit(here, block, lines[0])
        if len(lines) in _HEIGHTS and unit:
            yield from _candidate(here, lines, unit)


def _wrappable(here: Layout, block: Node) -> bool:
    inner = [statement.start for statement in here.statements(block)]
    lone_if = len(inner) == 1 and inner[0] in here.starts("repeatable", "if")
    return bool(inner) and not lone_if and here.starts("unwrappable", "unwrappable").isdisjoint(inner)


def _unit(here: Layout, block: Node, line: int) -> bytes | None:
    """The white space by which a body is deeper than what it belongs to; None if that is no level."""
    inner = here.indent(line)
    owners = [block, block.parent] if here.words["closer"] else [block.parent]
    outers = [here.indent(owner.start_point.row + 1) for owner in owners if owner]
    units = [inner[len(outer) :] for outer in outers if inner.startswith(outer)]
    return next((unit for unit in units if _UNIT.fullmatch(unit)), None)


def _candidate(here: Layout, lines: range, unit: bytes) -> Iterator[Candidate]:
    span = here.span(lines)
    literals = [literal for literal in here.verbatim if span.holds(literal)]
    if not _plain(here, lines, literals):
        return
    outer, wrapped = here.indent(lines[0]), [_deeper(here, line, unit, literals) for line in lines]
    above, below = ([outer + text] if text else [] for text in _wrapper(here))
    yield Candidate(
        "wrap-redundant-if",
        (span, *literals),
        (unit,),
        line=lines[0],
        changed_lines=changed([here.text(line) for line in lines], [*above, *wrapped, *below]),
    )


def _wrapper(here: Layout) -> tuple[bytes, bytes]:
    """What stands around a wrapped body; without braces nothing stands below."""
    return here.words["wrapper"].encode(), here.words["closer"].encode()


def _plain(here: Layout, lines: range, literals: Sequence[Span]) -> bool:
    """Whether taking the level out again, line by line, neither misses a line nor reaches into a literal."""
    outer = here.indent(lines[0])
    return all(
        not here.text(line)[:1].isspace()
        if _within(here.line(line).start, literals)
        else here.text(line).startswith(outer)
        for line in lines
        if here.text(line) and (not here.blank(line) or _within(here.line(line).start, literals))
    )


def _within(offset: int, literals: Sequence[Span]) -> bool:
    return any(literal.start < offset < literal.stop for literal in literals)


def _deeper(here: Layout, line: int, unit: bytes, literals: Sequence[Span]) -> bytes:
    """A line of a body one level deeper; blank ones and those that begin within a literal stay."""
    text = here.text(line)
    return text if here.blank(line) or _within(here.line(line).start, literals) else unit + text


def _damage(parsed: Parsed, candidate: Candidate) -> Damage:
    here = layout(parsed)
    (span, *literals), (unit,) = candidate.spans, candidate.texts
    lines = range(parsed.line(span.start), parsed.line(span.stop) + 1)
    outer, end = here.indent(lines[0]), here.end(lines[0])
    wrapper, closer = _wrapper(here)
    edits = (
        _insertion(span.start, outer + wrapper + end),
        *(
            _insertion(here.line(line).start, unit)
            for line in lines
            if _deeper(here, line, unit, literals) != here.text(line)
        ),
        *([_insertion(span.stop, end + outer + closer)] if closer else []),
    )
    return Damage(edits, marks={"wrapper": lines[0], "last": lines[-1] + 1 + bool(closer)})


def _insertion(offset: int, text: bytes) -> Edit:
    return Edit(Span(offset, offset), text)


WRAP = Mutation(
    "wrap-redundant-if",
    "structural",
    _find,
    _damage,
    slip="A condition that always holds has been left around a body.",
    telling=Telling.STRUCTURAL,
    count=14,
    sizes=BANDS,
    most_lines=None,
    examples=examples.WRAP,
)

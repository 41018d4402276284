"""Operators of one family in a row, such as `a + b - c`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.edits import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_editbench.generate.mutations.operators import Binary


def chains(data: bytes, found: Iterable[Binary]) -> dict[Span, Span]:
    """For the whole of each operator that of the outermost one it is an operand of, through parentheses."""
    outermost: dict[Span, Span] = {}
    operands: dict[Span, Span] = {}
    for binary in sorted(found, key=lambda each: (each.left.start, -each.right.stop)):
        whole = binary.whole
        outermost[whole] = operands.get(whole, whole)
        for side in (binary.left, binary.right):
            operands[bare(data, side)] = operands[side] = outermost[whole]
    return outermost


def bare(data: bytes, side: Span) -> Span:
    """The operand without the parentheses around it."""
    start, stop = side.start, side.stop
    while stop - start > 1 and data[start : start + 1] == b"(" and data[stop - 1 : stop] == b")":
        inner = data[start + 1 : stop - 1]
        start += 1 + len(inner) - len(inner.lstrip())
        stop -= 1 + len(inner) - len(inner.rstrip())
    return Span(start, stop)

"""Arithmetic, which must be told from the joining of texts and lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.edits import Span
from pytest_editbench.generate.mutations.operators import Binary, swappable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.mutations.mutation import Candidate
    from pytest_editbench.generate.source import Parsed

_NEUTRAL = {"+": b"0", "-": b"0", "*": b"1", "/": b"1"}  # on the right, either operator does the same
_QUOTES = (b'"', b"'", b"`")


def find(parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """`+` for `-`, `*` for `/`, and back, where nothing shows that the operands are no numbers."""
    found = list(swappable(parsed, "swap-arithmetic"))
    joins = _joins(parsed, [binary for binary, _ in found])
    for binary, candidate in found:
        right = binary.right.of(parsed.data).lstrip(b"+-")
        if binary.whole not in joins and right != _NEUTRAL[binary.token]:
            yield candidate


def _joins(parsed: Parsed, found: list[Binary]) -> set[Span]:
    """Those that join texts or lists: an operand is one, or is a join itself."""
    joins: set[Span] = set()
    for binary in sorted(found, key=lambda binary: (binary.right.stop, -binary.left.start)):
        if any(_joined(parsed.data, side, joins) for side in (binary.left, binary.right)):
            joins.add(binary.whole)
    return joins


def _joined(data: bytes, side: Span, joins: set[Span]) -> bool:
    text = side.of(data)
    inner = text.lstrip(b"( ")
    start = side.start + len(text) - len(inner)
    if start > side.start:
        inner = inner.rstrip(b") ,")
    return Span(start, start + len(inner)) in joins or inner.startswith(b"[") or inner.endswith(_QUOTES)

"""Fallback operators, of which one may not stand beside another kind without parentheses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.generate.mutations.chains import bare, chains
from pytest_editbench.generate.mutations.operators import Binary, binaries, swappable
from pytest_editbench.generate.source import Parsed, span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.edits import Span
    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.mutations.mutation import Candidate

_APART = "??"  # mixes with no other logical operator
_OR = "||"
# On the right of values of one type these stand for nothing, whichever operator puts them there.
_NOTHING = re.compile(
    rb"\(*(?:-?0|0n|NaN|''|\"\"|``|\[\]|\{\}|false|null|undefined|void 0)(?:\s+as\s[^)]*)?\)*"
)


def find(parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """`??` for `||`, and back, where the left operand may turn out either way."""
    swaps = parsed.dialect.swaps
    around = _Around(binaries(parsed, {*swaps.get("swap-logical", ()), *swaps.get("swap-nullish", ())}))
    logical = _logical(parsed)
    constants = {span(node) for node in parsed.nodes("constant")}
    for binary, candidate in swappable(parsed, "swap-nullish"):
        apart = candidate.texts[0].decode() == _APART
        mixed = any((token == _APART) != apart for token in around.tokens(binary))
        pointless = binary.left in constants or _NOTHING.fullmatch(binary.right.of(parsed.data))
        if not mixed and not pointless and binary.whole not in logical:
            yield candidate


def _logical(parsed: Parsed) -> set[Span]:
    """Every `||` that joins conditions, or is one itself: it gives no fallback."""
    found, data = binaries(parsed, (_OR,)), parsed.data
    rows = chains(data, found)
    conditions = {span(node) for node in parsed.nodes("condition")}
    tested = {bare(data, span(node)) for node in parsed.nodes("tested")}
    joins = {
        rows[each.whole]
        for each in found
        if each.whole in tested or not conditions.isdisjoint((bare(data, each.left), bare(data, each.right)))
    }
    return {whole for whole, row in rows.items() if row in joins}


class _Around:
    """Which logical operators stand directly around another one."""

    def __init__(self, found: list[Binary]) -> None:
        self._inner = {binary.whole: binary.token for binary in found}
        self._outer = {side: binary.token for binary in found for side in (binary.left, binary.right)}

    def tokens(self, binary: Binary) -> list[str]:
        near = (
            self._inner.get(binary.left),
            self._inner.get(binary.right),
            self._outer.get(binary.whole),
        )
        return [token for token in near if token]

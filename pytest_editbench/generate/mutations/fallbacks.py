"""Fallback operators, of which one may not stand beside another kind without parentheses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.generate.mutations.operators import Binary, binaries, swappable
from pytest_editbench.generate.source import Parsed, span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.mutations.mutation import Candidate

_APART = "??"  # mixes with no other logical operator


def find(parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """`??` for `||`, and back, where the left operand may turn out either way."""
    swaps = parsed.dialect.swaps
    around = _Around(binaries(parsed, {*swaps.get("swap-logical", ()), *swaps.get("swap-nullish", ())}))
    constants = {span(node) for node in parsed.nodes("constant")}
    for binary, candidate in swappable(parsed, "swap-nullish"):
        apart = candidate.texts[0].decode() == _APART
        mixed = any((token == _APART) != apart for token in around.tokens(binary))
        if not mixed and binary.left not in constants:
            yield candidate


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

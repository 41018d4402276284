"""Arithmetic, which must be told from the joining of texts, lists and paths."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.generate.mutations.chains import chains
from pytest_editbench.generate.mutations.operators import swappable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.mutations.mutation import Candidate
    from pytest_editbench.generate.source import Parsed

# On the right of these, either operator does the same.
_NEUTRAL = {
    "+": re.compile(rb"[+-]?0+(\.0*)?"),
    "-": re.compile(rb"[+-]?0+(\.0*)?"),
    "*": re.compile(rb"[+-]?1(\.0*)?"),
    "/": re.compile(rb"[+-]?1(\.0*)?"),
}
_INNER = re.compile(rb"(?<=[\w\])$])(?:\[[^\[\]]*\]|\([^()]*\))")  # an index, the arguments of a call
_NUMERIC = re.compile(rb"(?<![\w.$])\d|(?<![\w$])\.\d|[*/%]|\.(?:length|size)\b|\blen\b|\bMath\.")
_NO_NUMBERS = re.compile(rb"[\"'`]|(?:^|[-(,+*/=\s])\[")
_TEXTS = re.compile(
    rb"(?i:sep|prefix|suffix|name|str|string|text|path|dir|directory|folder|root|base|home|file|label|msg"
    rb"|message|html|url|uri|separator|delimiter|indent|padding|word|line|chars?|title|body)s?_?\b(?!\.)"
)


def find(parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """`+` for `-`, `*` for `/`, and back, where all that stands in a row with them speaks of numbers."""
    found = list(swappable(parsed, "swap-arithmetic"))
    rows = chains(parsed.data, [binary for binary, _ in found])
    numeric = {row: _numeric(row.of(parsed.data)) for row in sorted(set(rows.values()))}
    for binary, candidate in found:
        right = binary.right.of(parsed.data)
        if numeric[rows[binary.whole]] and not _NEUTRAL[binary.token].fullmatch(right):
            yield candidate


def _numeric(row: bytes) -> bool:
    """Whether a row of operators holds a number, or what only numbers have, and nothing else."""
    if _NO_NUMBERS.search(row) or _TEXTS.search(row):
        return False
    while (less := _INNER.sub(b"", row)) != row:
        row = less
    return bool(_NUMERIC.search(row))

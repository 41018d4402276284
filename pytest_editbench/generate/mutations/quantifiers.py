"""Quantifiers of regular expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.edits import Span
from pytest_editbench.generate.mutations.patterns import can_be_empty, quantifiers
from pytest_editbench.generate.mutations.replacement import replacing
from pytest_editbench.generate.source import Parsed, span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.mutations.mutation import Candidate

_SWAPS = {b"+": b"*", b"*": b"+"}
_NESTING_FLAG = b"v"  # with it, a class may hold classes


def find(parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """Every `+` and `*` that makes a difference."""
    emptied = {span(node) for node in parsed.nodes("emptied")}
    for match in parsed.found.get("regex", []):
        pattern = span(match["regex"][0])
        flags = b"".join(parsed.text(node) for node in match.get("flags", []))
        text, nested = pattern.of(parsed.data), _NESTING_FLAG in flags
        for at in quantifiers(text, nested=nested):
            # Where nothing comes in place of nothing, it is the same whether that is found.
            if pattern in emptied and can_be_empty(text[:at] + b"*" + text[at + 1 :], nested=nested):
                continue
            sign = Span(pattern.start + at, pattern.start + at + 1)
            yield replacing("swap-regex-quantifier", parsed, (sign, _SWAPS[sign.of(parsed.data)]))

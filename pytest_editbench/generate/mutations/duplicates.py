"""Statements that occur more than once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_editbench.generate.mutations import comparisons, literals, operators
from pytest_editbench.generate.mutations.places import Places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.mutations.mutation import Candidate
    from pytest_editbench.generate.source import Parsed


def find(parsed: Parsed, draw: Draw) -> Iterator[Candidate]:
    """Booleans, equalities and comparisons in statements of which the file holds an equal one."""
    repeated = _repeated(parsed)
    flips = (
        *comparisons.find(parsed, draw),
        *operators.find("swap-equality", parsed, draw),
        *literals.booleans(parsed, draw),
    )
    for flip in sorted(flips, key=lambda flip: flip.spans):
        if flip.spans[0] in repeated:
            yield replace(flip, mutation="duplicate-line-flip")


def _repeated(parsed: Parsed) -> Places:
    """Statements whose text occurs at least twice, their indentation aside."""
    texts = [(node, _text(parsed.text(node))) for node in parsed.nodes("any-statement")]
    counts = Counter(text for _, text in texts)
    return Places(node for node, text in texts if counts[text] > 1)


def _text(text: bytes) -> bytes:
    return b"\n".join(line.strip() for line in text.splitlines()) if b"\n" in text else text

"""Bounds of loops, conditions and comparisons that are one too low or too high."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.generate.mutations.places import Places
from pytest_editbench.generate.mutations.replacement import replacing
from pytest_editbench.generate.source import Parsed, span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.edits import Span
    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.mutations.mutation import Candidate


def find(parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """0 for 1 in a header or a comparison, `<` for `<=` against a length, the last but one for the last."""
    parts = [*_bounds(parsed), *_ends(parsed), *_numbers(parsed)]
    return (replacing("off-by-one", parsed, part) for part in sorted(parts))


def _bounds(parsed: Parsed) -> Iterator[tuple[Span, bytes]]:
    swaps = parsed.dialect.swaps.get("off-by-one", {})
    for at in sorted({span(node) for node in parsed.nodes("bound")}):
        yield at, swaps[at.of(parsed.data).decode()].encode()


def _ends(parsed: Parsed) -> Iterator[tuple[Span, bytes]]:
    swaps = parsed.dialect.swaps.get("off-by-one at the end", {})
    for node in parsed.nodes("end"):
        if text := swaps.get(parsed.text(node).decode()):
            yield span(node), text.encode()


def _numbers(parsed: Parsed) -> Iterator[tuple[Span, bytes]]:
    swaps = parsed.dialect.swaps.get("off-by-one", {})
    headers, types = Places(parsed.nodes("header")), Places(parsed.nodes("type"))
    fixed = {node.start_byte for role in ("end", "fixed-number") for node in parsed.nodes(role)}
    for node in parsed.nodes("number"):
        at, text = span(node), swaps.get(parsed.text(node).decode())
        if text and at.start not in fixed and at in headers and at not in types:
            yield at, text.encode()

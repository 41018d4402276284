"""Comparisons whose limit makes a difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.generate.mutations.operators import binaries, swappable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.edits import Span
    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.mutations.mutation import Candidate
    from pytest_editbench.generate.source import Parsed

_GUARDS = ("&&", "and")
_VERSION = b"version_info"  # of five parts: it never equals two or three


def find(parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """`<` for `<=`, `>` for `>=`, and back."""
    guarded = _guarded(parsed)
    for binary, candidate in swappable(parsed, "swap-comparison"):
        left, right = binary.left.of(parsed.data), binary.right.of(parsed.data)
        truthy = right == b"0" and (binary.whole, left) in guarded
        if not truthy and _VERSION not in left + right:
            yield candidate


def _guarded(parsed: Parsed) -> set[tuple[Span, bytes]]:
    """What is only reached where a text before it is truthy, with that text."""
    return {(each.right, each.left.of(parsed.data)) for each in binaries(parsed, _GUARDS)}

"""Access that stops at a missing value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.generate.mutations.operators import binaries
from pytest_editbench.generate.mutations.replacement import replacing
from pytest_editbench.generate.source import Parsed, span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.edits import Span
    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.mutations.mutation import Candidate

_GUARD = "&&"


def find(parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """Every `?.` before a property, an index or a call, where what stands before it may be missing."""
    return (replacing("remove-optional-chain", parsed, part) for part in sorted(_chains(parsed)))


def _chains(parsed: Parsed) -> Iterator[tuple[Span, bytes]]:
    constants = {span(node) for node in parsed.nodes("constant")}
    guarded = {(binary.right.start, binary.left.of(parsed.data)) for binary in binaries(parsed, (_GUARD,))}
    for match in parsed.found.get("chain", []):
        thing = match["object"][0]
        if span(thing) not in constants and (thing.start_byte, parsed.text(thing)) not in guarded:
            yield span(match["chain"][0]), b"." if "property" in match else b""

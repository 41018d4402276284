"""Arguments of calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.generate.mutations.replacement import replacing
from pytest_editbench.generate.source import Parsed, span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.edits import Span
    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.mutations.mutation import Candidate


def find(parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """The first two arguments of every call, if they are plain, differ, and stand on one line."""
    return (replacing("swap-call-args", parsed, *pair) for pair in sorted(_pairs(parsed)))


def _pairs(parsed: Parsed) -> Iterator[tuple[tuple[Span, bytes], tuple[Span, bytes]]]:
    passed_over = {span(node).start for node in parsed.nodes("no-argument")}
    for match in parsed.found.get("arguments", []):
        first, second = span(match["first"][0]), span(match["second"][0])
        if passed_over.isdisjoint((first.start, second.start)) and _exchange(parsed.data, first, second):
            one, two = first.of(parsed.data), second.of(parsed.data)
            yield (first, two), (second, one)


def _exchange(data: bytes, first: Span, second: Span) -> bool:
    one_line = b"\n" not in data[first.start : second.stop]
    return one_line and first.of(data).split() != second.of(data).split()

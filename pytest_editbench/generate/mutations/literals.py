"""Booleans, and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.edits import Span
from pytest_editbench.generate.mutations.places import Places
from pytest_editbench.generate.mutations.replacement import replacing
from pytest_editbench.generate.source import Parsed, span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.mutations.mutation import Candidate

_DASH = "\N{EN DASH}".encode()


def booleans(parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """Every boolean that is a value and no type."""
    swaps, types = parsed.dialect.swaps.get("flip-boolean", {}), Places(parsed.nodes("type"))
    for node in parsed.nodes("boolean"):
        if span(node) not in types:
            text = swaps[parsed.text(node).decode()].encode()
            yield replacing("flip-boolean", parsed, (span(node), text))


def hyphens(parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """The first hyphen of every text that is a value: no type, directive or name of a module."""
    passed_over = Places([*parsed.nodes("type"), *parsed.nodes("fixed-text")])
    escapes = Places(parsed.nodes("no-text"))
    done: set[int] = set()
    for match in parsed.found.get("text", []):
        string = span(match["string"][0])
        if string.start in done or string in passed_over:
            continue
        if hyphen := _hyphen(parsed.data, span(match["text"][0]), escapes):
            done.add(string.start)
            yield replacing("unicode-hyphen", parsed, (hyphen, _DASH))


def _hyphen(data: bytes, text: Span, escapes: Places) -> Span | None:
    """The first hyphen of a stretch of text that is no part of an escape."""
    at = data.find(b"-", text.start, text.stop)
    while at >= 0 and Span(at, at + 1) in escapes:
        at = data.find(b"-", at + 1, text.stop)
    return Span(at, at + 1) if at >= 0 else None

"""Edits as values: spans of bytes and what comes in their place, applied all at once."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Bytes from `start` up to, not including, `stop`."""

    start: int  # bytes, 0-based
    stop: int

    def of(self, data: bytes) -> bytes:
        """The bytes it spans."""
        return data[self.start : self.stop]

    def holds(self, other: Span) -> bool:
        """Whether the other lies wholly within this one."""
        return self.start <= other.start and other.stop <= self.stop


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """A span and the bytes that take its place."""

    span: Span
    text: bytes


def apply(data: bytes, edits: Sequence[Edit]) -> bytes:
    """The bytes after all edits, none of which sees another's effect; ValueError where two overlap.

    Edits at one place are carried out in the order given; an insertion at the start of a replaced
    span comes before what replaces it.
    """
    pieces: list[bytes] = []
    at = 0
    for edit in _ordered(edits, len(data)):
        pieces += (data[at : edit.span.start], edit.text)
        at = edit.span.stop
    return b"".join((*pieces, data[at:]))


def inverse(data: bytes, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """The edits that turn `apply(data, edits)` back into `data`."""
    found: list[Edit] = []
    shift = 0
    for edit in _ordered(edits, len(data)):
        start = edit.span.start + shift
        found.append(Edit(Span(start, start + len(edit.text)), edit.span.of(data)))
        shift += len(edit.text) - (edit.span.stop - edit.span.start)
    return tuple(found)


def _ordered(edits: Sequence[Edit], size: int) -> list[Edit]:
    ordered = sorted(edits, key=lambda edit: edit.span)
    for one, two in pairwise(ordered):
        if two.span.start < one.span.stop:
            raise ValueError(f"edits overlap: {one.span} and {two.span}")
    if ordered and not 0 <= ordered[0].span.start <= max(edit.span.stop for edit in ordered) <= size:
        raise ValueError(f"an edit lies outside of the {size} bytes")
    return ordered

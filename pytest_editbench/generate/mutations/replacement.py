"""Candidates that say themselves what comes in place of each of their spans."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.edits import Edit, Span
from pytest_editbench.generate.mutations.mutation import Candidate, Damage

if TYPE_CHECKING:
    from pytest_editbench.generate.source import Parsed


def replacing(mutation: str, parsed: Parsed, *parts: tuple[Span, bytes]) -> Candidate:
    """The candidate that puts each text in place of its span; the spans are in order."""
    lines = {parsed.line(span.start) for span, _ in parts}
    return Candidate(
        mutation,
        spans=tuple(span for span, _ in parts),
        texts=tuple(text for _, text in parts),
        line=min(lines),
        changed_lines=len(lines),
    )


def damage(_: Parsed, candidate: Candidate) -> Damage:
    """Put the texts of a candidate in place of its spans."""
    return Damage(tuple(map(Edit, candidate.spans, candidate.texts)))

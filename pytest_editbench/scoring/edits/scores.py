"""All scores of one edit, against the acceptable answer that it comes nearest to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.editscores import EditScores
from pytest_editbench.scoring.edits import lines, tokens
from pytest_editbench.scoring.edits.chrf import delta_chrf
from pytest_editbench.scoring.edits.reversal import reversal_ratio

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Result:
    """A text that an edit led to, or should lead to."""

    text: str
    cursor: int | None = None  # offset in bytes; None: nothing is known of it


def score(
    original: str, expected: Result, actual: Result, *, answer: str = "expected", before: str | None = None
) -> EditScores:
    """The scores of the edit original → actual, where original → expected was asked.

    `before` is the text before the user's own edits that led to the original.
    """
    made = lines.changed(original, actual.text)
    inserted, deleted = tokens.inserted_and_deleted(original, actual.text)
    return EditScores(
        answer=answer,
        delta_chrf=delta_chrf(original, expected.text, actual.text),
        lines=lines.exact(lines.changed(original, expected.text), made),
        kept_rate=tokens.kept_rate(original, expected.text, actual.text),
        cursor_distance=cursor_distance(expected.cursor, actual.cursor),
        braces_disbalance=lines.braces_disbalance(actual.text),
        isolated_whitespace=lines.isolated_whitespace(made),
        wrong_region=lines.wrong_region(made),
        inserted_tokens=inserted,
        deleted_tokens=deleted,
        reversal_ratio=None if before is None else reversal_ratio(before, original, actual.text),
    )


def best(
    original: str, answers: Mapping[str, Result], actual: Result, *, before: str | None = None
) -> EditScores:
    """The scores against the answer that they are best for; ValueError without any answer.

    The highest delta-chrF counts, then F1 of the lines, then the nearest cursor, then the first answer.
    """
    if not answers:
        raise ValueError("an edit without an acceptable answer has no scores")
    found = [score(original, each, actual, answer=name, before=before) for name, each in answers.items()]
    return max(found, key=lambda each: (each.delta_chrf, each.lines.f1, -(each.cursor_distance or 0)))


def cursor_distance(expected: int | None, actual: int | None) -> int | None:
    """|expected − actual| of two offsets; None unless both are known."""
    return None if expected is None or actual is None else abs(expected - actual)

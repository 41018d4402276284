"""How near an edit comes to an acceptable one, as values; `scoring` works them out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True)
class LineMatch:
    """The lines of two patches, compared as bags."""

    right: int  # true positives: lines of both
    wrong: int  # false positives: lines of the actual patch alone
    missing: int  # false negatives: lines of the expected patch alone

    @property
    def precision(self) -> float:
        """right / (right + wrong); 1 where both patches are empty, else 0 for 0/0."""
        return self._share(self.right + self.wrong)

    @property
    def recall(self) -> float:
        """right / (right + missing); 1 where both patches are empty, else 0 for 0/0."""
        return self._share(self.right + self.missing)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall: 2 · right / (2 · right + wrong + missing)."""
        return self._share(self.right + (self.wrong + self.missing) / 2)

    def _share(self, whole: float) -> float:
        if not self.right + self.wrong + self.missing:
            return 1.0
        return self.right / whole if whole else 0.0


@dataclass(frozen=True, slots=True)
class EditScores:
    """How near an edit comes to an answer, and what it looks like by itself."""

    answer: str  # the name of the answer it was held against
    delta_chrf: float  # 0 to 100
    lines: LineMatch
    kept_rate: float  # 0 to 1
    cursor_distance: int | None  # bytes; None unless both cursors are known
    braces_disbalance: int  # of the actual text
    isolated_whitespace: bool
    wrong_region: bool
    inserted_tokens: int
    deleted_tokens: int
    reversal_ratio: float | None  # 0 to 1; None without an edit history

    @property
    def perfect(self) -> bool:
        """Whether the edit is the answer, as far as these scores can see."""
        return self.delta_chrf == 100 and self.lines.f1 == 1 and not self.cursor_distance


FIGURES: Mapping[str, Callable[[EditScores], float | None]] = {
    "delta-chrf": lambda scores: scores.delta_chrf,
    "lines-right": lambda scores: scores.lines.right,
    "lines-wrong": lambda scores: scores.lines.wrong,
    "lines-missing": lambda scores: scores.lines.missing,
    "precision": lambda scores: scores.lines.precision,
    "recall": lambda scores: scores.lines.recall,
    "f1": lambda scores: scores.lines.f1,
    "kept-rate": lambda scores: scores.kept_rate,
    "reversal-ratio": lambda scores: scores.reversal_ratio,
    "cursor-distance": lambda scores: scores.cursor_distance,
    "inserted-tokens": lambda scores: scores.inserted_tokens,
    "deleted-tokens": lambda scores: scores.deleted_tokens,
    "braces-disbalance": lambda scores: scores.braces_disbalance,
    "isolated-whitespace": lambda scores: scores.isolated_whitespace,
    "wrong-region": lambda scores: scores.wrong_region,
}
"""The figures by the names that columns have; truths count as 0 and 1, None is unknown."""

COLUMNS = (*FIGURES, "rejected")
"""The names of columns that a table can have beside its own."""


def figures(scores: EditScores) -> dict[str, float]:
    """All figures that are known, by name."""
    found = {name: of(scores) for name, of in FIGURES.items()}
    return {name: float(value) for name, value in found.items() if value is not None}

"""Numbers and how sure they are."""

from __future__ import annotations

from dataclasses import dataclass

ALPHA = 0.05  # of every test: how often it may take noise for a difference
POWER = 0.8  # how often a difference should show, where sizes are told
CONFIDENCE = 0.95  # of every interval


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval."""

    low: float
    high: float
    method: str  # how it was made, for people


@dataclass(frozen=True, slots=True)
class SignTest:
    """The chances of a sum of differences as extreme as the one found, were there no difference."""

    low: float  # as low as that, or lower; one-sided
    high: float  # as high as that, or higher
    exact: bool  # counted, not approximated

    @property
    def either(self) -> float:
        """The two-sided p: twice the smaller tail."""
        return min(1.0, 2 * min(self.low, self.high))

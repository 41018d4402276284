"""What a run will be able to tell, and what it will take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Basis:
    """What is known before a run of the agent to be run."""

    source: str  # where from, for people
    rate: float  # mean pass rate over cases
    flips: float  # chance that two trials of one case differ, mean over cases
    seconds: float | None = None  # of a trial, mean
    cost: float | None = None  # US dollars of a trial, mean
    priced: bool = False  # from tokens and given prices, not as the agent reported


@dataclass(frozen=True, slots=True)
class Need:
    """How many cases show the drop that is aimed at, with so many trials each."""

    trials: int
    cases: int | None  # None: more than a million, or the drop is larger than the rate


@dataclass(frozen=True, slots=True)
class Forecast:
    """A run of `cases` × `trials`, and a comparison with a second one like it."""

    cases: int
    trials: int
    basis: Basis
    interval: tuple[float, float]  # 95 % of the rate
    reach: float  # half the width of the 95 % interval of the difference of two runs that are alike
    unpaired: float | None  # smallest drop that shows 8 times in 10, not knowing which case is which
    paired: float | None  # the same, case by case; None: not even a fall to 0
    simulated: bool  # how `paired` was found; else in closed form
    aim: float  # drop that is to be seen
    needs: tuple[Need, ...]
    seconds: float | None  # agents' time, one trial after another
    cost: float | None  # US dollars

    @property
    def suffices(self) -> bool:
        """Whether the drop that is aimed at will show."""
        return self.paired is not None and self.paired <= self.aim

"""What a run of so many cases and trials will tell."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from pytest_editbench.errors import UsageError
from pytest_editbench.findings.forecast import Forecast, Need
from pytest_editbench.scoring import power, sizes
from pytest_editbench.scoring.chances import Chances, differences
from pytest_editbench.scoring.rates import Z95, wilson

if TYPE_CHECKING:
    from pytest_editbench.findings.forecast import Basis

SIMULATED = 1_000  # cases up to which power is simulated
TRIALS = (1, 3, 5, 10)  # that needs are told for, beside those of the plan
CERTAIN = 1e-6  # nearer to 0 or 1 than that is there


def forecast(cases: int, trials: int, basis: Basis, aim: float) -> Forecast:
    """What a run will tell of an agent like the one in `basis`, and what it takes to see a drop of `aim`.

    The second run is like the first, but for cases that it never passes any more. `UsageError` for figures
    that contradict each other, and for an agent that passes nothing.
    """
    chances = _chances(basis)
    simulated = cases <= SIMULATED
    count = cases * trials
    return Forecast(
        cases=cases,
        trials=trials,
        basis=basis,
        interval=_interval(chances, cases, trials),
        reach=Z95 * sqrt(chances.flips / trials / cases),
        unpaired=sizes.smallest_drop(lambda drop: power.unpaired(chances, cases, trials, drop), chances.rate),
        paired=_paired(chances, cases, trials, simulated=simulated),
        simulated=simulated,
        aim=aim,
        needs=tuple(
            Need(each, needed(chances, each, aim, simulate=each == trials))
            for each in sorted({*TRIALS, trials})
        ),
        seconds=None if basis.seconds is None else basis.seconds * count,
        cost=None if basis.cost is None else basis.cost * count,
    )


def _chances(basis: Basis) -> Chances:
    try:
        chances = Chances(basis.rate, basis.flips)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if chances.rate < CERTAIN:
        raise UsageError("an agent that passes nothing cannot get worse; there is nothing to plan")
    return chances


def _interval(chances: Chances, cases: int, trials: int) -> tuple[float, float]:
    """Wilson's, as if there were as many single trials as give a mean of this variance."""
    variance, single = chances.variance(trials), chances.rate * (1 - chances.rate)
    like = cases * single / variance if variance > CERTAIN else cases
    return wilson(chances.rate * like, like)


def _paired(chances: Chances, cases: int, trials: int, *, simulated: bool) -> float | None:
    rate = chances.rate
    closed = sizes.smallest_drop(lambda drop: power.of_breaking(chances, cases, trials, drop), rate)
    if not simulated:
        return closed
    return sizes.smallest_drop(
        lambda drop: power.simulated(differences(chances, trials, drop / rate), cases), rate, closed
    )


def needed(chances: Chances, trials: int, drop: float, *, simulate: bool = True) -> int | None:
    """The fewest cases with which the drop shows; None above a million, and for a drop beyond the rate.

    Simulated, to within 2 %, where `SIMULATED` cases suffice; else in closed form.
    """
    if drop > chances.rate:
        return None
    closed = sizes.fewest_cases(lambda cases: power.of_breaking(chances, cases, trials, drop))
    if closed is None or closed > SIMULATED or not simulate:
        return closed
    chance = differences(chances, trials, drop / chances.rate)
    return sizes.fewest_cases(lambda cases: power.simulated(chance, cases), closed, max(closed // 50, 1))

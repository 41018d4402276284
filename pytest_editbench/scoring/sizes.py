"""How large a difference, or a suite, must be for a comparison to show it."""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev

from pytest_editbench.findings.estimates import ALPHA, POWER
from pytest_editbench.scoring import power

FINEST = 0.0005  # to which drops are told
MOST_CASES = 1_000_000
NORMAL = NormalDist()


def smallest_drop(chance: Callable[[float], float], most: float, guess: float | None = None) -> float | None:
    """The smallest drop up to `most` that shows with a chance of `POWER`; None when there is none.

    `chance` gives the chance that a drop shows; it must not fall as the drop grows. A `guess` saves calls.
    """
    low, high = 0.0, most
    if guess:
        low = guess / 2 if chance(guess / 2) < POWER else low
        high = 2 * guess if 2 * guess < most and chance(2 * guess) >= POWER else high
    if high == most and chance(most) < POWER:
        return None
    while high - low > FINEST:
        middle = (low + high) / 2
        low, high = (low, middle) if chance(middle) >= POWER else (middle, high)
    return high


def fewest_cases(chance: Callable[[int], float], guess: int = 1, finest: int = 1) -> int | None:
    """The fewest cases, to within `finest`, with which a drop shows with a chance of `POWER`.

    `chance` gives the chance by the number of cases; it must not fall, steps of the exact test aside. None
    above `MOST_CASES`.
    """
    high = guess
    while chance(high) < POWER:
        high *= 2
        if high > MOST_CASES:
            return None
    low = high // 2
    while low > 0 and chance(low) >= POWER:
        low, high = low // 2, low
    while high - low > finest:
        middle = (low + high) // 2
        low, high = (low, middle) if chance(middle) >= POWER else (middle, high)
    return high


def of_rates(differences: Sequence[float], trials: int, alpha: float = ALPHA) -> float | None:
    """The smallest drop of the rate that cases this noisy could have shown; None when not even the largest.

    `differences` are those of the cases' rates. The drop is made of cases that fall from 1 to 0.
    """
    cases = len(differences)
    noise = fmean([difference**2 for difference in differences]) if cases else 0.0
    step = 1 / trials if noise else 1.0
    return smallest_drop(lambda drop: power.expected(cases, drop, (1.0, 1.0), noise, step, alpha), 1.0)


def of_values(differences: Sequence[float], alpha: float = ALPHA) -> float | None:
    """The smallest change of a mean that differences this wide could have shown, by the normal distribution.

    J. Cohen, "Statistical power analysis for the behavioral sciences" (1988), section 2.3.4. None where no
    two cases differ.
    """
    if len(set(differences)) < 2:
        return None
    return (NORMAL.inv_cdf(1 - alpha) + NORMAL.inv_cdf(POWER)) * stdev(differences) / sqrt(len(differences))

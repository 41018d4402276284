"""What cases tell about agents: how noisy they are, and whether they tell good from bad."""

from collections.abc import Sequence
from statistics import StatisticsError, correlation, fmean

FEWEST = 5  # cases in which two agents differ, before any test can tell: ½⁵ is the first power below 5 %


def flip_rate(passed: int, trials: int) -> float | None:
    """The chance that two trials of a case differ, from those that were made; unbiased. None for one trial.

    The share of unlike pairs among all pairs of trials, which is 2p(1 - p) in the mean: W. Hoeffding, "A
    class of statistics with asymptotically normal distribution", Annals of Mathematical Statistics 19 (1948).
    """
    if trials < 2:
        return None
    return 2 * passed * (trials - passed) / (trials * (trials - 1))


def discrimination(rates: Sequence[float], rest: Sequence[float]) -> float | None:
    """The correlation over agents of a case's rates with the agents' mean rates on all other cases.

    The corrected item-total correlation of classical test theory: F. M. Lord, M. R. Novick, "Statistical
    theories of mental test scores" (1968), section 15.4. Below 0, weaker agents do better. None for fewer
    than three agents, and where either side is all alike.
    """
    if len(rates) < 3:
        return None
    try:
        return correlation(rates, rest)
    except StatisticsError:
        return None


def mean(values: Sequence[float | None]) -> float | None:
    """The mean of those that are known; None without any."""
    if len(values) == 1:  # asked a million times for single trials
        return values[0]
    known = [value for value in values if value is not None]
    return fmean(known) if known else None

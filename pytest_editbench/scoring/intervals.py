"""95 % intervals of a difference between pairs."""

from collections import Counter
from collections.abc import Sequence
from math import fsum, sqrt
from random import Random
from statistics import NormalDist, fmean, stdev

from pytest_editbench.findings.estimates import CONFIDENCE, Interval
from pytest_editbench.scoring import student
from pytest_editbench.scoring.rates import wilson

UPPER = (1 + CONFIDENCE) / 2
LARGE = 2_000  # cases above which a mean is as good as normal, and resampling slow
RESAMPLES = (1_000, 2_000)  # at least and at most
DRAWS = 1_000_000  # in all, for as long as that gives enough resamples
SEED = 1908
NEWCOMBE = "Newcombe"
FIRST_TRIALS = "Newcombe, first trials: no rate of a case differs"
BOOTSTRAP = "bootstrap over cases"
STUDENT = "Student's t over cases"


def of_rates(passes: Sequence[tuple[int, int, int]], firsts: Sequence[tuple[bool, bool]]) -> Interval | None:
    """The interval of the mean difference of rates: Newcombe's for single trials, else over cases.

    `passes` holds (passed before, passed after, trials) of each case, `firsts` whether the first trial of
    each passed. None without cases.
    """
    single = all(trials == 1 for _, _, trials in passes)
    if not passes or (single and len(passes) <= LARGE):
        return _newcombe_of(firsts, NEWCOMBE)
    differences = [(after - before) / trials for before, after, trials in passes]
    # Cases without any spread have an interval of no width, as if nothing could ever differ.
    return of_values(differences) or _newcombe_of(firsts, FIRST_TRIALS)


def of_values(differences: Sequence[float], seed: int = SEED) -> Interval | None:
    """The interval of a mean difference over cases; None where no two cases differ."""
    if len(set(differences)) < 2:
        return None
    if len(differences) > LARGE:
        return Interval(*student_t(differences), STUDENT)
    return Interval(*bootstrap(differences, seed), BOOTSTRAP)


def newcombe(both: int, lost: int, won: int, neither: int) -> tuple[float, float]:
    """The interval (low, high) of the rate after minus the rate before, from the four kinds of pairs.

    `lost` passed before alone, `won` after alone. R. G. Newcombe, "Improved confidence intervals for the
    difference between binomial proportions based on paired data", Statistics in Medicine 17 (1998),
    2635-2650, method 10: Wilson intervals of both rates, joined with the correlation φ, whose numerator is
    corrected for continuity.
    """
    n = both + lost + won + neither
    before, after = (both + lost) / n, (both + won) / n
    low_before, high_before = wilson(both + lost, n)
    low_after, high_after = wilson(both + won, n)
    phi = _phi(both, lost, won, neither)
    difference = (won - lost) / n
    down = _joined(after - low_after, high_before - before, phi)
    up = _joined(high_after - after, before - low_before, phi)
    return max(difference - down, -1.0), min(difference + up, 1.0)


def _phi(both: int, lost: int, won: int, neither: int) -> float:
    margins = (both + lost) * (won + neither) * (both + won) * (lost + neither)
    product = float(both * neither - lost * won)
    if product > 0:
        product = max(product - (both + lost + won + neither) / 2, 0.0)
    return product / sqrt(margins) if margins else 0.0


def _joined(one: float, other: float, phi: float) -> float:
    return sqrt(max(one * one - 2 * phi * one * other + other * other, 0.0))


def _newcombe_of(pairs: Sequence[tuple[bool, bool]], method: str) -> Interval | None:
    if not pairs:
        return None
    counts = Counter(pairs)
    both, lost, won = (counts[kind] for kind in ((True, True), (True, False), (False, True)))
    return Interval(*newcombe(both, lost, won, counts[False, False]), method)


def bootstrap(differences: Sequence[float], seed: int = SEED) -> tuple[float, float]:
    """The expanded percentile interval (low, high) of the mean, from resampled cases.

    T. C. Hesterberg, "What teachers should know about the bootstrap", The American Statistician 69 (2015),
    371-386, section 3.2: the percentiles are moved outward, to those that a normal bootstrap distribution
    needs for the width of Student's interval, without which it is too narrow for few cases. Only
    `Random.random` is drawn from, whose sequence is the same on every Python.
    """
    n, random = len(differences), Random(seed).random
    resamples = min(max(DRAWS // n, RESAMPLES[0]), RESAMPLES[1])
    means = sorted(fsum([differences[int(random() * n)] for _ in range(n)]) / n for _ in range(resamples))
    outward = NormalDist().cdf(-sqrt(n / (n - 1)) * student.quantile(UPPER, n - 1))
    return _percentile(means, outward), _percentile(means, 1 - outward)


def _percentile(ordered: Sequence[float], share: float) -> float:
    """Between the two values around it in proportion, the first value being share 0 and the last 1."""
    place = share * (len(ordered) - 1)
    below = min(int(place), len(ordered) - 2)
    return ordered[below] + (place - below) * (ordered[below + 1] - ordered[below])


def student_t(differences: Sequence[float]) -> tuple[float, float]:
    """Student's interval (low, high) of the mean ("The probable error of a mean", Biometrika 6, 1908)."""
    mean, n = fmean(differences), len(differences)
    reach = student.quantile(UPPER, n - 1) * stdev(differences, mean) / sqrt(n)
    return mean - reach, mean + reach

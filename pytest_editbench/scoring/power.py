"""How likely a comparison is to show a drop that is there."""

from bisect import bisect
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import accumulate
from math import exp, lgamma, log, sqrt
from random import Random
from statistics import NormalDist

from pytest_editbench.findings.estimates import ALPHA
from pytest_editbench.scoring.chances import Chances
from pytest_editbench.scoring.paired import edgeworth, sign_flip

REPETITIONS = 1_000
SEED = 1947
COUNTED = 64  # differences up to which a simulated test is exact
NEVER = 1e-9
NORMAL = NormalDist()


def simulated(
    chance: Mapping[int, float], cases: int, repetitions: int = REPETITIONS, seed: int = SEED
) -> float:
    """The share of simulated comparisons in which the sign-flip test finds a drop.

    `chance` tells how likely each difference of a case is, in whole units; see `chances.differences`. Only
    `Random.random` is drawn from, whose sequence is the same on every Python.
    """
    values = [value for value, share in chance.items() if share > 0]
    bounds = list(accumulate(chance[value] for value in values))[:-1]
    random = Random(seed).random
    found = 0
    for _ in range(repetitions):
        counts = [0] * len(values)
        for _ in range(cases):
            counts[bisect(bounds, random())] += 1
        found += _shows(tuple(zip(values, counts, strict=True)))
    return found / repetitions


@cache
def _shows(counts: tuple[tuple[int, int], ...]) -> bool:
    told = [(value, count) for value, count in counts if value and count]
    total = sum(value * count for value, count in told)
    if total >= 0:
        return False
    if sum(count for _, count in told) <= COUNTED:
        return sign_flip(value for value, count in told for _ in range(count)).low <= ALPHA
    squares, fourths = (float(sum(value**power * count for value, count in told)) for power in (2, 4))
    return edgeworth(total, squares, fourths) <= ALPHA


def expected(
    cases: int, broken: float, harm: tuple[float, float], noise: float, step: float, alpha: float = ALPHA
) -> float:
    """The same chance in closed form, for any number of cases.

    Of `cases`, a share `broken` falls by `harm` (mean and mean square of the fall); the others have
    differences around zero with mean square `noise`; sums move in steps of twice `step`. Given that B cases
    broke, the sum is taken for normal and Σd² for its mean; the test asks for sum ≤ -z·√Σd² - step. B is
    binomial, which counts where few cases decide.
    """
    z = NORMAL.inv_cdf(1 - alpha)
    mean, square = harm
    power = 0.0
    for count, chance in _binomial(cases, broken):
        rest = (cases - count) * noise
        surplus = count * mean - z * sqrt(count * square + rest) - step
        spread = sqrt(max(count * (square - mean * mean), 0.0) + rest)
        power += chance * (NORMAL.cdf(surplus / spread) if spread > NEVER else surplus >= 0)
    return power


def _binomial(n: int, share: float) -> Iterator[tuple[int, float]]:
    """The counts that are not out of the question, and their chances."""
    if share >= 1:
        yield n, 1.0
        return
    mean, reach = n * share, 8 * sqrt(n * share * (1 - share)) + 8
    for count in range(max(int(mean - reach), 0), min(int(mean + reach), n) + 1):
        if share > 0 or count == 0:
            ways = lgamma(n + 1) - lgamma(count + 1) - lgamma(n - count + 1)
            hits = count * log(share) if count else 0.0
            yield count, exp(ways + hits + (n - count) * log(1 - share))


def of_breaking(chances: Chances, cases: int, trials: int, drop: float) -> float:
    """`expected` for a drop of the mean rate by cases that are never passed any more."""
    if chances.flips < NEVER:  # then a case falls from always to never, or not at all
        return expected(cases, drop, (1.0, 1.0), 0.0, 1.0)
    harm = (chances.rate, chances.rate**2 + chances.variance(trials))
    return expected(cases, drop / chances.rate, harm, chances.flips / trials, 1 / trials)


def unpaired(chances: Chances, cases: int, trials: int, drop: float) -> float:
    """The chance of a one-sided two-sample z test, which does not know which case is which.

    J. L. Fleiss, "Statistical methods for rates and proportions" (1981), section 3.2, with the variance of a
    case's rate in place of p(1 - p), and not pooled.
    """
    after = chances.broken(drop / chances.rate)
    spread = sqrt((chances.variance(trials) + after.variance(trials)) / cases)
    if spread < NEVER:
        return 1.0
    return NORMAL.cdf(drop / spread - NORMAL.inv_cdf(1 - ALPHA))

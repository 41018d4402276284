"""Whether differences of pairs lean to one side, by the exact sign-flip test."""

from collections.abc import Iterable, Sequence
from math import exp, fsum, gcd, lcm, pi, sqrt
from statistics import NormalDist

from pytest_editbench.findings.estimates import SignTest

EXACT_WORK = 10_000_000_000  # bits that are added up; less than a second
STEPS = 100  # that the largest of real differences is made of
COARSEST = 20  # steps; rather than coarser, they are as fine as is cheap where nothing is counted
FINEST = 1_000
NORMAL = NormalDist()


def sign_flip(differences: Iterable[int]) -> SignTest:
    """The chance of a sum as far to either side as this one, were the sign of each difference a fair coin's.

    R. A. Fisher, "The design of experiments" (1935), section 21: of the 2ⁿ equally likely ways to set the
    signs, count those with a sum as small (`low`) or as large (`high`). They are counted exactly, as the
    coefficients of Π(1 + x^|d|), whose exponent is the sum of the positive differences; ties (0) say nothing
    and drop out. Where all differences are ±1 this is the exact test of Q. McNemar, "Note on the sampling
    error of the difference between correlated proportions", Psychometrika 12 (1947), 153-157: a binomial
    tail with p = ½. Above `EXACT_WORK` the tails are approximate, see `edgeworth`.
    """
    signed = [difference for difference in differences if difference]
    if not signed:
        return SignTest(1.0, 1.0, exact=True)
    unit = gcd(*signed)
    weights = [abs(difference) // unit for difference in signed]
    total = sum(signed) // unit
    if len(weights) * (len(weights) + 1) * sum(weights) > EXACT_WORK:
        squares, fourths = (float(sum(weight**power for weight in weights)) for power in (2, 4))
        low, high = (edgeworth(each, squares, fourths) for each in (total, -total))
        return SignTest(low, high, exact=False)
    low, high = _exact(weights, total)
    return SignTest(low, high, exact=True)


def _exact(weights: Sequence[int], total: int) -> tuple[float, float]:
    """Low and high tail; the coefficients stand side by side in one large number, a field of bits each."""
    bits = len(weights) + 1
    ways = 1
    for weight in weights:
        ways += ways << bits * weight

    def at_least(positive: int) -> float:
        # Modulo 2ᵇ - 1 a number is the sum of its digits to the base 2ᵇ, as long as that sum is less.
        return (ways >> bits * positive) % ((1 << bits) - 1) / (1 << len(weights))

    reach = sum(weights)
    return at_least((reach - total) // 2), at_least((reach + total) // 2)


def edgeworth(total: int, squares: float, fourths: float) -> float:
    """The lower tail by the normal distribution, corrected for steps and kurtosis.

    `squares` is Σw², the variance of a sum of ±w, and `fourths` is Σw⁴, its fourth cumulant being -2Σw⁴. Sums
    lie two units apart: half a step is added, and W. F. Sheppard's corrections for steps of two are taken off
    the cumulants. The series is that of F. Y. Edgeworth; for both see J. E. Kolassa, "Series approximation
    methods in statistics" (2006), chapters 3 and 5.
    """
    squares, fourths = squares - 1 / 3, fourths - 1 / 15
    z = (total + 1) / sqrt(squares)
    density = exp(-z * z / 2) / sqrt(2 * pi)
    return min(max(NORMAL.cdf(z) + density * fourths / squares**2 / 12 * (z**3 - 3 * z), 0.0), 1.0)


def scaled(passes: Iterable[tuple[int, int, int]]) -> list[int]:
    """Differences of rates in whole units, from (passes before, passes after, trials) of each case.

    Rounded where cases have such unlike numbers of trials that no unit of `FINEST` a whole fits them all.
    """
    rows = list(passes)
    unit = lcm(*(trials for _, _, trials in rows))
    if unit > FINEST:
        return rounded([(after - before) / trials for before, after, trials in rows])
    return [(after - before) * (unit // trials) for before, after, trials in rows]


def rounded(differences: Sequence[float]) -> list[int]:
    """Real differences as whole numbers that can be counted exactly, up to a thousand or so of them.

    The test stays exact for what it is given: rounding keeps the symmetry of the signs, and the unit depends
    on the absolute values alone. What is lost is power, where one difference dwarfs all others.
    """
    largest = max(map(abs, differences), default=0.0)
    if not largest:
        return [0] * len(differences)
    reach = fsum(abs(difference) / largest for difference in differences)
    finest = EXACT_WORK / (len(differences) * (len(differences) + 1) * reach)
    steps = min(int(finest), STEPS) if finest >= COARSEST else FINEST
    return [round(difference / largest * steps) for difference in differences]

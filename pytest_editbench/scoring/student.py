"""Student's t distribution."""

from functools import cache
from math import atan, cos, fsum, pi, sin, sqrt
from statistics import NormalDist

SERIES = 200  # degrees of freedom up to which the series is summed


@cache
def quantile(share: float, degrees: int) -> float:
    """The value that a t variable with this many degrees of freedom stays below with chance `share`.

    M. Abramowitz, I. A. Stegun, "Handbook of mathematical functions" (1964): up to `SERIES` degrees the
    inverse of 26.7.3 and 26.7.4, above that the expansion 26.7.5. `ValueError` unless 0 < share < 1 and
    degrees ≥ 1.
    """
    if not 0 < share < 1 or degrees < 1:
        raise ValueError(f"there is no {share} quantile with {degrees} degrees of freedom")
    return _expanded(share, degrees) if degrees > SERIES else _inverse(share, degrees)


def below(value: float, degrees: int) -> float:
    """The chance that a t variable stays below `value`: a finite sum, 26.7.3 for odd and 26.7.4 for even."""
    angle = atan(value / sqrt(degrees))
    odd = degrees % 2
    term = cos(angle) if odd else 1.0
    total = term if degrees > 1 else 0.0
    for step in range(2 + odd, degrees - 1, 2):
        term *= cos(angle) ** 2 * (step - 1) / step
        total += term
    central = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
    return (1 + central) / 2


def _inverse(share: float, degrees: int) -> float:
    low, high = -1.0, 1.0
    while below(low, degrees) > share:
        low *= 2
    while below(high, degrees) < share:
        high *= 2
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if below(middle, degrees) < share else (low, middle)
    return middle


def _expanded(share: float, degrees: int) -> float:
    x = NormalDist().inv_cdf(share)
    terms = (
        x,
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92_160,
    )
    return fsum(term / float(degrees) ** power for power, term in enumerate(terms))

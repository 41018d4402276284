"""Rates of success and how sure they are."""

from dataclasses import dataclass
from math import comb, sqrt

Z95 = 1.959964  # two-sided 95 % quantile of the standard normal distribution


@dataclass(frozen=True, slots=True)
class Proportion:
    """`count` successes of `n`, where `n` is at least 1."""

    count: int
    n: int

    @property
    def rate(self) -> float:
        """The share of successes, 0 to 1."""
        return self.count / self.n

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the rate."""
        return wilson(self.count, self.n)


def wilson(successes: float, n: float, z: float = Z95) -> tuple[float, float]:
    """The score interval (low, high) of a proportion, each 0 to 1; `n` must be positive.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22 (1927), 209-212.
    """
    if not 0 <= successes <= n or n == 0:
        raise ValueError(f"{successes} successes of {n} are no proportion")
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # At the ends of the scale the bounds are exact; arithmetic alone would miss them by a rounding.
    low = 0.0 if successes == 0 else centre - reach
    high = 1.0 if successes == n else centre + reach
    return low, high


def pass_at_k(n: int, c: int, k: int) -> float:
    """The chance that at least one of `k` trials, drawn from `n` with `c` passes, passed; unbiased.

    M. Chen et al., "Evaluating large language models trained on code" (2021), equation 1:
    1 - C(n - c, k) / C(n, k).
    """
    if not (0 <= c <= n and 1 <= k <= n):
        raise ValueError(f"pass@{k} of {n} trials with {c} passes is not defined")
    return 1 - comb(n - c, k) / comb(n, k)

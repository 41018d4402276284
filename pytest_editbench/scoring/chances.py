"""How likely an agent is to pass the cases of a suite, as far as two figures tell."""

from dataclasses import dataclass
from math import comb, prod

NEVER = 1e-9  # chances below this are rounding


@dataclass(frozen=True, slots=True)
class Chances:
    """An agent on a suite: cases differ in their chance to be passed, and their trials are independent.

    The chances p of the cases are Beta-distributed with mean `rate` and E[2p(1 - p)] = `flips`, the chance
    that two trials of one case differ. At the ends all cases are alike (flips = 2·rate·(1 - rate)), or each
    is passed always or never (flips = 0). `ValueError` beyond.
    """

    rate: float
    flips: float

    def __post_init__(self) -> None:
        if not 0 <= self.rate <= 1:
            raise ValueError(f"a rate of {self.rate:g} is not between 0 and 1")
        most = 2 * self.rate * (1 - self.rate)
        if not 0 <= self.flips <= most + NEVER:
            raise ValueError(
                f"a flip rate of {self.flips:.3g} does not go with a rate of {self.rate:.3g}: "
                f"it is at least 0 and at most {most:.3g}"
            )

    def moment(self, passes: int, fails: int) -> float:
        """The chance that as many trials of one case, in this order, pass and fail: E[pᵃ(1 - p)ᵇ]."""
        within, between = self.flips / 2, self.rate * (1 - self.rate) - self.flips / 2
        if between <= NEVER:
            return self.rate**passes * (1 - self.rate) ** fails
        if within <= NEVER:
            return self.rate * (not fails) + (1 - self.rate) * (not passes) if passes + fails else 1.0
        size = within / between
        alpha, beta = self.rate * size, (1 - self.rate) * size
        ways = prod(alpha + i for i in range(passes)) * prod(beta + i for i in range(fails))
        return ways / prod(size + i for i in range(passes + fails))

    def variance(self, trials: int) -> float:
        """Of the share that passes of this many trials of a case drawn at random."""
        return self.rate * (1 - self.rate) - self.flips / 2 * (1 - 1 / trials)

    def broken(self, share: float) -> "Chances":
        """The same agent once it never passes a share of the cases, whichever they are."""
        return Chances(self.rate * (1 - share), self.flips * (1 - share))


def differences(chances: Chances, trials: int, broken: float) -> dict[int, float]:
    """Passes after minus passes before, of one case with this many trials each → how likely that is.

    Before and after are alike, but for a share of the cases that is never passed any more.
    """
    chance = dict.fromkeys(range(-trials, trials + 1), 0.0)
    for before in range(trials + 1):
        chance[-before] += broken * comb(trials, before) * chances.moment(before, trials - before)
        for after in range(trials + 1):
            passes = before + after
            ways = comb(trials, before) * comb(trials, after)
            both = ways * chances.moment(passes, 2 * trials - passes)
            chance[after - before] += (1 - broken) * both
    return chance

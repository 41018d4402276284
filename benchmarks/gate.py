"""Simulated agents through the gate: how often it takes noise for a regression, and a drop for noise.

False alarms: the second agent is as good as the first. Power: it is worse by what `editbench plan` says
shows 8 times in 10. `gate.py [REPETITIONS]`, 1,000 if not said; exit code 1 when a figure is out of line.
"""

from __future__ import annotations

import sys
from itertools import product
from math import comb
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.findings.estimates import ALPHA, POWER
from pytest_editbench.findings.forecast import Basis
from pytest_editbench.runs import plan
from pytest_editbench.scoring import paired

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REPETITIONS = 1_000
CASES = (24, 80, 200, 500)
TRIALS = (1, 3, 5)
SURE = 0.001  # chance to call a gate wrong that is right
NEAR = 0.05  # of the power that was planned
AIM = 0.05
Passes = tuple[int, int, int]  # before, after, trials


class Suite(NamedTuple):
    """What a case's chances are, before and after, for an agent that did not get worse on the whole."""

    name: str
    draw: Callable[[Random], tuple[float, float]]


def _same(chance: Callable[[Random], float]) -> Callable[[Random], tuple[float, float]]:
    def draw(random: Random) -> tuple[float, float]:
        p = chance(random)
        return p, p

    return draw


def _correlated(share: float) -> Callable[[Random], tuple[float, float]]:
    """Two different agents that are equally good; this share of the cases is as hard for both."""

    def draw(random: Random) -> tuple[float, float]:
        p, other = random.betavariate(1.2, 0.4), random.betavariate(1.2, 0.4)
        return (p, p) if random.random() < share else (p, other)

    return draw


SUITES = (
    Suite("all cases even, 50 %", _same(lambda _: 0.5)),
    Suite("all cases easy, 95 %", _same(lambda _: 0.95)),
    Suite("mixed, mean 75 %", _same(lambda random: random.betavariate(1.2, 0.4))),
    Suite("always or never", _same(lambda random: float(random.random() < 0.8))),
    Suite("other agent, half alike", _correlated(0.5)),
    Suite("other agent, unlike", _correlated(0.0)),
)
AGENTS = ((0.8, 0.1), (0.8, 0.3), (0.95, 0.05), (0.5, 0.2))  # rate and flip rate, for power


def trials(random: Random, chances: tuple[float, float], count: int, missing: float) -> Passes | None:
    """The trials of a case that stand against each other; each is unscored with chance `missing`."""
    sides = [
        [random.random() < chance for _ in range(count) if random.random() >= missing] for chance in chances
    ]
    common = min(map(len, sides))
    return (sum(sides[0][:common]), sum(sides[1][:common]), common) if common else None


def alarms(suite: Suite, cases: int, count: int, repetitions: int, missing: float = 0.0) -> int:
    """How many comparisons of equally good agents are red."""
    random = Random(f"{suite.name} {cases} {count} {missing}")
    return sum(
        red([trials(random, suite.draw(random), count, missing) for _ in range(cases)])
        for _ in range(repetitions)
    )


def found(rate: float, flips: float, cases: int, count: int, drop: float, repetitions: int) -> int:
    """How many comparisons show a drop, of cases that are never passed any more."""
    random = Random(f"{rate} {flips} {cases} {count}")
    size = flips / 2 / (rate * (1 - rate) - flips / 2)

    def case() -> Passes | None:
        p = random.betavariate(rate * size, (1 - rate) * size)
        return trials(random, (p, 0.0 if random.random() < drop / rate else p), count, 0.0)

    return sum(red([case() for _ in range(cases)]) for _ in range(repetitions))


def red(passes: list[Passes | None]) -> bool:
    """Whether the test of the gate excludes noise."""
    return paired.sign_flip(paired.scaled(each for each in passes if each)).low <= ALPHA


def tail(n: int, p: float, least: int) -> float:
    """The chance of at least so many of n."""
    return 1 - sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(least))


def false_alarms(repetitions: int) -> Iterator[bool]:
    """Prints a line for each kind of suite; whether it is in line."""
    print(f"false alarms in {repetitions:,} comparisons, at most {ALPHA:.0%} expected")
    for suite, missing, count in product(SUITES, (0.0, 0.1), TRIALS):
        counts = [alarms(suite, cases, count, repetitions, missing) for cases in CASES]
        many = any(tail(repetitions, ALPHA, count) < SURE for count in counts)
        rates = (f"{cases}: {number / repetitions:5.1%}" for cases, number in zip(CASES, counts, strict=True))
        lost = ", 1 in 10 unscored" if missing else ""
        told = f"{suite.name}{lost}, {count} a case"
        print(f"{told:<56}{'  '.join(rates)}{'  TOO MANY' if many else ''}", flush=True)
        yield not many


def planned_power(repetitions: int) -> Iterator[bool]:
    """Prints a line for each plan; whether it is in line."""
    print(f"power at the smallest drop that plan tells, {POWER:.0%} expected")
    for (rate, flips), count, cases in product(AGENTS, TRIALS, CASES):
        drop = plan.forecast(cases, count, Basis("", rate, flips), AIM).paired
        if drop is None:
            continue
        power = found(rate, flips, cases, count, drop, repetitions) / repetitions
        far = abs(power - POWER) > NEAR
        told = f"rate {rate:.0%}, flips {flips:.0%}, {cases} × {count}: {100 * drop:.1f} points"
        print(f"{told:<56}{power:.1%}{'  NOT AS PLANNED' if far else ''}", flush=True)
        yield not far


def main(repetitions: int) -> int:
    return 0 if all([*false_alarms(repetitions), *planned_power(repetitions)]) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else REPETITIONS))

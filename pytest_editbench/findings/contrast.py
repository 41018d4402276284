"""Two runs held against each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from pytest_editbench.findings.estimates import ALPHA

if TYPE_CHECKING:
    from pytest_editbench.findings.estimates import Interval, SignTest


class Verdict(StrEnum):
    """What a test says of a change."""

    WORSE = "worse"
    BETTER = "better"
    OPEN = "no difference shown"


class Fate(StrEnum):
    """What became of a case; a closed set."""

    BROKEN = "broken"  # all trials passed, and none does
    FIXED = "fixed"  # none passed, and all do
    NOISY = "noisy"  # on either side some passed and some did not
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two runs: the trials of one agent in a record."""

    name: str  # as it was asked for
    agent: str
    format: str | None
    cases: int
    trials: int
    scored: int
    unknown: int  # trials of the record that ended before it was known which of several agents to ask
    cut_short: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """Something in which the two runs differ; None where a record does not tell."""

    name: str
    base: str | None
    new: str | None
    allowed: bool  # False: figures mean something else on both sides


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which cases and trials are compared."""

    common: int  # cases in both runs, and the same
    left_out: int  # cases in one run only, or changed between the two
    lost: int  # of the common ones, those without a scored trial on one side
    unscored_base: int  # trials of the common cases
    unscored_new: int
    spare: int  # scored trials with no counterpart on the other side
    share: float  # of the common cases, unscored on the worse side; a case counts by its share of trials
    loose: int = 0  # cases left out since their prompt does not determine the change


@dataclass(frozen=True, slots=True)
class Change:
    """A figure on both sides: means over the cases that tell it on both."""

    name: str
    unit: str
    cases: int
    base: float
    new: float
    higher_is_worse: bool
    interval: Interval | None  # of new - base; None without any spread
    test: SignTest | None  # None where the figure does not decide
    adjusted: float | None  # chance of a change for the worse by noise, after Holm
    smallest: (
        float | None
    )  # change for the worse that would have shown 8 times in 10; None: not even the largest

    @property
    def difference(self) -> float:
        """New - base."""
        return self.new - self.base

    @property
    def verdict(self) -> Verdict | None:
        """What the test says, each way with one-sided p; None without one."""
        if self.test is None or self.adjusted is None:
            return None
        better = self.test.low if self.higher_is_worse else self.test.high
        if self.adjusted <= ALPHA:
            return Verdict.WORSE
        return Verdict.BETTER if better <= ALPHA else Verdict.OPEN


@dataclass(frozen=True, slots=True)
class Group:
    """The cases that share a value of their metadata."""

    dimension: str  # category, mutation or difficulty
    name: str | None
    cases: int
    base: float  # rate
    new: float
    broken: int  # cases
    fixed: int
    noisy: int
    adjusted: float  # two-sided p after Holm over all groups
    smallest: float | None  # drop that would have shown 8 times in 10, among that many looks


@dataclass(frozen=True, slots=True)
class Failures:
    """Compared trials that did not pass, by diagnosis or, where there is none, outcome."""

    name: str
    base: int
    new: int


@dataclass(frozen=True, slots=True)
class Flip:
    """A case that was not the same on both sides."""

    case: str
    fate: Fate
    base: int  # passed trials
    new: int
    trials: int  # on each side
    category: str | None
    mutation: str | None
    difficulty: str | None
    diagnosis: str  # of the first trial that failed, on the new side if one did


@dataclass(frozen=True, slots=True)
class Apart:
    """The cases of a kind that is counted apart from the others."""

    name: str  # of the kind
    base: Side
    new: Side
    coverage: Coverage
    rate: Change | None  # None where no case has a scored trial on both sides
    failures: tuple[Failures, ...]
    flips: tuple[Flip, ...]


@dataclass(frozen=True, slots=True)
class Contrast:
    """All that is found of two runs: of edits, and by themselves of kinds that are counted apart."""

    base: Side
    new: Side
    settings: tuple[Setting, ...]
    coverage: Coverage
    rate: Change
    metrics: tuple[Change, ...]
    groups: tuple[Group, ...]
    failures: tuple[Failures, ...]
    flips: tuple[Flip, ...]  # broken, fixed, noisy
    looks: int  # tests that were made, those of the rates among them
    kind: str = ""  # that all but `apart` is about, where there are no edits
    apart: tuple[Apart, ...] = ()


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether a comparison lets a change through."""

    code: int  # 0 it does, 1 it does not, 2 it cannot say
    reason: str

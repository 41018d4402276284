"""The seam every report fills, and the figures that a report is given."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from pytest_editbench.model import Diagnosis, Outcome


class Share(Protocol):
    """Successes of `n`."""

    @property
    def n(self) -> int:
        """How many there were, successes or not."""
        ...

    @property
    def rate(self) -> float:
        """The share of successes, 0 to 1."""
        ...

    @property
    def interval(self) -> tuple[float, float]:
        """Low and high bound of the rate, 95 %."""
        ...


class Number(Protocol):
    """A mean or a sum, and over how many values."""

    @property
    def value(self) -> float:
        """The number itself."""
        ...

    @property
    def n(self) -> int:
        """Over how many values it was taken."""
        ...


class Amount(Number, Protocol):
    """A figure of what was used, and how far it can be relied on."""

    @property
    def approximate(self) -> int:
        """Those of the `n` whose figure is rounded or estimated."""
        ...


class Calls(Protocol):
    """How calls of tools went."""

    @property
    def edits_ok(self) -> Amount | None:
        """Edit calls that landed."""
        ...

    @property
    def edits_failed(self) -> Amount | None:
        """Edit calls that did not."""
        ...

    @property
    def edit_rate(self) -> Share | None:
        """Calls that landed, of the calls of the trials that tell both."""
        ...

    @property
    def failures(self) -> Mapping[str, int]:
        """Failed edit calls by what went wrong; absent where there are none."""
        ...

    @property
    def unsorted(self) -> int:
        """Failed edit calls of which that is not told."""
        ...

    @property
    def kinds(self) -> Mapping[str, int]:
        """Calls by kind of tool, over the trials that told; absent where there are none."""
        ...

    @property
    def kinds_told(self) -> int:
        """Trials that told the kinds of their calls."""
        ...


class Answers(Protocol):
    """How answers fared on their way into the tree."""

    @property
    def malformed(self) -> Mapping[str, int]:
        """Trials whose answer could not be read or placed, by reason."""
        ...

    @property
    def tolerances(self) -> Mapping[str, int]:
        """Trials that would have been malformed but for a tolerance, by its name."""
        ...

    @property
    def provider_retries(self) -> Number | None:
        """How often an agent was asked anew because its provider had failed, over the trials where it was."""
        ...

    @property
    def replayed(self) -> int:
        """Attempts for which a kept answer stood in for a new one."""
        ...

    @property
    def attempts(self) -> int:
        """All that were made."""
        ...


class Group(Protocol):
    """The figures of some trials; what is unknown is None or absent."""

    @property
    def cases(self) -> int:
        """Distinct cases."""
        ...

    @property
    def trials(self) -> int:
        """All trials, scored or not."""
        ...

    @property
    def outcomes(self) -> Mapping[Outcome, int]:
        """Trials by outcome, zeros too."""
        ...

    @property
    def scored(self) -> int:
        """Trials with a verdict on the agent."""
        ...

    @property
    def passed(self) -> int:
        """Those of the scored that passed."""
        ...

    @property
    def first_trials(self) -> Share | None:
        """Over each case's first trial."""
        ...

    @property
    def first_attempts(self) -> Share | None:
        """The same without second attempts; None when none was made."""
        ...

    @property
    def pass_at(self) -> Mapping[int, Number]:
        """Number of trials → pass@k over cases."""
        ...

    @property
    def flaky(self) -> int:
        """Cases with passed and failed trials."""
        ...

    @property
    def indent(self) -> Mapping[str, Number]:
        """Mean indent score in columns, by basis."""
        ...

    @property
    def indent_lines(self) -> Mapping[str, int]:
        """Lines whose indentation is off, by basis."""
        ...

    @property
    def outside(self) -> Number | None:
        """Sum of the lines changed outside the asked change, over the scored trials that tell it."""
        ...

    @property
    def diagnoses(self) -> Mapping[Diagnosis, int]:
        """How often each diagnosis was made of a mismatch; those that were not made are absent."""
        ...

    @property
    def warnings(self) -> int:
        """What the rules of commit proposals warned of."""
        ...

    @property
    def seconds(self) -> float | None:
        """Median seconds of a trial."""
        ...

    @property
    def scores(self) -> Mapping[str, Number]:
        """Means of edit scores over the scored trials that tell them, by name."""
        ...

    @property
    def usage(self) -> Mapping[str, Amount]:
        """Sums over the trials that told, by the name of the figure."""
        ...

    @property
    def typical(self) -> Mapping[str, Amount]:
        """Medians over the trials that told, by the same names; absent where one trial told at most."""
        ...

    @property
    def bases(self) -> Mapping[str, int]:
        """Trials whose tokens or cost are no plain report, by what they are."""
        ...

    @property
    def calls(self) -> Calls:
        """How calls of tools went."""
        ...

    @property
    def answers(self) -> Answers:
        """How answers fared on their way into the tree."""
        ...


class Summary(Protocol):
    """All trials of one agent, and those of each category."""

    @property
    def total(self) -> Group:
        """Over all trials."""
        ...

    @property
    def categories(self) -> Mapping[str | None, Group]:
        """By category, in the order to be shown."""
        ...

    @property
    def apart(self) -> Mapping[str, Group]:
        """What the total and the categories leave out, by what it is."""
        ...

    @property
    def conditions(self) -> Mapping[str, Sequence[str]]:
        """What the agent was run under, by name, with its distinct values; what is unknown is absent."""
        ...


class Report(Protocol):
    """Tells summaries as lines of text."""

    def __call__(
        self, summaries: Mapping[str, Summary], width: int = 80, columns: Sequence[str] = ()
    ) -> Iterator[str]:
        """The lines for these summaries by agent label, `width` columns wide where that can be chosen.

        `columns` are the names of edit scores to show beside the other figures.
        """
        ...

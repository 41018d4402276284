"""What judging anew has changed, told in lines."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_editbench.compare.visible import escaped
from pytest_editbench.model import Outcome
from pytest_editbench.runs import rejudge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytest_editbench.model import Comparison, Trial
    from pytest_editbench.runs.rejudge import Rejudged

# What of a comparison is told where it is another one now.
FIGURES: dict[str, Callable[[Comparison], object]] = {
    "level": lambda comparison: comparison.level.value,
    "diagnosis": lambda comparison: comparison.diagnosis.value if comparison.diagnosis else None,
    "indent": lambda comparison: comparison.indent_score,
    "outside": lambda comparison: comparison.collateral.total if comparison.collateral else None,
    "answer": lambda comparison: comparison.answer,
}


@dataclass(slots=True)
class Tally:
    """What came of the trials so far."""

    trials: int = 0
    changed: int = 0  # another outcome, score or diagnosis
    turned: Counter[tuple[str, str]] = field(default_factory=Counter)  # by outcome before and after
    carried_over: Counter[str] = field(default_factory=Counter)  # by reason

    @property
    def is_void(self) -> bool:
        """Whether nothing was judged, though not because the outcomes of all trials stand as they are."""
        standing = sum(self.carried_over[outcome.value] for outcome in Outcome)
        return not self.trials or (sum(self.carried_over.values()) == self.trials and standing < self.trials)

    def add(self, found: Rejudged) -> None:
        """Count one more."""
        self.trials += 1
        self.changed += found.changed
        if found.turned:
            self.turned[found.before.outcome.value, found.after.outcome.value] += 1
        if found.carried_over:
            self.carried_over[found.carried_over] += 1


def line(found: Rejudged) -> str:
    """A trial that changed: its outcome, the figures that are others now, and why."""
    before, after = found.before, found.after
    outcome = f"{before.outcome} → {after.outcome}" if found.turned else f"{after.outcome} as before"
    told = [outcome, *_figures(before, after), *rejudge.reasons(found)]
    text = f"{after.case}, {after.agent}, trial {after.number}: {'; '.join(told)}"
    return escaped(f"{text}; {after.message}" if after.message and found.turned else text)


def lines(tally: Tally) -> Iterator[str]:
    """How many there were of each kind."""
    turned = sum(tally.turned.values())
    yield f"{_counted(tally.trials, 'trial')}: {turned} with another outcome, {tally.changed} changed in all"
    for (before, after), count in sorted(tally.turned.items()):
        yield f"  {before} → {after}: {count}"
    carried_over = sum(tally.carried_over.values())
    if carried_over:
        yield f"{carried_over} not judged anew, but carried over as they were:"
    for reason, count in sorted(tally.carried_over.items()):
        yield escaped(f"  {reason}: {count}")


def _figures(before: Trial, after: Trial) -> Iterator[str]:
    old, new = (trial.last.comparison if trial.last else None for trial in (before, after))
    if old is None or new is None:
        return
    for name, of in FIGURES.items():
        if of(old) != of(new):
            yield f"{name} {_shown(of(old))} → {_shown(of(new))}"


def _shown(value: object) -> str:
    return "–" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"

"""Agents that did not exit with 0: the tree decides, but people want to know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.model import Outcome
from pytest_editbench.report.table import fitted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_editbench.model import AgentResult, Trial

NAMED = 3  # trials that are named


def lines(trials: Iterable[Trial], width: int = 80) -> Iterator[str]:
    """One line where any scored trial ended so by itself, those that passed named first."""
    ends = [(trial, trial.last.result) for trial in trials if trial.outcome.scored and trial.last]
    odd = [(trial, result) for trial, result in ends if _is_odd(result)]
    if odd:
        odd.sort(key=lambda end: end[0].outcome is not Outcome.PASSED)
        named = ", ".join(f"{trial.case} ({_end(result)})" for trial, result in odd[:NAMED])
        yield fitted(f"exit code not 0: {len(odd)} of {len(ends)} trials, e.g. {named}", width)


def _is_odd(result: AgentResult) -> bool:
    return not result.timed_out and bool(result.exit_code or result.signal)


def _end(result: AgentResult) -> str:
    return f"signal {result.signal}" if result.signal else f"{result.exit_code}"

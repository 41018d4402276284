"""Trials as scoring sees them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from pytest_editbench import editscores
from pytest_editbench.model import Outcome, Trial, Usage
from pytest_editbench.scoring.summary import Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

N = TypeVar("N", int, float)
DIAGNOSED = (Outcome.MISMATCH, Outcome.UNCHANGED)  # of the others, the outcome tells what went wrong


def of(trial: Trial) -> Result:
    """What scoring needs to know of a trial."""
    comparison = trial.last.comparison if trial.last else None
    return Result(
        case=trial.case,
        agent=trial.agent,
        trial=trial.number,
        outcome=trial.outcome,
        category=trial.metadata.category,
        first_attempt_passed=trial.attempts[0].outcome is Outcome.PASSED if trial.attempts else None,
        attempts=len(trial.attempts),
        indent_score=comparison.indent_score if comparison else None,
        indent_basis=comparison.indent_basis if comparison else "expected",
        indent_lines=comparison.indent_lines if comparison else 0,
        outside=comparison.collateral.total if comparison and comparison.collateral else None,
        diagnosis=comparison.diagnosis if comparison and trial.outcome in DIAGNOSED else None,
        duration=trial.duration,
        scores=_scores(trial),
        usage=together([attempt.result.usage for attempt in trial.attempts]),
    )


def _scores(trial: Trial) -> Mapping[str, float]:
    last = trial.last
    if last is None:
        return {}
    rejected = {} if last.rejected is None else {"rejected": float(last.rejected)}
    return {**(editscores.figures(last.scores) if last.scores else {}), **rejected}


def together(usages: Sequence[Usage]) -> Usage:
    """The usage of a trial's attempts; a figure that one of them does not tell is unknown for all."""
    if len(usages) < 2:
        return usages[0] if usages else Usage()
    last = usages[-1]
    return Usage(
        input_tokens=_sum([usage.input_tokens for usage in usages]),
        output_tokens=_sum([usage.output_tokens for usage in usages]),
        cached_tokens=_sum([usage.cached_tokens for usage in usages]),
        cost=_sum([usage.cost for usage in usages]),
        tool_calls=_calls([usage.tool_calls for usage in usages]),
        edit_calls_ok=_sum([usage.edit_calls_ok for usage in usages]),
        edit_calls_failed=_sum([usage.edit_calls_failed for usage in usages]),
        turns=_sum([usage.turns for usage in usages]),
        model=last.model,
        error=last.error,
    )


def _sum(values: Sequence[N | None]) -> N | None:
    told = [value for value in values if value is not None]
    return sum(told) if len(told) == len(values) else None


def _calls(values: Sequence[Mapping[str, int] | None]) -> Mapping[str, int] | None:
    told = [Counter(value) for value in values if value is not None]
    return dict(sum(told, Counter[str]())) if len(told) == len(values) else None

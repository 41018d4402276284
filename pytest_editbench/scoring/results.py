"""Trials as scoring sees them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from pytest_editbench import editscores
from pytest_editbench.breaches import counted
from pytest_editbench.cases import kinds
from pytest_editbench.cases.kinds import LOOSE
from pytest_editbench.model import Outcome, Trial, Usage
from pytest_editbench.scoring import usages
from pytest_editbench.scoring.summary import Result
from pytest_editbench.severity import Severity

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
        malformed=_malformed(trial),
        tolerances=trial.last.result.tolerances if trial.last else (),
        provider_retries=sum(attempt.provider_retries for attempt in trial.attempts),
        replayed=sum(attempt.result.replayed is not None for attempt in trial.attempts),
        model=trial.model,
        terms=trial.terms,
        apart=kinds.apart(trial.metadata.kind, trial.metadata.extra.get(LOOSE)),
        warnings=counted(trial.last.breaches, Severity.WARNING) if trial.last else 0,
    )


def _malformed(trial: Trial) -> str | None:
    """Why the answer could not be read or placed; the trial's message has it where the adapter does not."""
    if trial.outcome is not Outcome.MALFORMED:
        return None
    told = trial.last.result.malformed if trial.last else None
    return told or trial.message.removeprefix(f"{Outcome.MALFORMED}: ")


def _scores(trial: Trial) -> Mapping[str, float]:
    last = trial.last
    if last is None:
        return {}
    rejected = {} if last.rejected is None else {"rejected": float(last.rejected)}
    return {**(editscores.figures(last.scores) if last.scores else {}), **rejected}


def together(told: Sequence[Usage]) -> Usage:
    """The usage of a trial's attempts; a figure that one of them does not tell is unknown for all."""
    if len(told) < 2:
        return told[0] if told else Usage()
    last = told[-1]
    return Usage(
        input_tokens=_sum([usage.input_tokens for usage in told]),
        output_tokens=_sum([usage.output_tokens for usage in told]),
        cached_tokens=_sum([usage.cached_tokens for usage in told]),
        cache_write_tokens=_sum([usage.cache_write_tokens for usage in told]),
        reasoning_tokens=_sum([usage.reasoning_tokens for usage in told]),
        cost=_sum([usage.cost for usage in told]),
        basis=usages.worst_basis(told),
        tool_calls=_calls([usage.tool_calls for usage in told]),
        calls_by_kind=_calls([usage.calls_by_kind for usage in told]),
        edit_calls_ok=_sum([usage.edit_calls_ok for usage in told]),
        edit_calls_failed=_sum([usage.edit_calls_failed for usage in told]),
        edit_failures=_calls([usage.edit_failures for usage in told]),
        turns=_sum([usage.turns for usage in told]),
        unreadable_lines=_sum([usage.unreadable_lines for usage in told]),
        model=last.model,
        error=last.error,
    )


def _sum(values: Sequence[N | None]) -> N | None:
    told = [value for value in values if value is not None]
    return sum(told) if len(told) == len(values) else None


def _calls(values: Sequence[Mapping[str, int] | None]) -> Mapping[str, int] | None:
    told = [Counter(value) for value in values if value is not None]
    return dict(sum(told, Counter[str]())) if len(told) == len(values) else None

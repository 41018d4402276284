"""What the trials of a run make of its exit code, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import pytest

from pytest_editbench.cases.kinds import LOOSE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_editbench.model import Trial
    from pytest_editbench.scoring.summary import Summary


class Gate(NamedTuple):
    """A demand on the run as a whole, which stands in for its single failures."""

    holds: bool
    told: str


@dataclass(frozen=True, slots=True)
class Ended:
    """How the tests of a session ended."""

    exitstatus: int  # as pytest has it
    failures: int  # tests that failed or erred
    verdicts: int  # those that failed with their trial: a gate tells of them
    asked: bool  # whether an agent was named
    cut_short: bool
    cases: int = 0  # of all shards, where this is one of several
    not_started: int = 0  # trials that the budget left out


class Decision(NamedTuple):
    """An exit code, and what decided it when it was not pytest."""

    code: int
    told: str = ""


def decide(ended: Ended, trials: Sequence[Trial], gates: Sequence[Gate]) -> Decision:
    """The exit code; a run in which nothing was scored is never green, but for a shard that has no case."""
    if ended.cases and ended.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and not trials:
        return Decision(
            pytest.ExitCode.OK, f"none of the {ended.cases} cases falls to this shard: exit code 0"
        )
    if not any(trial.outcome.scored for trial in trials):
        return _unscored(ended, trials)
    return _by_gates(ended, gates) if gates else Decision(ended.exitstatus)


def by_rate(demanded: float, summaries: Mapping[str, Summary]) -> Gate:
    """Whether the rate of every agent is as demanded, over the first trials of its cases.

    What is counted apart has a rate of its own, which must be so too; nothing is demanded of loose cases.
    """
    named = [{"": each.total, **each.apart} for each in summaries.values()]
    totals = [group for each in named for name, group in each.items() if group.scored and name != LOOSE]
    if not totals:
        return Gate(False, "only loose cases were scored, which have no pass rate (--editbench-fail-under)")
    worst = min(total.first_trials.rate if total.first_trials else 0.0 for total in totals)
    sign = "≥" if worst >= demanded else "<"
    return Gate(worst >= demanded, f"pass rate {worst:.1%} {sign} {demanded:.1%} (--editbench-fail-under)")


def _unscored(ended: Ended, trials: Sequence[Trial]) -> Decision:
    errors = sum(trial.outcome != "skipped" for trial in trials)
    asked = ended.asked or errors
    if ended.cut_short or not (trials and asked) or ended.failures > errors:
        return Decision(ended.exitstatus)
    told = f"none of {len(trials)} trials was scored: exit code 5"
    return Decision(pytest.ExitCode.NO_TESTS_COLLECTED, told)


def _by_gates(ended: Ended, gates: Sequence[Gate]) -> Decision:
    others = ended.failures - ended.verdicts
    reasons = [gate.told for gate in gates]
    if others:
        reasons.append(f"{others} errors and other failures count all the same")
    if ended.cut_short:
        reasons.append("the run was cut short, so it fails")
    if ended.not_started:
        reasons.append(f"{ended.not_started} trials were not started, so it fails")
    red = others or ended.cut_short or ended.not_started or not all(gate.holds for gate in gates)
    return Decision(pytest.ExitCode.TESTS_FAILED if red else pytest.ExitCode.OK, "; ".join(reasons))

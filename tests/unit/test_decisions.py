"""The exit code of a run, and what is said of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
import stored

from pytest_editbench.session.decisions import Decision, Ended, Gate, decide

FAILED = Ended(exitstatus=1, failures=1, verdicts=1, asked=True, cut_short=False)
MIXED = stored.trials(stored.suite("P", "M"))
HOLDS, BREAKS = Gate(True, "good"), Gate(False, "bad")


def test_without_a_gate_pytest_decides() -> None:
    assert decide(FAILED, MIXED, []) == Decision(1)


def test_a_gate_that_holds_stands_in_for_single_failures() -> None:
    assert decide(FAILED, MIXED, [HOLDS]) == Decision(0, "good")


def test_all_gates_must_hold() -> None:
    assert decide(FAILED, MIXED, [HOLDS, BREAKS]) == Decision(1, "good; bad")


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        (replace(FAILED, failures=2), "1 errors and other failures count all the same"),
        (replace(FAILED, cut_short=True), "the run was cut short, so it fails"),
        (replace(FAILED, not_started=3), "3 trials were not started, so it fails"),
    ],
)
def test_what_no_gate_tells_of_stays_red(ended: Ended, said: str) -> None:
    assert decide(ended, MIXED, [HOLDS]) == Decision(1, f"good; {said}")


def test_nothing_scored_is_never_green() -> None:
    skipped = stored.trials(stored.suite("S", "S"))

    assert decide(replace(FAILED, exitstatus=0, failures=0), skipped, []) == Decision(
        5, "none of 2 trials was scored: exit code 5"
    )


def test_an_empty_shard_is_green_and_an_empty_suite_is_not() -> None:
    empty = Ended(exitstatus=5, failures=0, verdicts=0, asked=True, cut_short=False)

    assert decide(replace(empty, cases=7), [], []).code == 0
    assert decide(empty, [], []).code == 5

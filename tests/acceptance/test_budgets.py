"""Limits on money and time: no new trial starts beyond, and what did not run is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness import CaseTree, records, trials

COUNT = 5
AGENTS = """
from pytest_editbench.model import AgentResult, Usage

def costly(task, workspace):
    return AgentResult(exit_code=0, usage=Usage(cost=1.0))

def talker(task, workspace):
    return AgentResult(exit_code=0, usage=Usage(input_tokens=1_000_000, output_tokens=0))

def silent(task, workspace):
    pass
"""


@pytest.fixture
def cases(pytester: pytest.Pytester) -> Path:
    """Five cases, and agents that tell what they cost, or do not."""
    for number in range(COUNT):
        CaseTree(f"c{number}").write(pytester.path / "cases")
    pytester.makepyfile(agents=AGENTS)
    return pytester.path / "cases"


def outcomes(path: Path) -> list[str]:
    """How the trials of a record ended."""
    return sorted(str(trial["outcome"]) for trial in trials(path))


def test_no_trial_starts_once_the_money_is_spent(run, cases, pytester, request):
    result = run(
        "cases", "--editbench-agent=agents:costly", "--editbench-max-cost=2", "--editbench-record=r.jsonl"
    )
    ended = outcomes(pytester.path / "r.jsonl")
    left_out = ended.count("skipped")

    assert len(ended) == COUNT
    assert left_out == COUNT - 2 if "plain" in request.node.name else left_out in (COUNT - 2, COUNT - 3)
    result.stdout.fnmatch_lines(
        [f"{left_out} of {COUNT} trials not started: $* of $2.00 are spent (--editbench-max-cost)"]
    )
    assert records(pytester.path / "r.jsonl")[-1]["counts"]["skipped"] == left_out
    reasons = {
        trial["message"] for trial in trials(pytester.path / "r.jsonl") if trial["outcome"] == "skipped"
    }
    assert all(str(reason).startswith("not started: $") for reason in reasons)


def test_no_trial_starts_once_the_time_is_over(run_plain, cases, pytester):
    result = run_plain(
        "cases", "--editbench-agent=agents:silent", "--editbench-max-time=0.001", "--editbench-record=r.jsonl"
    )

    assert outcomes(pytester.path / "r.jsonl") == ["skipped"] * COUNT
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    result.stdout.fnmatch_lines([f"{COUNT} of {COUNT} trials not started: * (--editbench-max-time)"])


def test_a_limit_that_is_not_met_leaves_no_trace(run_plain, cases):
    result = run_plain(
        "cases", "--editbench-agent=agents:costly", "--editbench-max-cost=99", "--editbench-max-time=1h"
    )

    result.assert_outcomes(failed=COUNT)
    result.stdout.fnmatch_lines(["editbench: max cost $99.00; max time 3,600 s"])
    result.stdout.no_fnmatch_line("*not started*")
    result.stdout.no_fnmatch_line("WARNING*")


def test_a_limit_on_costs_that_nobody_tells_is_warned_of(run_plain, cases):
    result = run_plain("cases", "--editbench-agent=agents:silent", "--editbench-max-cost=0.01")

    result.assert_outcomes(failed=COUNT)
    result.stdout.fnmatch_lines(["WARNING: no trial told its cost, so --editbench-max-cost limits nothing*"])


def test_prices_of_the_user_make_costs_of_tokens(run_plain, cases, pytester):
    (pytester.path / "prices.toml").write_text("date = 2026-01-31\n[models.big]\ninput = 0.5\noutput = 1\n")
    run_plain(
        *("cases", "--editbench-agent=agents:talker", "--editbench-model=big"),
        *("--editbench-prices=prices.toml", "--editbench-max-cost=1", "--editbench-record=r.jsonl"),
    )
    usages = [
        trial["attempts"][0]["result"]["usage"]
        for trial in trials(pytester.path / "r.jsonl")
        if trial["attempts"]
    ]

    assert [(usage["cost"], usage["priced"]) for usage in usages] == [(0.5, "2026-01-31")] * 2


def test_a_run_that_a_limit_cut_holds_no_gate(run_plain, cases):
    result = run_plain(
        *("cases", "--editbench-agent=agents:costly", "--editbench-max-cost=1", "--editbench-fail-under=0")
    )

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["pass rate 0.0% ≥ 0.0% *; 4 trials were not started, so it fails"])


def test_what_a_limit_left_out_runs_when_the_session_is_continued(run_plain, cases, pytester):
    options = ("cases", "--editbench-agent=agents:costly")
    run_plain(*options, "--editbench-max-cost=2", "--editbench-record=old.jsonl")
    run_plain(
        *(*options, "--editbench-max-cost=2", "--editbench-record=new.jsonl", "--editbench-resume=old.jsonl")
    )

    assert outcomes(pytester.path / "new.jsonl") == ["skipped", *["unchanged"] * 4]


def test_prices_that_are_none_are_refused_at_once(run_plain, cases):
    result = run_plain("cases", "--editbench-agent=noop", "--editbench-prices=nix.toml")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: editbench: *nix.toml cannot be read: *"])

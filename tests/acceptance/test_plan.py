"""`editbench plan`: from cases and what is known of an agent to what a run will show."""

from __future__ import annotations

import json

import pytest
from harness import CaseTree
from stored import suite, trials, write

from pytest_editbench.cli import main

GIVEN = ("--rate=0.8", "--flip-rate=0.1")


@pytest.fixture
def plan(tmp_path, monkeypatch, capsys):
    """Runs the command in a folder that holds two cases and three records; quickly, in closed form."""
    monkeypatch.setattr("pytest_editbench.runs.plan.SIMULATED", 0)
    for name in ("operator-000", "operator-001"):
        CaseTree(name).write(tmp_path / "cases")
    write(tmp_path / "once.jsonl", trials(suite("P", "M")))
    write(
        tmp_path / "often.jsonl", trials(suite("PPP", "PPM", "MMM"), duration=60.0, tokens=1_000, cost=0.01)
    )
    write(tmp_path / "two.jsonl", trials(suite("PP"), "fast") + trials(suite("PM"), "slow"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(["plan", *arguments])
        except SystemExit as stop:
            code = int(stop.code or 0)
        return (code, *capsys.readouterr())

    return run


def planned(result):
    code, out, _ = result
    return code, json.loads(out)


def test_a_number_of_cases_and_rates_are_enough(plan):
    code, found = planned(plan("40", "--trials=2", *GIVEN, "--json"))

    assert code == 0
    assert (found["cases"], found["trials"], found["seconds"], found["cost"]) == (40, 2, None, None)
    assert 0.1 < found["paired"] < found["unpaired"]


def test_cases_are_counted(plan):
    assert planned(plan("cases", *GIVEN, "--json"))[1]["cases"] == 2


def test_text_says_that_the_mean_rate_is_not_enough(plan):
    _, out, _ = plan("40", *GIVEN)

    assert "The mean rate alone does not tell" in out
    assert "to see a drop of 5.0 points:" in out


def test_an_earlier_run_tells_rate_noise_time_and_money(plan):
    _, found = planned(plan("40", "--trials=2", "--from=often.jsonl", "--json"))

    basis = found["basis"]
    assert (basis["rate"], basis["flips"]) == (pytest.approx(5 / 9), pytest.approx(2 / 9))
    assert (found["seconds"], found["cost"]) == (pytest.approx(4_800), pytest.approx(0.8))


def test_prices_replace_the_cost_that_was_told(plan):
    _, found = planned(plan("40", "--from=often.jsonl", "--price-in=3", "--price-out=15", "--json"))

    assert found["cost"] == pytest.approx(40 * 0.003)
    assert found["basis"]["priced"]


def test_only_the_cases_that_are_planned_count_in_the_earlier_run(plan):
    assert planned(plan("cases", "--from=often.jsonl", "--json"))[1]["basis"]["rate"] == pytest.approx(5 / 6)


@pytest.mark.parametrize(("points", "code"), [("40", 0), ("1", 1)])
def test_a_drop_that_is_asked_for_and_does_not_show_is_a_finding(plan, points, code):
    assert plan("40", *GIVEN, f"--see={points}")[0] == code


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["40"], "*say what the agent is like*"),
        (["40", "--rate=0.8", "--from=often.jsonl"], "*say what the agent is like*"),
        (["40", "--rate=0.8"], "*a mean rate does not tell *(0 to 0.32 here)*"),
        (["40", "--rate=0.8", "--flip-rate=0.5"], "*flip rate of 0.5 does not go with a rate of 0.8*"),
        (["40", "--rate=0", "--flip-rate=0"], "*passes nothing*"),
        (["40", "--rate=80", "--flip-rate=0"], "*invalid * value: '80'"),
        (["40", *GIVEN, "--see=0"], "*invalid * value: '0'"),
        (["0", *GIVEN], "*at least one case*"),
        (["nowhere", *GIVEN], "*nowhere*"),
        (["40", *GIVEN, "--price-in=3", "--price-out=5"], "*prices need a record*"),
        (["40", "--from=often.jsonl", "--price-in=3"], "*--price-in and --price-out go together*"),
        (["40", "--from=once.jsonl"], "*once.jsonl has one trial a case*--flip-rate*"),
        (["40", "--from=two.jsonl"], "*two.jsonl has several agents*two.jsonl#slow"),
    ],
)
def test_what_cannot_be_planned_is_exit_code_2_with_a_reason(plan, arguments, message):
    code, out, err = plan(*arguments)

    assert (code, out) == (2, "")
    pytest.LineMatcher(err.splitlines()).fnmatch_lines([message])


def test_single_trials_with_a_flip_rate_are_a_basis(plan):
    assert planned(plan("40", "--from=once.jsonl", "--flip-rate=0.2", "--json"))[1]["basis"]["flips"] == 0.2

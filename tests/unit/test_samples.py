"""Records read for comparing."""

import json

import pytest
from stored import HEADER, log, trial, trials, write

from pytest_editbench import records
from pytest_editbench.errors import RecordError
from pytest_editbench.model import Attempt, Outcome
from pytest_editbench.runs import rows, samples
from pytest_editbench.runs.selection import Contender, Selection
from pytest_editbench.scoring import results


def row(found):
    return rows.of(records.to_data(found))


def test_a_row_tells_what_scoring_tells_of_the_trial():
    found = trial("operator-1", "M", outside=3, indent=0.5, duration=2.5, cost=0.25, tokens=100)
    kept, result = row(found), results.of(found)

    assert (kept.case, kept.agent, kept.number) == (result.case, result.agent, result.trial)
    assert (kept.outcome, kept.passed, kept.diagnosis) == (result.outcome, result.passed, result.diagnosis)
    assert (kept.indent, kept.indent_basis, kept.outside) == (0.5, "expected", 3)
    assert (kept.duration, kept.cost, kept.tokens, kept.tokens_in) == (2.5, 0.25, 100, 100)
    assert (kept.category, kept.mutation, kept.difficulty) == ("operator", "swap", "easy")
    assert dict(kept.terms) == {"attempts": "1", "timeout": "300.0"}


def test_what_is_unknown_stays_unknown():
    kept = row(trial("operator-1", "E"))

    assert (kept.scored, kept.digest, kept.duration, kept.tokens, kept.cost) == (
        False,
        None,
        None,
        None,
        None,
    )


def test_the_last_attempt_with_a_verdict_decides_and_figures_are_summed():
    one = trial("a", "M", outside=4, duration=1.0, cost=0.5).attempts[0]
    two = trial("a", "P", duration=2.0, cost=0.25).attempts[0]
    failed = Attempt(3, Outcome.AGENT_ERROR, 0.5, one.result)
    kept = row(trial("a", "P", attempts=(one, two, failed)))

    assert (kept.outside, kept.duration, kept.cost) == (0, 3.5, 1.25)


def test_a_figure_that_one_attempt_does_not_tell_is_unknown():
    one, two = (trial("a", "M", cost=cost).attempts[0] for cost in (0.5, None))

    assert row(trial("a", "M", attempts=(one, two))).cost is None


def test_a_failure_is_called_by_its_diagnosis_or_its_outcome():
    assert [row(trial("a", letter)).failure for letter in "PMTE"] == [
        "",
        "wrong twin",
        "timeout",
        "agent-error",
    ]


@pytest.mark.parametrize(
    "damage",
    [
        {"case": None},
        {"outcome": "great"},
        {"outcome": 3},
        {"attempts": None},
        {"attempts": [3]},
        {"metadata": []},
        {"duration": "long"},
        {"duration": float("nan")},
        {"duration": 10**400},
        {"trial": True},
    ],
    ids=str,
)
def test_a_line_that_is_no_trial_is_named(tmp_path, damage):
    path = write(tmp_path / "run.jsonl", trials({"a": "PP"}))
    lines = path.read_text().splitlines()
    lines[2] = json.dumps({**json.loads(lines[2]), **damage})
    path.write_text("\n".join(lines))

    with pytest.raises(RecordError, match=r"run\.jsonl:3 is not a trial"):
        samples.load(str(path))


def test_a_record_without_closing_line_was_cut_short(tmp_path):
    path = write(tmp_path / "run.jsonl", trials({"a": "PP"}))
    assert not samples.load(str(path)).cut_short

    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]) + '{"kind": "tri')

    found = samples.load(str(path))
    assert found.cut_short
    assert len(found.rows) == 2


def test_an_agent_is_picked_with_its_command(tmp_path):
    path = write(tmp_path / "run.jsonl", trials({"a": "PM"}, "fast") + trials({"a": "MM"}, "slow"))

    found = samples.load(f"{path}#slow")

    assert (found.contender, found.command) == (Contender("slow"), "run slow")
    assert [each.passed for each in found.rows] == [False, False]


def test_trials_without_an_agent_are_the_only_agents():
    found = samples.pick(log(trials({"a": "P"}) + trials({"b": "S"}, "-")), Selection("run.jsonl"))

    assert [each.case for each in found.rows] == ["a", "b"]
    assert found.unknown == 0


def test_trials_without_an_agent_are_counted_where_there_are_several_agents():
    given = trials({"a": "P"}) + trials({"a": "P"}, "slow") + trials({"b": "S"}, "-")
    found = samples.pick(log(given), Selection("run.jsonl", "fast"))

    assert [each.case for each in found.rows] == ["a"]
    assert found.unknown == 1


def test_a_name_that_is_no_path_is_found_by_who_knows_it(tmp_path):
    path = write(tmp_path / "run.jsonl", trials({"a": "P"}))

    found = samples.load("latest#fast", lambda name: path if name == "latest" else tmp_path)

    assert (found.name, found.contender) == ("latest#fast", Contender("fast"))


def test_trials_that_still_run_are_as_if_they_had_been_read(tmp_path):
    given = trials({"a": "PM", "b": "E"})
    path = write(tmp_path / "run.jsonl", given)

    assert samples.of_trials("x", HEADER, given, cut_short=False).rows == samples.read(path).rows

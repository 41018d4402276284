"""Shards become one record, or it is said why they cannot."""

from __future__ import annotations

from pathlib import Path

import pytest
import stored

from pytest_editbench import records
from pytest_editbench.errors import RecordError, UsageError
from pytest_editbench.model import Outcome, Trial
from pytest_editbench.runner import artifacts
from pytest_editbench.runs import merge
from pytest_editbench.runs.merge import Part

FIRST, SECOND, THIRD = (stored.trial(case, letter) for case, letter in (("a", "P"), ("b", "M"), ("c", "P")))
END = {"kind": "closing", "finished": "2026-01-01T00:09:00+00:00", "interrupted": False, "taken_over": 1}


def part(
    *trials: Trial, shard: str | None = None, closing: dict[str, object] | None = END, **header: object
) -> Part:
    """A record of one shard."""
    head = {**stored.HEADER, "plan_digest": "plan", "started": "2026-01-01T00:00:00+00:00", "shard": shard}
    rows = [merge.row(trial, records.to_data(trial)) for trial in trials]
    return Part(f"{shard}.jsonl", {**head, **header}, rows, closing)


def test_trials_stand_in_the_order_of_cases_agents_and_numbers() -> None:
    many = [
        stored.trial("a", "P", 10),
        stored.trial("a", "P", 9),
        stored.trial("a", "P", 1, agent="slow"),
        SECOND,
    ]
    rows = merge.merge([part(*many)]).rows

    assert [(row.case, row.agent, row.number) for row in rows] == [
        ("a", "fast", 9),
        ("a", "fast", 10),
        ("a", "slow", 1),
        ("b", "fast", 1),
    ]


def test_what_is_the_same_in_all_is_kept_and_the_rest_is_told_of_each() -> None:
    found = merge.merge(
        [part(FIRST, shard="1/2", python="3.11", cases=2), part(SECOND, shard="2/2", python="3.12", cases=2)]
    )

    assert found.header["options"] == stored.OPTIONS
    assert (found.header["python"], found.header["shard"], found.header["cases"]) == (None, None, 2)
    merged = found.header["merged"]
    assert [(each["shard"], each["python"]) for each in merged] == [("1/2", "3.11"), ("2/2", "3.12")]


def test_the_run_lasts_from_the_first_start_to_the_last_end() -> None:
    late = {**END, "finished": "2026-01-01T01:00:00+00:00"}
    found = merge.merge(
        [part(shard="1/2", started="2026-01-01T00:30:00+00:00"), part(FIRST, shard="2/2", closing=late)]
    )

    assert found.header["started"] == "2026-01-01T00:00:00+00:00"
    assert found.closing["finished"] == "2026-01-01T01:00:00+00:00"


def test_counts_and_suite_digest_are_those_of_the_whole() -> None:
    closing = merge.merge([part(FIRST, shard="1/2"), part(SECOND, THIRD, shard="2/2")]).closing

    assert closing["counts"] == {"mismatch": 1, "passed": 2}
    assert closing["suite_digest"] == records.suite_digest([FIRST, SECOND, THIRD])
    assert closing["taken_over"] == 2


@pytest.mark.parametrize("end", [None, {**END, "interrupted": True}])
def test_a_shard_that_was_cut_short_cuts_the_whole_short(end: dict[str, object] | None) -> None:
    assert merge.merge([part(FIRST, shard="1/2"), part(shard="2/2", closing=end)]).closing["interrupted"]


def test_missing_shards_are_named() -> None:
    found = merge.merge([part(FIRST, shard="2/4"), part(shard="4/4")])

    assert found.missing_shards == ["1/4", "3/4"]
    assert merge.merge([part(FIRST)]).missing_shards == []


def test_runs_of_different_plans_are_refused() -> None:
    with pytest.raises(UsageError, match=r"^1/2\.jsonl and 2/2\.jsonl are not of one run: "):
        merge.merge([part(FIRST, shard="1/2"), part(SECOND, shard="2/2", plan_digest="other")])


def test_a_run_that_does_not_tell_its_plan_is_refused() -> None:
    with pytest.raises(UsageError, match="does not tell what its run covers"):
        merge.merge([part(FIRST, plan_digest=None)])


def test_a_trial_that_stands_twice_is_taken_once_when_it_is_equal() -> None:
    assert len(merge.merge([part(FIRST, SECOND, shard="1/2"), part(FIRST, shard="2/2")]).rows) == 2


def test_where_its_workspace_was_kept_makes_no_trial_another() -> None:
    kept = [stored.trial("a", "M", kept=place) for place in ("/there", "/here")]

    one, other = (merge.merge([part(first), part(second)]) for first, second in (kept, reversed(kept)))
    assert one.rows == other.rows
    assert len(one.rows) == 1


def test_a_trial_that_stands_twice_and_differs_is_refused() -> None:
    other = stored.trial("a", "P", duration=2.0)

    with pytest.raises(
        UsageError, match=r"^trial 1 of fast on a stands in 1/2\.jsonl and in 2/2\.jsonl, and differs$"
    ):
        merge.merge([part(FIRST, shard="1/2"), part(other, shard="2/2")])


def test_two_tests_of_the_user_on_one_case_are_two_trials() -> None:
    tests = [stored.trial("a", "P", test=f"test_it.py::test_{name}") for name in "xy"]

    assert len(merge.merge([part(*tests)]).rows) == 2


@pytest.fixture
def shards(tmp_path: Path) -> list[Path]:
    """Two records with artefacts."""
    patch = "0" * 64
    paths = []
    for number, name in enumerate("ab", start=1):
        test = f"cases/{name}/prompt.md::{name}"
        record = tmp_path / f"{number}.jsonl"
        trial = stored.trial(name, "M", test=test, kept=str(tmp_path / "gone"))
        token = artifacts.token(test, "fast", 1)
        for place in (
            f"changes/{patch}.patch",
            f"output/{token}/attempt-1/stdout",
            f"workspaces/{token}/app.js",
        ):
            path = tmp_path / f"{number}.jsonl.artifacts" / place
            path.parent.mkdir(parents=True)
            path.write_text(name if "changes" not in place else "same")
        header = {**stored.HEADER, "plan_digest": "plan", "shard": f"{number}/2"}
        paths.append(stored.write(record, [trial], header))
    return paths


def test_a_merged_record_is_whole_by_itself(shards: list[Path], tmp_path: Path) -> None:
    merge.join(shards, tmp_path / "whole.jsonl")
    run = records.read(tmp_path / "whole.jsonl")

    assert [trial.case for trial in run.trials] == ["a", "b"]
    assert run.closing is not None
    for trial in run.trials:
        assert Path(trial.kept or "").joinpath("app.js").read_text() == trial.case
        assert Path(trial.kept or "").is_relative_to(tmp_path / "whole.jsonl.artifacts" / "workspaces")
    outputs = sorted(
        path.read_text() for path in (tmp_path / "whole.jsonl.artifacts").glob("output/*/*/stdout")
    )
    assert outputs == ["a", "b"]
    assert len([*(tmp_path / "whole.jsonl.artifacts" / "changes").iterdir()]) == 1


def test_merging_in_two_steps_gives_the_same_record(shards: list[Path], tmp_path: Path) -> None:
    merge.join(shards[:1], tmp_path / "part.jsonl")
    merge.join([shards[1], tmp_path / "part.jsonl"], tmp_path / "two.jsonl")
    merge.join(shards, tmp_path / "one.jsonl")
    one, two = ((tmp_path / f"{name}.jsonl").read_text() for name in ("one", "two"))

    assert two.replace("two.jsonl", "one.jsonl") == one


def test_an_existing_record_is_refused_and_left_as_it_was(shards: list[Path], tmp_path: Path) -> None:
    target = tmp_path / "mine.jsonl"
    target.write_text("mine")

    with pytest.raises(RecordError, match="never overwritten"):
        merge.join(shards, target)
    assert target.read_text() == "mine"
    assert not (tmp_path / "mine.jsonl.artifacts").exists()


def test_an_empty_shard_merges(tmp_path: Path, shards: list[Path]) -> None:
    empty = stored.write(tmp_path / "3.jsonl", [], {**stored.HEADER, "plan_digest": "plan", "shard": None})

    assert len(merge.join([*shards, empty], tmp_path / "whole.jsonl").rows) == 2


def test_outcomes_without_a_verdict_are_merged_as_well() -> None:
    rows = merge.merge([part(stored.trial("a", "E"), stored.trial("b", "S"))]).rows

    assert [row.outcome for row in rows] == [Outcome.AGENT_ERROR, Outcome.SKIPPED]

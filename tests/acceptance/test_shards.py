"""Shards of a suite run apart and are merged, and nothing is lost or run twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from harness import CaseTree, records, trials

from pytest_editbench.cli import main
from pytest_editbench.runs import shards

AGENT = "--editbench-agent=solver"
COUNT = 6


@pytest.fixture
def cases(pytester: pytest.Pytester) -> Path:
    """Six cases; the solver gets one of them wrong."""
    for number in range(COUNT - 1):
        CaseTree(f"c{number}").write(pytester.path / "cases")
    CaseTree("wrong").expected({"app.js": "const limit = 3;\n"}).write(pytester.path / "cases")
    return pytester.path / "cases"


def ran(path: Path) -> list[str]:
    """The cases of a record."""
    return sorted(str(trial["case"]) for trial in trials(path))


def plain(path: Path) -> list[str]:
    """The trials of a record without times."""
    lines = [
        json.loads(json.dumps(line), object_hook=lambda data: {**data, "duration": 0})
        for line in trials(path)
    ]
    return sorted(json.dumps(line, sort_keys=True) for line in lines)


def test_shards_run_every_case_once_and_merge_to_what_one_session_gives(run_plain, cases, pytester):
    names = [f"{number}.jsonl" for number in (1, 2, 3)]
    for number, name in enumerate(names, start=1):
        run_plain("cases", AGENT, f"--editbench-shard={number}/3", f"--editbench-record={name}")
    run_plain("cases", AGENT, "--editbench-record=alone.jsonl")

    apart = [case for name in names for case in ran(pytester.path / name)]
    assert sorted(apart) == ran(pytester.path / "alone.jsonl")
    assert main(["merge", *names[:2], "-o", "two.jsonl"]) == 1
    assert main(["merge", names[2], "two.jsonl", "-o", "all.jsonl"]) == 0
    assert plain(pytester.path / "all.jsonl") == plain(pytester.path / "alone.jsonl")
    assert records(pytester.path / "all.jsonl")[-1]["counts"] == {"mismatch": 1, "passed": COUNT - 1}


def test_an_empty_shard_writes_a_header_and_is_green(run, run_plain, pytester):
    CaseTree("c0").write(pytester.path / "cases")
    full, empty = sorted((1, 2), key=lambda number: number != shards.by_hash(["c0"], 2)["c0"])
    codes = [
        runner("cases", AGENT, f"--editbench-shard={number}/2", f"--editbench-record={number}.jsonl").ret
        for runner, number in ((run_plain, full), (run, empty))
    ]
    lines = [records(pytester.path / f"{number}.jsonl") for number in (full, empty)]

    assert codes == [0, 0]
    assert [*map(len, lines)] == [3, 2]
    assert lines[0][0]["plan_digest"] == lines[1][0]["plan_digest"] is not None
    assert [line[0]["cases"] for line in lines] == [1, 1]


def test_a_suite_without_any_case_is_not_green_in_a_shard(run_plain, pytester):
    pytester.mkdir("cases")

    assert run_plain("cases", AGENT, "--editbench-shard=1/2").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_shard_of_another_run_is_not_merged(run_plain, cases, pytester, capsys):
    for number, options in ((1, []), (2, ["--editbench-attempts=2"])):
        run_plain(
            "cases", AGENT, f"--editbench-shard={number}/2", f"--editbench-record={number}.jsonl", *options
        )

    assert main(["merge", "1.jsonl", "2.jsonl", "-o", "all.jsonl"]) == 2
    assert "1.jsonl and 2.jsonl are not of one run" in capsys.readouterr().err
    assert not (pytester.path / "all.jsonl").exists()


def test_a_shard_is_dealt_before_other_choices_are_made(run_plain, cases, pytester):
    parts = [
        run_plain("cases", AGENT, f"--editbench-shard={number}/2", "-k", "c", "--collect-only", "-q").outlines
        for number in (1, 2)
    ]
    chosen = [{line for line in part if "::c" in line} for part in parts]
    run_plain("cases", AGENT, "--editbench-shard=1/2", "--editbench-record=1.jsonl")

    assert not chosen[0] & chosen[1]
    assert len(chosen[0] | chosen[1]) == COUNT - 1
    assert {line.rpartition("::")[2] for line in chosen[0]} == {*ran(pytester.path / "1.jsonl")} - {"wrong"}


def test_the_longest_cases_are_dealt_out_first(run, run_plain, cases, pytester):
    run_plain("cases", AGENT, "--editbench-record=before.jsonl")
    seconds = {"c0": 50.0, "c1": 1.0, "c2": 1.0, "c3": 1.0, "c4": 1.0, "wrong": 1.0}
    lines = [
        {**line, "duration": seconds.get(str(line.get("case")))}
        for line in records(pytester.path / "before.jsonl")
    ]
    (pytester.path / "before.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    for runner, number in ((run_plain, 1), (run, 2)):
        result = runner(
            *("cases", AGENT, f"--editbench-shard={number}/2", "--editbench-shard-by=before.jsonl"),
            f"--editbench-record={number}.jsonl",
        )
        result.stdout.fnmatch_lines([f"editbench: shard {number}/2 by *before.jsonl"])

    assert ran(pytester.path / "1.jsonl") == ["c0"]
    assert ran(pytester.path / "2.jsonl") == ["c1", "c2", "c3", "c4", "wrong"]


OWN = """
import pytest

@pytest.mark.editbench_case("cases/c0")
def test_own(editbench_trial):
    assert editbench_trial.outcome == "passed"

def test_other():
    pass
"""


def test_a_users_test_runs_in_the_shard_of_its_case_and_others_in_all(run_plain, cases, pytester):
    pytester.makepyfile(test_own=OWN)
    counts = [
        run_plain("test_own.py", AGENT, f"--editbench-shard={number}/2").parseoutcomes() for number in (1, 2)
    ]

    assert sorted(counts, key=len) == [{"passed": 2}, {"passed": 1, "deselected": 1}]

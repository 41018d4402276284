"""Runs are kept under numbers, and names stand for them wherever a record is asked for."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from harness import CaseTree, records, trials

from pytest_editbench.cli import main

RIGHT, WRONG = "--editbench-agent=it=oracle", "--editbench-agent=it=noop"
COUNT = 6


@pytest.fixture
def cases(pytester: pytest.Pytester) -> Path:
    """Six cases, and a store that the ini file names."""
    for number in range(COUNT):
        CaseTree(f"c{number}").write(pytester.path / "cases")
    pytester.makeini("[pytest]\neditbench_store = runs\n")
    return pytester.path / "cases"


def test_runs_are_numbered_and_listed_with_their_revision(
    run, run_plain, cases, pytester, capsys, monkeypatch
):
    if shutil.which("git"):
        git = ("git", "-c", "user.name=x", "-c", "user.email=x@example.org")
        for words in (("init", "-q"), ("add", "cases"), ("commit", "-qm", "x")):
            subprocess.run([*git, *words], cwd=pytester.path, check=True)
    run_plain("cases", RIGHT)
    (cases / "c0" / "prompt.md").write_text("Changed.")
    run("cases", RIGHT, "-k", "c0 or c1")
    capsys.readouterr()
    monkeypatch.delenv("EDITBENCH_STORE", raising=False)
    assert main(["runs", "--set-baseline", "1"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[2:]]

    assert [(row[0], row[2]) for row in rows] == [("1", "it"), ("2", "it")]
    if shutil.which("git"):
        assert [row[3].endswith("+") for row in rows] == [False, True]
    assert rows[0][-3:] == [str(COUNT), str(COUNT), "baseline"]
    assert (pytester.path / "runs/0001/record.jsonl.artifacts/changes").is_dir()


def test_a_record_that_is_named_too_is_in_both_places_and_tells_what_keys_need(run_plain, cases, pytester):
    run_plain("cases", RIGHT, "--editbench-record=mine.jsonl")
    header, *_ = records(pytester.path / "mine.jsonl")
    [trial, *_] = trials(pytester.path / "mine.jsonl")

    assert header["comparator"] == trial["judged_by"]["comparator"]
    assert "tree-sitter-typescript" in header["grammars"]
    unknown = dict.fromkeys(("command", "version", "model", "home"))
    assert header["agents"] == [{"label": "it", **unknown}]
    assert trial["terms"]["attempts"] == 1
    assert (trial["terms"]["home"], trial["terms"]["sandbox"]) == (None, "none")
    assert (pytester.path / "mine.jsonl").read_bytes() == (
        pytester.path / "runs/0001/record.jsonl"
    ).read_bytes()
    assert (pytester.path / "runs/0001/record.jsonl.artifacts/changes").is_dir()


def test_names_stand_for_runs_everywhere(run_plain, cases, pytester, capsys):
    run_plain("cases", RIGHT)
    run_plain("cases", RIGHT, "--editbench-resume=latest", "--editbench-shard=1/1", "--editbench-shard-by=1")
    assert records(pytester.path / "runs/0002/record.jsonl")[-1]["taken_over"] == COUNT
    assert main(["report", "latest"]) == 0
    assert main(["rejudge", "1", "cases", "-o", "new.jsonl"]) == 0
    assert main(["merge", "2", "-o", "merged.jsonl"]) == 0
    assert main(["compare", "1", "latest", "--fail-on-regression"]) == 0
    capsys.readouterr()
    assert main(["report", "baseline"]) == 2
    assert "has no baseline yet" in capsys.readouterr().err


def test_a_session_is_held_against_a_baseline(run, run_plain, cases, pytester):
    run_plain("cases", RIGHT)
    worse = run("cases", WRONG, "--editbench-baseline=latest")
    better = run_plain("cases", RIGHT, "--editbench-baseline=2#it")

    assert worse.ret == pytest.ExitCode.TESTS_FAILED
    worse.stdout.fnmatch_lines(["regression: the pass rate fell by 100.0 points, * (--editbench-baseline)"])
    assert better.ret == 0
    better.stdout.fnmatch_lines(["no regression: * (--editbench-baseline)"])


def test_where_all_gates_hold_single_failures_do_not_count_but_errors_do(run_plain, cases, pytester):
    run_plain("cases", RIGHT)
    few = run_plain("cases", WRONG, "-k", "c0 or c1", "--editbench-baseline=1")
    both = run_plain("cases", WRONG, "-k", "c0", "--editbench-baseline=1", "--editbench-fail-under=50%")
    (cases / "c1" / "prompt.md").write_text(" ")
    broken = run_plain("cases", WRONG, "-k", "c0 or c1", "--editbench-baseline=1")

    assert few.ret == 0
    few.assert_outcomes(failed=2, deselected=COUNT - 2)
    few.stdout.fnmatch_lines(["no regression: the pass rate fell by 100.0 points, which may be noise *"])
    assert broken.ret == both.ret == pytest.ExitCode.TESTS_FAILED
    both.stdout.fnmatch_lines(["pass rate 0.0% < 50.0% (--editbench-fail-under); no regression: *"])


def test_cases_that_changed_since_the_baseline_give_no_decision_and_new_ones_are_left_out(
    run_plain, cases, pytester
):
    run_plain("cases", RIGHT)
    CaseTree("new").write(cases)
    grown = run_plain("cases", RIGHT, "--editbench-baseline=1")
    (cases / "c0" / "expected" / "app.js").write_text("const limit = 9;\n")
    changed = run_plain("cases", RIGHT, "--editbench-baseline=1")

    assert grown.ret == 0
    grown.stdout.fnmatch_lines(["no regression: *; 1 cases are not in the baseline, and left out (*"])
    assert changed.ret == pytest.ExitCode.TESTS_FAILED
    changed.stdout.fnmatch_lines(["no decision: * (--editbench-baseline)"])


def test_a_gate_without_an_earlier_run_is_refused(run_plain, cases):
    (cases.parent / "notes.txt").write_text("no record\n")
    for options in (
        ["--editbench-fail-on-regression=5"],
        ["--editbench-baseline=baseline"],
        ["--editbench-failed-from=notes.txt"],
    ):
        result = run_plain("cases", RIGHT, *options)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines(["ERROR: editbench: *"])

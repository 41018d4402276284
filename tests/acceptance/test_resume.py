"""A session goes on where an earlier one ended: verdicts are taken over, all else runs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from harness import CaseTree, agent, records, trials

SOLVER = "--editbench-agent=solver"
WRONG = {"app.js": "const limit = 3;\n"}
RUN = ("-p", "no:cacheprovider", "cases", "--tb=no")


@pytest.fixture
def cases(pytester: pytest.Pytester) -> Path:
    """One case that the solver gets right, one that it gets wrong, one that is broken."""
    root = pytester.path / "cases"
    CaseTree("good").write(root)
    CaseTree("bad").expected(WRONG).write(root)
    CaseTree("odd", prompt=" ").write(root)
    return root


def same(path: Path) -> list[str]:
    """The trials of a record, times aside."""
    lines = [json.dumps(line, sort_keys=True) for line in trials(path)]
    timeless = [json.loads(line, object_hook=lambda data: {**data, "duration": 0}) for line in lines]
    return sorted(json.dumps(line, sort_keys=True) for line in timeless)


def closing(path: Path) -> dict[str, object]:
    """The last line of a record."""
    return records(path)[-1]


def test_verdicts_are_taken_over_and_errors_run_again(run, cases, pytester):
    run("cases", SOLVER, "--editbench-record=old.jsonl").assert_outcomes(passed=1, failed=1, errors=1)
    result = run("cases", SOLVER, "--editbench-record=new.jsonl", "--editbench-resume=old.jsonl", "-v")

    result.assert_outcomes(passed=1, failed=1, errors=1)
    result.stdout.fnmatch_lines(["editbench: resume *old.jsonl: 2 trials with a verdict"])
    result.stdout.fnmatch_lines(["taken over: 2 of 3 trials, from *old.jsonl"])
    assert "PASSED (taken over)" in result.stdout.str()
    assert closing(pytester.path / "new.jsonl")["taken_over"] == 2
    assert same(pytester.path / "new.jsonl") == same(pytester.path / "old.jsonl")


def test_a_session_that_takes_nothing_over_says_why(run_plain, cases, pytester):
    run_plain("cases", SOLVER, "--editbench-record=old.jsonl")
    result = run_plain("cases", SOLVER, "--editbench-resume=old.jsonl", "--editbench-timeout=100")

    result.stdout.fnmatch_lines(["taken over: 0 of 3 trials, from *old.jsonl; timeout was *, is 100"])


def test_a_record_without_its_artefacts_is_warned_of(run_plain, cases, pytester):
    run_plain("cases", SOLVER, "--editbench-record=old.jsonl")
    (pytester.path / "old.jsonl.artifacts").rename(pytester.path / "elsewhere")
    result = run_plain("cases", SOLVER, "--editbench-record=new.jsonl", "--editbench-resume=old.jsonl")

    result.stdout.fnmatch_lines(["editbench: WARNING: there is no folder *old.jsonl.artifacts: *"])
    result.stdout.fnmatch_lines(["WARNING: 2 stored changes of trials taken over are gone"])


def test_a_record_that_was_continued_is_whole_by_itself(run_plain, cases, pytester):
    run_plain("cases", "--editbench-agent=noop", "--editbench-record=old.jsonl", "--editbench-keep=failed")
    run_plain(
        "cases", "--editbench-agent=noop", "--editbench-record=new.jsonl", "--editbench-resume=old.jsonl"
    )
    old, new = (
        {str(path.relative_to(root)) for path in root.rglob("*")}
        for root in (pytester.path / f"{name}.jsonl.artifacts" for name in ("old", "new"))
    )

    assert new == old != set()
    kept = {Path(str(trial["kept"])) for trial in trials(pytester.path / "new.jsonl") if trial["kept"]}
    assert all(
        place.is_relative_to(pytester.path / "new.jsonl.artifacts") and place.is_dir() for place in kept
    )


def test_a_trial_taken_over_fails_with_its_diff_and_junit_tells_that_it_was(run_plain, cases, pytester):
    run_plain("cases/bad", SOLVER, "--editbench-record=old.jsonl")
    result = run_plain("cases/bad", SOLVER, "--editbench-resume=old.jsonl", "--junitxml=j.xml")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["mismatch: *", "-const limit = 3;", "+const limit = 2;"])
    result.stdout.fnmatch_lines(["FAILED (taken over) *bad*"])
    assert f'name="taken_over" value="{pytester.path}/old.jsonl"' in (pytester.path / "j.xml").read_text()


def test_a_case_that_changed_runs_again(run_plain, cases, pytester):
    run_plain("cases/good", "--editbench-agent=noop", "--editbench-record=old.jsonl")
    (cases / "good" / "expected" / "app.js").write_text("const limit = 9;\n")
    run_plain(
        *("cases/good", "--editbench-agent=noop", "--editbench-record=new.jsonl"),
        "--editbench-resume=old.jsonl",
    )

    assert closing(pytester.path / "new.jsonl")["taken_over"] == 0
    assert closing(pytester.path / "new.jsonl")["counts"] == {"unchanged": 1}


def test_only_what_is_selected_is_taken_over_and_more_trials_run(run_plain, cases, pytester):
    run_plain("cases", SOLVER, "--editbench-record=old.jsonl", "-k", "not odd")
    result = run_plain(
        *("cases", SOLVER, "--editbench-record=new.jsonl", "--editbench-resume=old.jsonl"),
        *("-k", "bad", "--editbench-trials=2", "--editbench-fail-under=0"),
    )

    assert result.ret == 0
    result.stdout.fnmatch_lines(["pass rate 0.0% ≥ 0.0% (--editbench-fail-under)"])
    assert [trial["case"] for trial in trials(pytester.path / "new.jsonl")] == ["bad", "bad"]
    assert closing(pytester.path / "new.jsonl")["taken_over"] == 1


def test_several_records_are_continued_the_first_one_first(run_plain, cases, pytester):
    run_plain("cases/good", SOLVER, "--editbench-record=1.jsonl")
    run_plain("cases", SOLVER, "--editbench-record=2.jsonl")
    result = run_plain(
        *("cases", SOLVER, "--editbench-record=3.jsonl"),
        *("--editbench-resume=1.jsonl", "--editbench-resume=2.jsonl"),
    )

    result.stdout.fnmatch_lines(["taken over: 2 of 3 trials, from *1.jsonl and *2.jsonl"])
    good = {trials(pytester.path / f"{number}.jsonl")[number > 1]["duration"] for number in (1, 3)}
    assert len(good) == 1


OWN = """
import pytest

@pytest.mark.editbench_case("cases/good")
def test_x(editbench_trial):
    assert editbench_trial.outcome == "passed"

@pytest.mark.editbench_case("cases/good")
def test_y(editbench_trial, editbench_workspace):
    assert (editbench_workspace.path / "app.js").read_text() == "const limit = 2;\\n"
"""


def test_a_users_test_takes_over_unless_it_looks_at_the_workspace(run_plain, cases, pytester):
    pytester.makepyfile(test_own=OWN)
    run_plain("test_own.py", SOLVER, "--editbench-record=old.jsonl").assert_outcomes(passed=2)
    run_plain(
        "test_own.py", SOLVER, "--editbench-record=new.jsonl", "--editbench-resume=old.jsonl"
    ).assert_outcomes(passed=2)

    assert closing(pytester.path / "new.jsonl")["taken_over"] == 1


def test_a_record_judged_by_another_comparator_is_to_be_rejudged(run_plain, cases, pytester, monkeypatch):
    run_plain("cases/good", SOLVER, "--editbench-record=old.jsonl")
    monkeypatch.setattr("pytest_editbench.compare.versions.COMPARATOR", "99")
    result = run_plain("cases/good", SOLVER, "--editbench-resume=old.jsonl")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*was judged with comparator 1, this session has 99; judge it again first*"])


@pytest.mark.parametrize("name", ["cases/good/prompt.md", "latest"])
def test_what_is_no_record_is_refused_at_once(run_plain, cases, name):
    result = run_plain("cases", SOLVER, f"--editbench-resume={name}")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: editbench: *"])


@pytest.mark.parametrize(("workers", "moment"), [((), 0.3), (("-n2",), 0.2)], ids=["plain", "xdist"])
def test_a_killed_session_loses_no_trial_that_ended_and_is_continued(pytester, workers, moment, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(pytester.mkdir("scratch")))
    for number in range(6):
        CaseTree(f"c{number}").write(pytester.path / "cases")
    pytester.makeconftest(
        "def pytest_editbench_record(record):\n"
        "    with open('ended', 'a') as file:\n"
        "        print(record['case'], file=file, flush=True)\n"
    )
    command = f"--editbench-agent=slow={agent(pytester.path, 'time.sleep(0.1)')}"
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *RUN, command, "--editbench-record=old.jsonl", *workers],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    ended = pytester.path / "ended"
    deadline = time.monotonic() + 60
    while not ended.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(moment)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    with (pytester.path / "old.jsonl").open("a") as record:
        record.write('{"kind":"trial","schema":2,"case":"c')  # as if it had been written just then
    told = set(ended.read_text().split())
    result = pytester.runpytest(*RUN, command, "--editbench-record=new.jsonl", "--editbench-resume=old.jsonl")

    result.assert_outcomes(failed=6)
    result.stdout.fnmatch_lines(["editbench: WARNING: the last line of *old.jsonl is torn, and is left out"])
    assert len(told) <= closing(pytester.path / "new.jsonl")["taken_over"] <= len(told) + 1
    assert {trial["case"] for trial in trials(pytester.path / "new.jsonl")} == {f"c{n}" for n in range(6)}

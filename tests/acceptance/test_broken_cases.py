from __future__ import annotations

import json
import shutil
import sys

import pytest
from harness import CaseTree, trials

BREAKS = {
    "blank-prompt": (lambda folder: (folder / "prompt.md").write_text(" \n"), "prompt.md"),
    "no-prompt": (lambda folder: (folder / "prompt.md").unlink(), "prompt.md"),
    "no-expected": (lambda folder: shutil.rmtree(folder / "expected"), "expected"),
    "no-input": (lambda folder: shutil.rmtree(folder / "input"), "input"),
    "empty-input": (lambda folder: (folder / "input" / "app.js").unlink(), "input"),
    "bad-json": (lambda folder: (folder / "metadata.json").write_text("{,"), "metadata.json"),
    "bad-key": (
        lambda folder: (folder / "metadata.json").write_text('{"line_number": "12a"}'),
        '"line_number"',
    ),
    "bad-kind": (lambda folder: (folder / "metadata.json").write_text('{"kind": "dance"}'), '"kind"'),
    "lost-file": (
        lambda folder: (folder / "metadata.json").write_text('{"file_path": "x.js"}'),
        '"file_path"',
    ),
    "solved": (
        lambda folder: shutil.copy(folder / "expected" / "app.js", folder / "input"),
        "already passes",
    ),
    "leaving-link": (lambda folder: (folder / "input" / "out").symlink_to("/etc/passwd"), "out"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_case_is_one_error_of_one_line_and_does_not_stop_the_session(run_plain, pytester, name):
    spoil, said = BREAKS[name]
    folder = CaseTree(name).told({}).write(pytester.path)
    CaseTree("sound").write(pytester.path)
    spoil(folder)
    result = run_plain("--editbench-agent=oracle", "--editbench-record=run.jsonl")
    result.assert_outcomes(errors=1, passed=1)
    result.stdout.no_fnmatch_line("*Traceback*")
    [line] = [line for line in result.outlines if line.startswith("invalid-case: ")]
    result.stdout.no_fnmatch_line("*During handling*")
    assert name in line
    assert said in line
    records = {trial["case"]: trial["outcome"] for trial in trials(pytester.path / "run.jsonl")}
    assert records == {name: "invalid-case", "sound": "passed"}


def test_a_case_that_differs_in_line_ends_only_is_sound_when_it_demands_exact(run_plain, pytester):
    tree = CaseTree("ends").input({"app.js": "a();\r\n"}).expected({"app.js": "a();\n"})
    tree.named("loose").write(pytester.path)
    tree.named("strict").told({"match": "exact"}).write(pytester.path)
    run_plain("--editbench-agent=oracle").assert_outcomes(passed=1, errors=1)
    run_plain("strict", "--editbench-agent=noop").assert_outcomes(failed=1)


def test_validate_lists_all_faults_of_a_suite_at_once(pytester):
    for name, (spoil, _) in BREAKS.items():
        spoil(CaseTree(name).told({}).write(pytester.path / "suite"))
    CaseTree("empty-file").input({"app.js": "a", "__init__.py": ""}).write(pytester.path / "suite")
    result = pytester.run(sys.executable, "-m", "pytest_editbench", "validate", "suite", "--json")
    assert result.ret == 1
    told = json.loads(result.stdout.str())
    faulty = {fault["where"] for fault in told["faults"] if fault["severity"] == "error"}
    assert {where.split("/")[1] for where in faulty} == set(BREAKS)
    warned = [fault for fault in told["faults"] if fault["severity"] == "warning"]
    assert any("empty-file" in fault["where"] for fault in warned)


def test_validate_of_a_sound_suite_exits_0(pytester):
    CaseTree("one").write(pytester.path)
    result = pytester.run(sys.executable, "-m", "pytest_editbench", "validate", "one")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["1 case, 0 errors, 0 warnings"])

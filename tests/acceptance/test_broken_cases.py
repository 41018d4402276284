from __future__ import annotations

import json
import shutil
import sys
import zipfile

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


def validated(pytester, *arguments):
    result = pytester.run(sys.executable, "-m", "pytest_editbench", "validate", *arguments, "--json")
    told = json.loads(result.stdout.str())
    return result.ret, told["cases"], [(each["where"], each["severity"]) for each in told["faults"]]


def test_validate_tells_of_a_refused_archive_among_the_others(pytester):
    CaseTree("empty").input({"app.js": "a", "__init__.py": ""}).write(pytester.path / "suite")
    for name, member in (("evil.zip", "../../escaped.txt"), ("bare.zip", "notes.txt")):
        with zipfile.ZipFile(pytester.path / name, "w") as target:
            target.writestr(member, "x")
    (pytester.path / "torn.tar.gz").write_bytes(b"no archive")
    code, _, faults = validated(pytester, "evil.zip", "bare.zip", "torn.tar.gz", "suite")
    assert code == 1
    assert faults[:3] == [("evil.zip", "error"), ("bare.zip", "error"), ("torn.tar.gz", "error")]
    assert faults[3][1] == "warning"
    shown = pytester.run(sys.executable, "-m", "pytest_editbench", "validate", "evil.zip")
    shown.stdout.fnmatch_lines(["evil.zip: *escaped.txt*"])
    assert "evil.zip: evil.zip" not in shown.stdout.str()


def test_validate_follows_linked_folders_as_pytest_does_and_no_loop(run_plain, pytester):
    CaseTree("one").write(pytester.path / "elsewhere")
    CaseTree("two").write(pytester.path / "suite")
    (pytester.path / "suite" / "linked-case").symlink_to(pytester.path / "elsewhere" / "one")
    (pytester.path / "suite" / "linked-folder").symlink_to(pytester.path / "elsewhere")
    listed = run_plain("--collect-only", "-q", "suite").outlines
    (pytester.path / "suite" / "loop").symlink_to(pytester.path / "suite")
    code, count, faults = validated(pytester, "suite")
    assert (code, count) == (0, 3)
    assert count == len([line for line in listed if "::" in line])
    assert faults == []


def test_validate_warns_of_a_case_inside_a_case(pytester):
    outer = CaseTree("outer").write(pytester.path)
    CaseTree("inner").write(outer / "more")
    CaseTree("subject").write(outer / "input")  # what the agent edits may well be a case
    CaseTree("subject").write(outer / "expected")
    assert validated(pytester, "outer") == (0, 1, [("outer/more/inner", "warning")])


@pytest.mark.parametrize("name", ["a::b", "a[b", "a]b", "a\\b"])
def test_validate_warns_of_names_that_make_no_node_id(pytester, name):
    CaseTree(name).write(pytester.path / "suite")
    assert validated(pytester, "suite") == (0, 1, [(f"suite/{name}", "warning")])

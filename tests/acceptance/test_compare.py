"""`editbench compare` and `editbench items`: from records to an exit code."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import pytest
from harness import CaseTree
from stored import suite, trials, write

from pytest_editbench.cli import main
from pytest_editbench.model import AgentResult, Attempt, Outcome
from pytest_editbench.terms import Terms

SEVEN, FALLEN = suite(*"PPPPPPPM"), suite(*"MMMMMMPM")


@pytest.fixture
def editbench(tmp_path, monkeypatch, capsys):
    """Runs the command in a folder with two records."""
    write(tmp_path / "base.jsonl", trials(SEVEN))
    write(tmp_path / "new.jsonl", trials(FALLEN))
    write(tmp_path / "both.jsonl", trials(SEVEN, "fast") + trials(FALLEN, "slow"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = int(stop.code or 0)
        return (code, *capsys.readouterr())

    return run


def test_runs_of_two_agents_are_compared_from_their_records(pytester, run_plain):
    for number in range(6):
        CaseTree(f"operator-{number}").write(pytester.path / "cases")
    for agent in ("oracle", "noop"):
        run_plain("cases", f"--editbench-agent={agent}", f"--editbench-record={agent}.jsonl")

    compared = pytester.run(
        sys.executable,
        "-m",
        "pytest_editbench",
        "compare",
        "oracle.jsonl",
        "noop.jsonl",
        "--fail-on-regression",
    )

    assert compared.ret == 1
    compared.stdout.fnmatch_lines(
        ["agent*oracle*noop", "6 cases of 6 in both runs", "base*100.0 %", "new*0.0 %", "worse: p = 0.0156 *"]
    )
    compared.stdout.fnmatch_lines(
        ["operator-0*broken*1/1 → 0/1*no edit", "regression: * fell by 100.0 points*"]
    )


def test_a_comparison_alone_finds_no_fault(editbench):
    code, out, err = editbench("compare", "base.jsonl", "new.jsonl")

    assert (code, err) == (0, "")
    assert "worse: p = 0.0156 for worse" in out
    assert "gate:" not in out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["base.jsonl", "new.jsonl", "--fail-on-regression"], 1),
        (["base.jsonl", "new.jsonl", "--fail-on-regression=75"], 1),
        (["base.jsonl", "new.jsonl", "--fail-on-regression=75.1"], 0),
        (["new.jsonl", "base.jsonl", "--fail-on-regression"], 0),
        (["base.jsonl", "base.jsonl", "--fail-on-regression"], 0),
        (["both.jsonl#fast", "both.jsonl#slow", "--fail-on-regression"], 1),
        (["base.jsonl", "base.jsonl", "--decide-on=duration,outside"], 0),
    ],
)
def test_the_gate_decides_the_exit_code(editbench, arguments, code):
    assert editbench("compare", *arguments)[0] == code


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["both.jsonl", "new.jsonl"],
            "both.jsonl has several agents; name one: both.jsonl#fast, both.jsonl#slow",
        ),
        (["base.jsonl#slow", "new.jsonl"], "base.jsonl has no agent slow; it has: base.jsonl#fast"),
        (["none.jsonl", "new.jsonl"], "none.jsonl cannot be read: No such file or directory"),
        (
            ["base.jsonl", "new.jsonl", "--allow=speed"],
            "'speed' is nothing to allow; that would be: match, *",
        ),
        (
            ["base.jsonl", "new.jsonl", "--decide-on=cost"],
            "no case tells cost on both sides, so it cannot decide",
        ),
        (["base.jsonl", "new.jsonl", "--fail-on-regression=many"], "*invalid * value: 'many'"),
    ],
)
def test_what_cannot_be_compared_is_exit_code_2_with_a_reason(editbench, arguments, message):
    code, out, err = editbench("compare", *arguments)

    assert (code, out) == (2, "")
    pytest.LineMatcher(err.splitlines()).fnmatch_lines([f"editbench*: {message}"])


def test_other_cases_are_refused_or_left_out(editbench, tmp_path):
    write(tmp_path / "part.jsonl", trials({"operator-000": "P"}))

    assert editbench("compare", "base.jsonl", "part.jsonl")[0] == 2
    code, out, _ = editbench("compare", "base.jsonl", "part.jsonl", "--intersect")
    assert code == 0
    assert "1 case of 1 in both runs; 7 left out" in out


def test_unlike_match_levels_are_refused_or_allowed(editbench, tmp_path):
    write(tmp_path / "exact.jsonl", trials(SEVEN, match="exact"))

    assert editbench("compare", "base.jsonl", "exact.jsonl")[0] == 2
    code, out, _ = editbench("compare", "base.jsonl", "exact.jsonl", "--allow=match")
    assert code == 0
    pytest.LineMatcher(out.splitlines()).fnmatch_lines(["match *format *exact"])


def test_strict_and_tolerant_answers_are_unlike(editbench, tmp_path):
    strict, tolerant = (Terms(1, 300.0, temperature=0.5, tolerances=each) for each in (None, "blank-drift"))
    write(tmp_path / "strict.jsonl", trials(FALLEN, terms=strict))
    write(tmp_path / "tolerant.jsonl", trials(SEVEN, terms=replace(tolerant, temperature=0.7)))

    code, _, told = editbench("compare", "strict.jsonl", "tolerant.jsonl")
    assert code == 2
    assert "tolerances is none in the first and blank-drift in the second" in told
    code, out, _ = editbench("compare", "strict.jsonl", "tolerant.jsonl", "--allow=tolerances")
    assert code == 0
    pytest.LineMatcher(out.splitlines()).fnmatch_lines(
        ["temperature *0.5 *0.7", "tolerances *none *blank-drift"]
    )


def test_kept_answers_tell_no_duration_and_are_said_to_be_there(editbench, tmp_path):
    kept = Attempt(1, Outcome.PASSED, 0.001, AgentResult(replayed="2026-01-01T00:00:00Z"))
    write(tmp_path / "kept.jsonl", trials(suite(*"PPPPPPPP"), attempts=(kept,)))
    write(tmp_path / "slow.jsonl", trials(suite(*"PPPPPPPP"), duration=9.0))

    code, out, _ = editbench("compare", "kept.jsonl", "slow.jsonl", "--fail-on-regression")
    decided = editbench("compare", "kept.jsonl", "slow.jsonl", "--decide-on=duration", "--fail-on-regression")

    assert (code, decided[0]) == (0, 2)
    assert "no case tells duration on both sides" in decided[2]
    pytest.LineMatcher(out.splitlines()).fnmatch_lines(["trials with kept answers *8/8 *none"])


def test_too_many_unscored_cases_are_no_answer(editbench, tmp_path):
    write(tmp_path / "crashed.jsonl", trials(suite(*"PPPPPPPE")))

    assert editbench("compare", "base.jsonl", "crashed.jsonl")[0] == 0
    code, out, _ = editbench("compare", "base.jsonl", "crashed.jsonl", "--fail-on-regression")
    assert code == 2
    assert "no decision: 12.5 % of the cases are unscored" in out


def test_json_and_markdown_tell_the_reason_of_a_red_gate_beside(editbench):
    arguments = ("compare", "base.jsonl", "new.jsonl", "--fail-on-regression")
    code, out, err = editbench(*arguments, "--json")

    assert code == 1
    assert json.loads(out)["gate"]["code"] == 1
    assert err.startswith("editbench: regression: ")
    code, out, err = editbench(*arguments, "--markdown")
    assert "| base | 87.5 % |" in out
    assert err.startswith("editbench: regression: ")


def test_a_record_that_was_cut_short_is_compared_and_said_to_be(editbench, tmp_path):
    whole = (tmp_path / "new.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "new.jsonl").write_text("".join(whole[:-1]))

    assert "new.jsonl: the run was cut short" in editbench("compare", "base.jsonl", "new.jsonl")[1]


def test_items_tell_of_cases_and_write_those_that_separate(editbench, tmp_path):
    code, out, _ = editbench("items", "both.jsonl", "--hard-set=hard.txt")

    assert code == 0
    assert (tmp_path / "hard.txt").read_text() == "".join(f"operator-{number:03}\n" for number in range(6))
    assert "8 cases: 1 always passed, 6 sometimes passed, 1 never passed; 6 separate" in out


def test_the_hard_set_selects_its_cases_in_pytest(editbench, pytester, run_plain):
    write(pytester.path / "both.jsonl", trials(SEVEN, "fast") + trials(FALLEN, "slow"))
    editbench("items", "both.jsonl", "--hard-set=hard.txt")
    for case in SEVEN:
        CaseTree(case).write(pytester.path / "cases")
    chosen = " or ".join((pytester.path / "hard.txt").read_text().split())

    run_plain("cases", "-k", chosen, "--editbench-agent=oracle").assert_outcomes(passed=6, deselected=2)


def test_a_suite_that_tells_nothing_more_is_a_finding(editbench):
    code, out, _ = editbench("items", "base.jsonl", "--json")

    assert code == 1
    assert json.loads(out)["saturated"].startswith("only 0 of 8 cases separate")


def test_items_of_unlike_suites_are_refused(editbench, tmp_path):
    write(tmp_path / "other.jsonl", trials(SEVEN, "slow", digest="other"))

    assert editbench("items", "base.jsonl", "other.jsonl")[0] == 2

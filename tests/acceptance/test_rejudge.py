"""A record is judged anew from the command line, without its agent."""

from __future__ import annotations

import pytest
from harness import CaseTree, records, trials

from pytest_editbench.cli import main

SOLVER = "--editbench-agent=solver"


@pytest.fixture
def record(run_plain, pytester: pytest.Pytester) -> str:
    """A run that gets one case nearly right; the other is broken."""
    CaseTree("near").expected({"app.js": "const limit=2\n"}).write(pytester.path / "cases")
    CaseTree("odd", prompt=" ").write(pytester.path / "cases")
    run_plain("cases", SOLVER, "--editbench-record=r.jsonl")
    return "r.jsonl"


def test_a_stricter_level_is_told_with_what_it_changes(record, pytester, capsys):
    capsys.readouterr()
    assert main(["rejudge", record, "cases", "--match", "exact", "-o", "new.jsonl"]) == 1
    told = capsys.readouterr()

    assert told.out.splitlines()[0].startswith("near, solver, trial 1: passed → mismatch; ")
    assert told.out.splitlines()[1:] == [
        "2 trials: 1 with another outcome, 1 changed in all",
        "  passed → mismatch: 1",
        "1 not judged anew, but carried over as they were:",
        "  invalid-case: 1",
    ]
    assert told.err == ""
    assert records(pytester.path / "new.jsonl")[-1]["counts"] == {"invalid-case": 1, "mismatch": 1}


def test_without_its_artefacts_nothing_is_judged_and_it_is_said_why(record, pytester, capsys):
    (pytester.path / "r.jsonl.artifacts").rename(pytester.path / "elsewhere")
    capsys.readouterr()

    assert main(["rejudge", record, "cases", "-o", "new.jsonl"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told == [
        "editbench: WARNING: there is no folder r.jsonl.artifacts, where changes are stored",
        "editbench: r.jsonl: no trial in it could be judged anew",
    ]


def test_a_record_without_trials_cannot_be_judged_anew(record, pytester, capsys):
    (pytester.path / "head.jsonl").write_bytes((pytester.path / record).read_bytes().partition(b"\n")[0])

    assert main(["rejudge", "head.jsonl", "cases", "-o", "new.jsonl"]) == 2
    assert "no trial in it could be judged anew" in capsys.readouterr().err


def test_the_same_settings_give_the_same_trials(record, pytester):
    assert main(["rejudge", record, "cases", "-o", "new.jsonl"]) == 0
    assert trials(pytester.path / "new.jsonl") == trials(pytester.path / record)


def test_a_rejudged_record_can_be_continued(record, run_plain, pytester):
    main(["rejudge", record, "cases", "--match", "exact", "-o", "new.jsonl"])
    run_plain(
        *("cases", SOLVER, "--editbench-match=exact"),
        *("--editbench-resume=new.jsonl", "--editbench-record=last.jsonl"),
    )

    assert records(pytester.path / "last.jsonl")[-1]["taken_over"] == 1

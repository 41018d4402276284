"""Collateral and diagnosis on the way: the failure, JUnit, the record, the summary, the documentation."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from harness import CaseTree, agent, trials

from pytest_editbench.model import Diagnosis, Outside

VERDICTS = Path(__file__).parents[2] / "docs/verdicts.md"
TWINS = "function low() {\n  return x + 1;\n}\nfunction high() {\n  return x + 1;\n}\n"
RIGHT = "function low() {\n  return x + 1;\n}\nfunction high() {\n  return x - 1;\n}\n"
FIRST_TWIN = (
    "file = pathlib.Path('app.js')\nfile.write_text(file.read_text().replace('x + 1', 'x - 1', 1))\n"
    "pathlib.Path('notes').write_text('done\\n')\n"
)


@pytest.fixture
def arguments(pytester: pytest.Pytester) -> list[str]:
    """A case with twins, and an agent that changes the wrong one and leaves a stray file."""
    CaseTree("twins").input({"app.js": TWINS}).expected({"app.js": RIGHT}).write(pytester.path / "cases")
    return ["cases", f"--editbench-agent={agent(pytester.path, FIRST_TWIN)}", "--editbench-record=r.jsonl"]


def test_the_diagnosis_is_the_first_thing_that_a_failure_says(run, arguments):
    result = run(*arguments)

    result.stdout.fnmatch_lines(
        ["mismatch: wrong twin (line 2, not line 5 of app.js): 1 file differs: app.js*"]
    )


def test_junit_has_the_diagnosis_and_all_lines_outside_as_one_number(run, arguments, pytester):
    run(*arguments, "--junitxml=junit.xml")

    root = ET.parse(pytester.path / "junit.xml").getroot()
    properties = {each.get("name"): each.get("value") for each in root.iter("property")}
    assert (properties["outside"], properties["diagnosis"]) == ("3", "wrong twin")


def test_the_record_has_them_by_file_and_kind(run, arguments, pytester):
    run(*arguments)

    [trial] = trials(pytester.path / "r.jsonl")
    comparison = trial["attempts"][0]["comparison"]
    assert comparison["diagnosis"] == "wrong twin"
    assert comparison["collateral"]["outside"] == {"code": 2, "stray or lost files": 1}
    assert comparison["collateral_by_file"]["app.js"] == {
        "right": 0,
        "wrong": 0,
        "missing": 2,
        "outside": {"code": 2},
    }


def test_the_summary_counts_both_also_from_a_record(run, arguments, pytester):
    shown = run(*arguments)
    printed = pytester.run(sys.executable, "-m", "pytest_editbench", "report", "r.jsonl")

    for result in (shown, printed):
        result.stdout.fnmatch_lines(["*indent  outside*", "total * 3 *", "diagnosis: wrong twin *1"])


def test_a_pass_has_no_diagnosis_and_counts_nothing_outside(run_plain, arguments, pytester):
    run_plain("cases", "--editbench-agent=oracle", "--junitxml=junit.xml").assert_outcomes(passed=1)

    names = {each.get("name") for each in ET.parse(pytester.path / "junit.xml").getroot().iter("property")}
    assert "outside" in names
    assert "diagnosis" not in names


def rows(heading: str) -> list[str]:
    """What the first cells of the table hold whose header starts with `heading`."""
    table = VERDICTS.read_text().split(f"\n| {heading} |")[1].split("\n\n")[0]
    return [name for line in table.splitlines()[2:] for name in re.findall(r"`([^`]+)`", line.split("|")[1])]


def test_the_documentation_lists_every_kind_and_every_diagnosis_in_order():
    assert rows("kind") == list(Outside)
    assert rows("diagnosis") == list(Diagnosis)

"""`editbench formats`: a table, JSON, a chart; exit codes as of other commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from harness import CaseTree

from pytest_editbench.cases import skeleton
from pytest_editbench.cli import main
from pytest_editbench.formats import FORMATS
from pytest_editbench.report.table import columns_of


@pytest.fixture(autouse=True)
def cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one case, and its parent the current one."""
    CaseTree("one").write(tmp_path / "cases")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cases"


def test_every_format_is_tried_on_every_case(capsys):
    assert main(["formats", "cases"]) == 0

    shown = capsys.readouterr().out
    assert all(name in shown for name in FORMATS)
    assert "1/1" in shown


def test_formats_can_be_chosen_and_the_output_can_be_json(capsys):
    assert main(["formats", "cases", "--format", "line-range", "--format=whole-file", "--json"]) == 0

    data = json.loads(capsys.readouterr().out)
    assert [each["format"] for each in data["formats"]] == ["whole-file", "line-range"]
    assert data["seed"] == 42


def test_a_chart_is_written_and_replaced_but_nothing_else_is(capsys):
    for _ in range(2):
        assert main(["formats", "cases", "--svg", "chart.svg"]) == 0
    assert Path("chart.svg").read_text().startswith("<svg")

    Path("mine.svg").write_text("<svg/>")
    assert main(["formats", "cases", "--svg", "mine.svg"]) == 2
    assert "mine.svg exists" in capsys.readouterr().err
    assert Path("mine.svg").read_text() == "<svg/>"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["cases", "--format", "xml"], "xml is no edit format; there are whole-file, "),
        (["--json"], "name cases to try the formats on"),
        (["nothing"], "there is no such folder or archive"),
        (["broken"], "prompt.md"),
    ],
)
def test_what_cannot_be_tried_is_told(capsys, cases, arguments, told):
    CaseTree("broken").write(cases.parent)
    (cases.parent / "broken/prompt.md").write_bytes(b"\xff")

    assert main(["formats", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_cases_that_ask_for_no_edit_are_counted_and_alone_are_nothing_to_try(capsys, cases):
    skeleton.create(cases / "two", "commit")

    assert main(["formats", "cases", "--format", "line-range"]) == 0
    assert capsys.readouterr().out.startswith("1 of 2 cases ask for no edit, and are left out\n")
    assert main(["formats", "cases", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["left_out"] == 1
    assert main(["formats", "cases/two"]) == 2
    assert "none of these 1 cases asks for an edit" in capsys.readouterr().err


def test_a_report_fits_a_terminal_of_80_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")

    assert main(["formats", "cases"]) == 0
    assert max(map(columns_of, capsys.readouterr().out.splitlines())) <= 80


def test_an_edit_that_no_format_can_tell_is_no_finding(capsys, cases):
    CaseTree("two").input({"a": b"\xff"}).expected({"a": b"\xfe"}).write(cases)

    assert main(["formats", "cases", "--format", "json-edits"]) == 0
    assert "json-edits cannot say 1: not UTF-8 text: 1" in capsys.readouterr().out


def test_without_cases_the_formats_are_listed(capsys):
    assert main(["formats"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(FORMATS)


def test_without_cases_a_format_that_is_named_shows_its_instructions(capsys):
    assert main(["formats", "--format", "json-edits"]) == 0
    assert capsys.readouterr().out == f"{FORMATS['json-edits'].instructions}\n"

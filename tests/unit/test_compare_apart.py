"""Commit proposals beside edits: neither covers up what becomes of the other."""

import json
from pathlib import Path

import pytest
from stored import HEADER, log, suite, trials, write

from pytest_editbench.cases import skeleton
from pytest_editbench.cli import main
from pytest_editbench.errors import UsageError
from pytest_editbench.model import Metadata
from pytest_editbench.report import contrasts
from pytest_editbench.report.sections import DRAWINGS
from pytest_editbench.runs import basis, gate, items, samples
from pytest_editbench.runs.compare import compare
from pytest_editbench.runs.samples import Sample
from pytest_editbench.runs.selection import Selection
from pytest_editbench.session import regression

COMMIT = Metadata(category="commit", kind="commit")


def found(edits="", commits=""):
    """A trial for each letter."""
    return [*trials(suite(*edits)), *trials(suite(*commits, category="commit"), metadata=COMMIT)]


def sample(edits: str = "", commits: str = "", name: str = "run.jsonl") -> Sample:
    return samples.pick(log(found(edits, commits), name), Selection(name))


def drawn(contrast):
    return "\n".join(DRAWINGS["terminal"](contrasts.sections(contrast, gate.judge(contrast))))


def test_the_headline_is_of_edits_and_commits_have_figures_of_their_own():
    contrast = compare(sample("PPPM", "P" * 8), sample("PPPP", "M" * 8))

    assert (contrast.rate.cases, contrast.rate.base, contrast.rate.new) == (4, 0.75, 1.0)
    assert (contrast.base.cases, [flip.fate for flip in contrast.flips]) == (4, ["fixed"])
    [commits] = contrast.apart
    assert (commits.name, commits.rate.cases, commits.rate.new, commits.rate.verdict) == (
        "commit",
        8,
        0,
        "worse",
    )
    assert (commits.new.scored, len(commits.flips), commits.failures[0].new) == (8, 8, 8)


def test_the_report_shows_both():
    text = drawn(compare(sample("PPPM", "P" * 8), sample("PPPP", "M" * 8)))

    assert "4 cases of 4 in both runs" in text
    assert "commit cases, counted apart:" in text
    assert "8 commit cases of 8 in both runs" in text
    assert "commit cases that are not the same:" in text
    assert "(by Holm)" in text


def test_where_there_are_only_commits_they_are_the_headline():
    contrast = compare(sample(commits="PP"), sample(commits="PM"))

    assert (contrast.kind, contrast.rate.new, contrast.apart) == ("commit", 0.5, ())
    assert "2 commit cases of 2 in both runs" in drawn(contrast)


@pytest.mark.parametrize(
    ("base", "new", "code", "reason"),
    [
        (("P" * 8, "P" * 8), ("M" * 8, "P" * 8), 1, "regression: the pass rate fell by 100.0 points, p "),
        (("P" * 8, "P" * 8), ("P" * 8, "M" * 8), 1, "commit: regression: the pass rate fell by 100.0 points"),
        (("M" * 8, "P" * 8), ("P" * 8, "M" * 8), 1, "commit: regression"),
        (("P" * 8, "P" * 8), ("P" * 8, "P" * 8), 0, "commit: no regression"),
        (("P" * 8, "P" * 8), ("P" * 8, "E" * 8), 2, "100.0 % of the commit cases are unscored"),
    ],
)
def test_the_gate_asks_both(base, new, code, reason):
    judged = gate.judge(compare(sample(*base), sample(*new)))

    assert (judged.code, reason in judged.reason) == (code, True)


@pytest.mark.parametrize(("commits", "holds"), [("P" * 8, True), ("M" * 8, False)])
def test_the_gate_of_a_session_asks_both(tmp_path: Path, commits, holds):
    base = write(tmp_path / "base.jsonl", found("P" * 8, "P" * 8))

    [judged] = regression.gates(str(base), 0.0, HEADER, found("P" * 8, commits))

    assert (judged.holds, "commit: " in judged.told) == (holds, True)


def test_two_tests_at_once_are_adjusted_for_one_another():
    alone, beside = (
        compare(sample("P" * 5), sample("M" * 5)),
        compare(sample("P" * 5, "P"), sample("M" * 5, "P")),
    )

    assert (alone.rate.verdict, beside.rate.verdict) == ("worse", "no difference shown")
    assert beside.rate.adjusted == 2 * alone.rate.adjusted


def test_commits_in_one_run_only_are_refused_or_left_out():
    with pytest.raises(UsageError, match="1 case is not the same in both: commit-000"):
        compare(sample("P", "P"), sample("P"))

    contrast = compare(sample("P", "P"), sample("P"), intersect=True)

    assert (contrast.coverage.left_out, contrast.apart) == (1, ())


def test_json_holds_what_is_derived_of_both():
    told = json.loads(json.dumps(contrasts.data(compare(sample("P", "PE"), sample("P", "MP")))))

    [commits] = told["apart"]
    assert (commits["name"], commits["rate"]["difference"], commits["coverage"]["lost"]) == ("commit", -1, 1)


def test_a_plan_rests_on_edits():
    given = basis.of(sample("PM", "PPPP"), flips=0.1)

    assert (given.rate, given.source) == (0.5, "2 cases in run.jsonl")
    assert basis.of(sample(commits="PPPP"), flips=0.0).source == "4 commit cases in run.jsonl"


def test_items_are_edits_and_say_what_is_left_out():
    told = items.items({"fast": sample("PM", "PPPP")})

    assert ([item.case for item in told.items], told.rates) == (["operator-000", "operator-001"], (0.5,))
    assert told.apart == {"commit": 4}
    assert len(items.items({"fast": sample(commits="PM")}).items) == 2


def test_a_plan_of_a_suite_counts_its_edits(tmp_path: Path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, kind in (("one", "edit"), ("two", "edit"), ("three", "commit")):
        skeleton.create(tmp_path / "cases" / name, kind)

    assert main(["plan", "cases", "--rate=0.8", "--flip-rate=0.1"]) == 0

    told = capsys.readouterr()
    assert "2 × 1" in told.out
    assert "1 case is left out, being counted apart from edits" in told.err


def test_the_command_compares_records_that_hold_both(tmp_path: Path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "one.jsonl", found("P" * 8, "P" * 8))
    write(tmp_path / "two.jsonl", found("P" * 8, "M" * 8))

    assert main(["compare", "one.jsonl", "two.jsonl", "--fail-on-regression"]) == 1
    assert "commit: regression" in capsys.readouterr().out
    assert main(["report", "--html", "page.html", "one.jsonl", "two.jsonl"]) == 0
    assert "commit cases, counted apart" in (tmp_path / "page.html").read_text()
    assert main(["items", "one.jsonl"]) == 1
    assert "8 commit cases left out, being counted apart" in capsys.readouterr().out

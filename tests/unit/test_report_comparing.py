"""Comparisons, plans and items as text: tables for people, JSON for programs."""

import json
from dataclasses import replace

import pytest
from stored import log, sample, suite, trials

from pytest_editbench.findings.forecast import Basis
from pytest_editbench.report import contrasts, forecasts, itemtables
from pytest_editbench.report.sections import DRAWINGS, Section, chance, p_is, points, value
from pytest_editbench.runs import gate, items, plan, samples
from pytest_editbench.runs.compare import compare
from pytest_editbench.runs.selection import Selection

BASE = {**suite(*"PPPPPPPPMPM"), **suite("PPM", "PPP", category="literal")}
NEW = {**suite(*"MMMMMMMMPPE"), **suite("PMM", "PP", category="literal")}


def compared(**facts):
    return compare(sample(BASE, "monday.jsonl"), sample(NEW, "tuesday.jsonl", **facts))


def judged(contrast):
    return contrasts.sections(contrast, gate.judge(contrast))


def separated():
    agents = {"weak": "MMPM", "fair": "MPPM", "good": "PPPE"}
    found = [each for agent, letters in agents.items() for each in trials(suite(*letters), agent)]
    return items.items(items.contenders([log(found)]))


def planned(monkeypatch):
    monkeypatch.setattr(plan, "SIMULATED", 0)
    return plan.forecast(80, 3, Basis("40 cases in run.jsonl", 0.8, 0.1, 42.0, 0.012, priced=True), 0.05)


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_a_comparison_tells_what_differs_was_compared_found_and_decided(drawing, snapshot):
    found = compared(agent="slow", cost=0.125)

    assert "\n".join(DRAWINGS[drawing](judged(found))) == snapshot


def test_a_comparison_that_is_open_says_what_would_have_shown(snapshot):
    found = compare(sample(suite(*"PPPM")), sample(suite(*"PMPM"), duration=2.0), deciding=["duration"])

    assert "\n".join(DRAWINGS["terminal"](judged(found))) == snapshot


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_items_tell_each_case_and_the_suite(drawing, snapshot):
    assert "\n".join(DRAWINGS[drawing](itemtables.sections(separated()))) == snapshot


def test_a_plan_tells_what_shows_and_what_it_takes(monkeypatch, snapshot):
    assert "\n".join(DRAWINGS["terminal"](forecasts.sections(planned(monkeypatch)))) == snapshot


def test_json_holds_what_is_derived_too(monkeypatch):
    found = compared()
    told = json.loads(json.dumps(contrasts.data(found, gate.judge(found))))

    assert (told["rate"]["verdict"], told["rate"]["difference"]) == ("worse", found.rate.difference)
    assert (told["gate"]["code"], len(told["flips"])) == (2, len(found.flips))
    assert json.loads(json.dumps(forecasts.data(planned(monkeypatch))))["suffices"] is False
    assert json.loads(json.dumps(itemtables.data(separated())))["agents"] == ["weak", "fair", "good"]


def test_what_makes_figures_doubtful_is_told():
    found = log([*trials({"a": "P"}), *trials({"a": "P"}, "slow"), *trials({"b": "SS"}, "-")])
    one = samples.pick(found, Selection("run.jsonl", "fast"))
    other = replace(one, name="torn.jsonl", unknown=0, cut_short=True)

    lines = [*DRAWINGS["terminal"](contrasts.sections(compare(one, other)))]

    assert "run.jsonl: 2 trials ended without an agent, counted on no side" in lines
    assert "torn.jsonl: the run was cut short" in lines


def test_cases_without_a_verdict_are_no_items_and_counted():
    found = items.items(items.contenders([log(trials({"a": "PM", "b": "E"}))]))

    assert "1 case without a scored trial left out" in DRAWINGS["terminal"](itemtables.sections(found))


def test_many_flips_are_cut_and_counted(monkeypatch):
    monkeypatch.setattr(contrasts, "FLIPS", 3)

    text = "\n".join(DRAWINGS["terminal"](contrasts.sections(compared())))

    assert "and 7 more; --json has all" in text


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_a_hostile_name_cannot_disturb_a_report(drawing):
    name = "\x1b[31m|<script>" + "x" * 5_000
    found = compare(sample({name: "P", "a-1": "P"}, name), sample({name: "M", "a-1": "M"}, name))

    lines = [*DRAWINGS[drawing](judged(found))]

    assert all(line.isprintable() for line in lines)
    assert drawing == "terminal" or not any("<script>" in line or "31m|" in line for line in lines)


def test_a_table_on_a_terminal_fits_its_width_and_cuts_no_case():
    case = "structural-swap-adjacent-lines-901"
    found = compare(sample({case: "PPP"}), sample({case: "PPM"}))

    lines = [*DRAWINGS["terminal"](judged(found))]

    assert max(map(len, lines)) <= 80
    assert any(line.startswith(f"{case}  noisy") for line in lines)


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (12_345.6, "+12,346"),
        (12.34, "+12.3"),
        (-1.239, "-1.24"),
        (0.01239, "+0.0124"),
        (0, "+0.00"),
        (None, "–"),
    ],
)
def test_a_figure_is_told_in_about_three_digits(number, expected):
    assert value(number, signed=True) == expected


def test_a_difference_that_rounds_to_nothing_has_no_sign_of_its_own():
    assert points(-0.0001, signed=True) == "+0.0"


@pytest.mark.parametrize(
    ("p", "cell", "words"), [(0.0123, "0.0123", "p = 0.0123"), (1e-9, "< 0.0001", "p < 0.0001")]
)
def test_a_chance_is_never_told_as_nothing(p, cell, words):
    assert (chance(p), p_is(p)) == (cell, words)


def test_an_empty_section_is_its_title():
    assert [*DRAWINGS["terminal"]([Section("one"), Section("two", text=["x"])])] == ["one:", "", "two:", "x"]

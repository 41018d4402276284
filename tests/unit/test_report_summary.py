"""Summaries as text: tables for people."""

import pytest

from pytest_editbench.model import Diagnosis, Outcome, Usage
from pytest_editbench.report import REPORTS
from pytest_editbench.scoring.summary import Result, by_agent

MIX = [Outcome.PASSED] * 5 + [Outcome.MISMATCH, Outcome.UNCHANGED, Outcome.TIMEOUT]


def results(outcomes=MIX, agent="mycli", trials=1, **more):
    """Results of one agent that walk through `outcomes`, over three categories and none."""
    categories = ("operator", "structural", "multi-hunk", None)
    return [
        Result(
            case=f"case-{number}",
            agent=agent,
            trial=trial,
            outcome=outcomes[(number + 3 * trial) % len(outcomes)],
            category=categories[number % 4],
            duration=1.5 * number,
            **{"indent_score": number % 3 / 2, **more},
        )
        for number in range(24)
        for trial in range(1, trials + 1)
    ]


def told(report, *parts, **options):
    found = [result for part in parts for result in part]
    return "\n".join(REPORTS[report](by_agent(found), **options))


USAGE = Usage(input_tokens=12_345, output_tokens=678, cost=0.0123, tool_calls={"edit": 3}, edit_calls_ok=2)
FULL = {
    "plain": lambda: [results()],
    "every outcome": lambda: [results(list(Outcome))],
    "trials, attempts and usage": lambda: [
        results(trials=3, first_attempt_passed=False, attempts=2, usage=USAGE),
    ],
    "several agents": lambda: [
        results(),
        results(MIX[::-1], "other", usage=USAGE),
        results(MIX[3:], "third"),
    ],
    "two bases": lambda: [
        results(indent_lines=3)[4:],
        results(indent_basis="prettier", indent_lines=1_000)[:4],
    ],
    "collateral and diagnoses": lambda: [
        results(outside=0)[8:],
        results(MIX[5:], outside=1_200, diagnosis=Diagnosis.WRONG_TWIN, indent_lines=2)[:5],
        results(MIX[5:], outside=None, diagnosis=Diagnosis.DUPLICATE)[5:8],
    ],
    "diagnoses of several agents": lambda: [
        results(MIX[5:], diagnosis=Diagnosis.NO_EDIT),
        results(MIX[5:], "other", diagnosis=Diagnosis.WRONG_INDENTATION),
    ],
    "calls, bases and answers": lambda: [
        results(
            usage=Usage(
                input_tokens=100,
                cache_write_tokens=7,
                reasoning_tokens=5,
                cost=0.25,
                basis="rounded",
                edit_calls_ok=3,
                edit_calls_failed=2,
                edit_failures={"not unique": 1},
                calls_by_kind={"edit": 5, "read": 40, "shell": 0},
            ),
            tolerances=("line-drift",),
            provider_retries=2,
        )[8:],
        results([Outcome.MALFORMED], malformed="block 2: no such text as 'let a'")[:3],
        results(agent="mini", usage=Usage(input_tokens=9, edit_calls_failed=0)),
    ],
    "nothing known": lambda: [results([Outcome.AGENT_ERROR], indent_score=None)],
}


@pytest.mark.parametrize("content", FULL)
@pytest.mark.parametrize("report", REPORTS)
def test_a_report_tells_every_figure(report, content, snapshot):
    assert told(report, *FULL[content]()) == snapshot


@pytest.mark.parametrize("content", FULL)
def test_the_terminal_report_fits_its_width(content):
    assert max(map(len, told("terminal", *FULL[content]()).splitlines())) <= 80


def test_many_agents_go_into_further_blocks_under_the_same_labels():
    text = told("terminal", *(results(agent=f"agent-{number}") for number in range(9)))

    heads = [line.split() for line in text.splitlines() if line.startswith("agent ")]
    assert [len(head) - 1 for head in heads] == [4, 4, 1]
    assert [label for head in heads for label in head[1:]] == [f"agent-{number}" for number in range(9)]


@pytest.mark.parametrize("report", REPORTS)
def test_no_trials_give_no_lines(report):
    assert told(report) == ""


def hostile(category):
    return [Result("one", "a|b\n", 1, Outcome.PASSED, category)]


def test_a_hostile_category_cannot_disturb_the_terminal():
    text = told("terminal", hostile("\x1b[31m\n\u202e" + "x" * 10_000))

    assert all(line.isprintable() for line in text.splitlines())
    assert max(map(len, text.splitlines())) <= 80


def test_a_wide_category_keeps_its_columns_in_line():
    rows = told("terminal", hostile("日本語")).splitlines()

    assert rows[2].startswith("日本語 ")
    assert len(rows[0]) == len(rows[2]) + 3 == len(rows[4])


def test_a_hostile_category_cannot_disturb_a_markdown_table():
    lines = told("markdown", hostile("a|b\n<script>`*_[x](y)\\" + "z" * 1000)).splitlines()

    assert lines[2].startswith("| a&#124;b\ufffd&#60;script&#62;&#96;&#42;&#95;&#91;x&#93;(y)&#92;zzz")
    assert len({line.count("|") for line in lines[:4]}) == 1
    assert max(map(len, lines)) < 300


def test_notes_of_many_columns_fit_a_terminal():
    names = ["delta-chrf", "lines-right", "lines-wrong", "lines-missing", "precision", "recall", "f1"]
    lines = told("terminal", results(), columns=names).splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("delta-chrf, "))
    assert " ".join(lines[first : first + 2]).endswith(
        "recall, f1: mean over scored trials, (n) where not all tell it"
    )
    assert all(len(line) <= 80 for line in lines[first:])

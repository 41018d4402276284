"""Tables by agent: each comes only where there is something to tell, and knows unknown from zero."""

from __future__ import annotations

import json
import re

from stored import trial, trials, write

from pytest_editbench.cli import main
from pytest_editbench.model import AgentResult, Attempt, Outcome, Usage
from pytest_editbench.report import REPORTS, agents
from pytest_editbench.report.sections import terminal
from pytest_editbench.report.table import columns_of
from pytest_editbench.scoring.summary import Result, by_agent
from pytest_editbench.terms import Terms


def summaries(**used):
    """A summary for each agent, whose trials used this."""
    return by_agent(
        Result(f"a-{number}", agent, 1, Outcome.PASSED, usage=usage)
        for agent, usages in used.items()
        for number, usage in enumerate(usages)
    )


def tables(**used):
    return {
        table.title: {row[0]: [*row[1:]] for row in table.rows}
        for table in agents.sections(summaries(**used))
    }


def test_an_agent_that_tells_nothing_gets_no_table():
    assert tables(plain=[Usage(), Usage()]) == {}


def test_unknown_is_a_dash_and_zero_is_zero():
    used = Usage(edit_calls_ok=0, edit_calls_failed=0, calls_by_kind={"shell": 0})
    told = Usage(edit_calls_ok=3, edit_calls_failed=1, edit_failures={"stale": 1}, calls_by_kind={"shell": 2})

    found = tables(full=[told], zero=[used], silent=[Usage()])

    assert found["edit calls"] == {
        "landed": ["3 (1/1)", "0 (1/1)", "–"],
        "failed": ["1 (1/1)", "0 (1/1)", "–"],
        "rate": ["75.0 % of 4", "–", "–"],
        "failed: stale": ["1", "0", "–"],
    }
    assert found["tool calls by kind"] == {"shell": ["2 (1/1)", "0 (1/1)", "–"]}


def test_failures_that_nobody_sorted_make_no_rows_of_their_own():
    assert list(tables(plain=[Usage(edit_calls_ok=1, edit_calls_failed=4)])["edit calls"]) == [
        "landed",
        "failed",
        "rate",
    ]


def test_medians_say_over_how_many_trials_they_are_and_whether_they_are_rough():
    used = [Usage(input_tokens=10, cost=0.5, basis="rounded"), Usage(input_tokens=21), Usage()]

    assert tables(aider=used) == {"what a trial takes": {"input tokens": ["≈15.5 (2/3)"]}}


def test_the_mark_of_a_rough_figure_has_a_legend_and_only_then():
    rough, plain = (
        "\n".join(REPORTS["terminal"](summaries(fast=[Usage(cost=1.0, basis=basis)])))
        for basis in ("estimated", "reported")
    )

    assert "≈1.0000 (1/1)" in rough
    assert "≈: rounded or estimated" in rough
    assert "≈" not in plain


def test_answers_that_were_kept_or_saved_or_malformed_are_counted_by_agent():
    results = [
        Result("a-1", "fast", 1, Outcome.MALFORMED, malformed="no block"),
        Result("a-2", "fast", 1, Outcome.PASSED, tolerances=("line-drift",), attempts=2, replayed=1),
        Result("a-1", "slow", 1, Outcome.PASSED),
    ]

    [table] = agents.sections(by_agent(results))

    assert [*map(tuple, table.rows)] == [
        ("malformed: no block", "1/2", "0/1"),
        ("saved by line-drift", "1/2", "0/1"),
        ("attempts not asked anew", "1/3", "0/1"),
    ]


def test_the_table_of_answers_fits_a_terminal_of_80_columns():
    reason = "the quoted lines fit at several places of the file with blank-drift: lines # and more"
    label = "chat.a-model-of-some-name-apply-patch"
    found = Result("a-1", label, 1, Outcome.MALFORMED, malformed=reason)

    lines = [*terminal(agents.sections(by_agent([found])), 80)]

    assert max(map(columns_of, lines)) == 80
    assert any(line.startswith("malformed: the quoted lines fit at several plac… ") for line in lines)


def test_what_holds_of_an_agent_for_which_nothing_was_asked_makes_no_table():
    plain = Result("a-1", "fast", 1, Outcome.PASSED, terms=Terms(home="inherit", sandbox="none"))
    caged = Result("a-1", "slow", 1, Outcome.PASSED, terms=Terms(sandbox="bwrap"))

    assert not [*agents.conditions(by_agent([plain]))]
    [table] = agents.conditions(by_agent([plain, caged]))
    assert [*map(tuple, table.rows)] == [
        ("home", "inherit", "–"),
        ("sandbox", "none", "bwrap"),
    ]


def test_hostile_reasons_disturb_neither_terminal_nor_markdown():
    evil = Result("a-1", "fast", 1, Outcome.MALFORMED, malformed="\x1b[31m\u202e|<b>\n" * 90)

    for name, report in REPORTS.items():
        lines = [*report(by_agent([evil]))]
        assert all(line.isprintable() for line in lines)
        assert name == "terminal" or not [line for line in lines if "<b>" in line]


def test_the_report_command_takes_trials_without_the_new_keys_beside_those_with_them(tmp_path, capsys):
    used = Usage(input_tokens=5, cache_write_tokens=1, basis="rounded", calls_by_kind={"edit": 1})
    new = trial("a-2", "P", attempts=(Attempt(1, Outcome.PASSED, 1.0, AgentResult(usage=used)),))
    record = write(tmp_path / "run.jsonl", [*trials({"a-1": "P"}, tokens=7), new])
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    [attempt] = lines[1]["attempts"]
    for place, names in (
        (attempt, ["provider_retries"]),
        (attempt["result"], ["malformed", "tolerances"]),
        (attempt["result"]["usage"], ["cache_write_tokens", "reasoning_tokens", "basis", "calls_by_kind"]),
        (lines[1]["terms"], ["home", "sandbox"]),
    ):
        for name in names:
            del place[name]
    record.write_text("".join(f"{json.dumps(line)}\n" for line in lines))

    assert main(["report", str(record)]) == 0
    printed = capsys.readouterr().out
    assert main(["compare", str(record), str(record)]) == 0

    assert re.findall(r"(\w+) tokens +(\S+ \(\d/2\))", printed) == [
        ("input", "≈12 (2/2)"),
        ("output", "0 (1/2)"),
        ("write", "≈1 (1/2)"),
        ("input", "≈6 (2/2)"),
    ]

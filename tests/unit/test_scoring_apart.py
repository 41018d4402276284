from __future__ import annotations

from pytest_editbench.model import Outcome
from pytest_editbench.report import grids
from pytest_editbench.scoring.summary import Result, summarise
from pytest_editbench.session import decisions


def result(case: str, apart: str = "", outcome: Outcome = Outcome.PASSED, warnings: int = 0) -> Result:
    return Result(case, "mycli", 1, outcome, category=apart or "operator", apart=apart, warnings=warnings)


MIXED = [result("a"), result("b", "commit", Outcome.REJECTED, warnings=2), result("c", "commit")]


def test_what_is_counted_apart_is_in_no_total_and_no_category() -> None:
    found = summarise(MIXED)

    assert (found.total.trials, list(found.categories)) == (1, ["operator"])
    assert (found.apart["commit"].passed, found.apart["commit"].scored) == (1, 2)


def test_where_there_is_nothing_else_it_is_the_total() -> None:
    found = summarise(MIXED[1:])

    assert (found.total.trials, list(found.categories), found.apart) == (2, ["commit"], {})


def test_tables_show_it_in_parentheses_with_its_rare_outcomes_and_warnings() -> None:
    grid = grids.of({"mycli": summarise(MIXED)})

    rows = {row[0]: dict(zip(grid.header, row, strict=True)) for row in (*grid.rows, grid.footer or ())}
    assert rows["(commit)"]["rejected"] == "1"
    assert rows["(commit)"]["warnings"] == "2"
    assert rows["total"]["passed"] == "1/1"


def test_several_agents_have_its_rate_in_a_row_of_its_own() -> None:
    grid = grids.of({"one": summarise(MIXED), "two": summarise(MIXED[:1])})

    assert ["rate: (commit)", "50.0 % of 2", "–"] in [*map(list, grid.rows)]


def test_the_demanded_rate_is_asked_of_it_too() -> None:
    assert not decisions.by_rate(0.8, {"mycli": summarise(MIXED)}).holds

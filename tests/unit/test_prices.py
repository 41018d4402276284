"""Costs by the user's table of prices, and never by anybody else's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import stored

from pytest_editbench.errors import UsageError
from pytest_editbench.model import Trial, Usage
from pytest_editbench.runs import prices
from pytest_editbench.runs.prices import Prices

TABLE = Prices(
    "2026-01-31", {"big": {"input": 3.0, "cached": 0.3, "output": 15.0}, "small": {"input": 1, "output": 2}}
)
TOKENS = Usage(input_tokens=1_000_000, output_tokens=100_000, model="big")


def test_each_kind_of_tokens_has_its_price() -> None:
    assert TABLE.cost(replace(TOKENS, cached_tokens=1_000_000), None) == pytest.approx(3.0 + 0.3 + 1.5)


def test_tokens_that_are_written_to_a_cache_have_a_price_of_their_own() -> None:
    table = Prices("2026-01-31", {"big": {"input": 3.0, "cache_write": 3.75, "output": 15.0}})

    assert table.cost(replace(TOKENS, cache_write_tokens=2_000_000), None) == pytest.approx(3.0 + 7.5 + 1.5)


def test_the_model_is_the_one_that_was_asked_for_where_the_agent_does_not_tell() -> None:
    assert TABLE.cost(replace(TOKENS, model=None), "small") == pytest.approx(1.2)


@pytest.mark.parametrize(
    "usage",
    [
        replace(TOKENS, model="another"),
        replace(TOKENS, model=None),
        replace(TOKENS, output_tokens=None),
        replace(TOKENS, model="small", cached_tokens=1),
        replace(TOKENS, cache_write_tokens=1),
        Usage(),
    ],
)
def test_what_is_not_known_costs_nobody_knows_what(usage: Usage) -> None:
    assert TABLE.cost(usage, None) is None


def used(usage: Usage) -> Trial:
    """A trial with this usage."""
    trial = stored.trial("a", "P")
    [attempt] = trial.attempts
    return replace(trial, attempts=(replace(attempt, result=replace(attempt.result, usage=usage)),))


def test_a_cost_by_the_table_tells_its_date() -> None:
    usage = TABLE.applied(used(TOKENS)).attempts[0].result.usage

    assert (usage.cost, usage.priced) == (pytest.approx(4.5), "2026-01-31")


@pytest.mark.parametrize("usage", [replace(TOKENS, cost=0.0), Usage()])
def test_what_the_agent_tells_and_what_is_unknown_is_left(usage: Usage) -> None:
    assert TABLE.applied(used(usage)) == used(usage)


GOOD = 'date = 2026-01-31\n[models."big/model:1"]\ninput = 3\noutput = 15.0\n'


def test_a_table_is_read(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(GOOD)

    assert prices.read(tmp_path / "p.toml") == Prices(
        "2026-01-31", {"big/model:1": {"input": 3.0, "output": 15.0}}
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("date = 2026-01-31", "", '"date" must say when these prices held'),
        ("date = 2026-01-31", 'date = "today"', '"date" must say when these prices held'),
        (GOOD, "date = 2026-01-31", '"models" must be a table'),
        ("input = 3\n", "", "takes input and output"),
        ("input = 3", "input = 3\nthinking = 1", "takes input and output"),
        ("input = 3", "input = -3", "input must be US dollars"),
        ("input = 3", "input = true", "input must be US dollars"),
        ("input = 3", "input = nan", "input must be US dollars"),
        ("input = 3", "input =", "is not TOML"),
    ],
)
def test_a_table_with_a_fault_is_told_where(tmp_path: Path, old: str, new: str, said: str) -> None:
    (tmp_path / "p.toml").write_text(GOOD.replace(old, new))

    with pytest.raises(UsageError, match=said):
        prices.read(tmp_path / "p.toml")


def test_a_table_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        prices.read(tmp_path / "p.toml")


def test_the_table_of_the_documentation_is_one(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "runs.md").read_text()
    (tmp_path / "p.toml").write_text(text.split("<!-- test: prices -->\n```toml\n")[1].split("```")[0])

    assert prices.read(tmp_path / "p.toml").models["big-model"] == {
        "input": 3.0,
        "cached": 0.3,
        "cache_write": 3.75,
        "output": 15.0,
    }

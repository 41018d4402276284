"""A ledger says when to stop, and lets nobody else keep the accounts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_editbench import clock, parsing
from pytest_editbench.errors import AgentError
from pytest_editbench.runs.ledger import Account, Budget, Ledger, dollars, exact

KEY = "00" * 32
COST = Budget(cost=1.0)


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    ledger = Ledger(tmp_path / "running" / "ledger", KEY, COST)
    ledger.open()
    return ledger


def test_a_trial_may_start_until_the_money_is_spent() -> None:
    account = Account(0.0).with_costs([0.5])

    assert account.refusal(COST, 0.0) == ""
    assert account.with_costs([0.5]).refusal(COST, 0.0) == "$1.00 of $1.00 are spent (--editbench-max-cost)"


def test_a_trial_may_start_until_the_time_is_over() -> None:
    account, budget = Account(100.0), Budget(time=60.0)

    assert account.refusal(budget, 159.9) == ""
    assert account.refusal(budget, 160.0) == "60.0 s of 60 s are over (--editbench-max-time)"


def test_ten_times_a_cent_are_ten_cents() -> None:
    account = Account(0.0).with_costs([0.01] * 10)

    assert account.refusal(Budget(cost=0.10), 0.0) == "$0.10 of $0.10 are spent (--editbench-max-cost)"
    assert Account(0.0).with_costs([0.01] * 9).refusal(Budget(cost=0.10), 0.0) == ""


@pytest.mark.parametrize(
    ("amount", "told"),
    [(0.105, "$0.105"), (2.0, "$2.00"), (1234.5, "$1,234.50"), (1e-7, "$0.0000001"), (1e6, "$1,000,000.00")],
)
def test_an_amount_is_told_with_all_its_digits(amount: float, told: str) -> None:
    assert dollars(exact(amount)) == told


def test_what_was_not_told_is_counted_and_costs_nothing() -> None:
    account = Account(0.0).with_costs([None, 0.25, None])

    assert (account.cost, account.told, account.untold) == (0.25, 1, 2)


def test_a_limit_that_nobody_tells_anything_of_is_warned_of() -> None:
    assert "limits nothing" in Account(0.0).with_costs([None]).warning(COST)
    assert Account(0.0).with_costs([None, 0.5]).warning(COST).startswith("1 of 2 attempts told no cost")
    assert Account(0.0).with_costs([0.5]).warning(COST) == ""
    assert Account(0.0).with_costs([None]).warning(Budget(time=1.0)) == ""


def test_all_processes_add_to_one_account(ledger: Ledger, tmp_path: Path) -> None:
    other = Ledger(tmp_path / "running" / "ledger", KEY, COST)
    ledger.add([0.6])
    other.add([0.6])

    assert ledger.refusal() == other.refusal() == "$1.20 of $1.00 are spent (--editbench-max-cost)"


def test_the_time_runs_from_the_opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([10.0, 12.0, 16.0])
    monkeypatch.setattr(clock, "monotonic", lambda: next(moments))
    ledger = Ledger(tmp_path / "ledger", KEY, Budget(time=5.0))
    ledger.open()

    assert ledger.refusal() == ""
    assert ledger.refusal() == "6.0 s of 5 s are over (--editbench-max-time)"


SPOILS = {
    "gone": lambda place: place.unlink(),
    "emptied": lambda place: place.write_bytes(b""),
    "reset": lambda place: place.write_bytes(place.read_bytes().replace(b'"cost": "0.5"', b'"cost": "0.0"')),
    "another's": lambda place: place.write_bytes(b"00\n{}"),
}


@pytest.mark.parametrize("spoil", SPOILS)
def test_an_account_that_somebody_else_touched_lets_nothing_start(
    ledger: Ledger, tmp_path: Path, spoil: str
) -> None:
    ledger.add([0.5])
    SPOILS[spoil](tmp_path / "running" / "ledger")

    with pytest.raises(AgentError, match="damaged"):
        ledger.refusal()


@pytest.mark.parametrize(
    ("parse", "value"),
    [
        *((parsing.money, value) for value in ("0", "-1", "nan", "inf", "much")),
        *((parsing.span, value) for value in ("0", "soon", "1d", "-1m", "nan", "99999h", "m")),
        *((parsing.points, value) for value in ("-1", "101", "nan", "five")),
    ],
)
def test_a_limit_that_is_none_is_refused(parse: Callable[[str], float], value: str) -> None:
    with pytest.raises(ValueError, match=r"^must be "):
        parse(value)


def test_limits_are_read_with_their_units() -> None:
    assert (parsing.money("$2.50"), parsing.money("2.5")) == (2.5, 2.5)
    assert [parsing.span(text) for text in ("900", "900s", "15m", "2h", "0.5h")] == [
        900,
        900,
        900,
        7200,
        1800,
    ]
    assert parsing.points("0") == 0


def test_a_cost_that_cannot_be_entered_closes_the_account(ledger: Ledger, tmp_path: Path) -> None:
    (tmp_path / "running" / "ledger.draft").mkdir()  # in the way of every new account
    ledger.add([0.5])

    with pytest.raises(AgentError, match="damaged"):
        ledger.refusal()

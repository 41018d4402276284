"""What a Python agent says of itself is taken as far as its fields can hold it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_editbench.agents.answers import checked
from pytest_editbench.model import AgentResult, Usage

WHOLE = AgentResult(
    exit_code=-9,
    signal=9,
    timed_out=True,
    answered=False,
    error="refused",
    text="done",
    usage=Usage(
        *(1, 2, 3, 0.5, {"edit": 1}, 1, 0, 2, "m-1", "quota"),
        cache_write_tokens=7,
        reasoning_tokens=1,
        basis="rounded",
        calls_by_kind={"edit": 1},
        edit_failures={"stale": 0},
        unreadable_lines=3,
    ),
    output_bytes=4,
    output_tail="bye",
    survivors=1,
    malformed="no fence",
    tolerances=("line-drift",),
)


def test_what_is_right_stays_as_it_is() -> None:
    assert checked(WHOLE) == WHOLE
    assert checked(AgentResult()) == AgentResult()


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("exit_code", "1", "must be a whole number"),
        ("exit_code", 2**60, "must be a whole number"),
        ("signal", -1, "must be a whole number ≥ 0"),
        ("timed_out", "yes", "must be true or false"),
        ("answered", 1, "must be true or false"),
        ("text", b"done", "must be text"),
        ("usage", {}, "must be a Usage"),
        ("output_bytes", 1.5, "must be a whole number ≥ 0"),
        ("output_tail", b"bye", "must be text"),
        ("survivors", float("nan"), "must be a whole number ≥ 0"),
    ],
)
def test_a_wrong_value_is_unknown_and_noted(name: str, value: Any, reason: str) -> None:
    result = checked(replace(AgentResult(), **{name: value}))

    assert result == AgentResult(output_tail=f'AgentResult: "{name}" ignored: {reason}')


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("input_tokens", -1, "must be a whole number ≥ 0"),
        ("cost", float("inf"), "must be a number ≥ 0"),
        ("cost", float("nan"), "must be a number ≥ 0"),
        ("tool_calls", [1], "must be an object"),
        ("tool_calls", {"edit": None}, "must be a whole number ≥ 0"),
        ("tool_calls", {1: 1}, "must be text"),
        ("model", 4, "must be text"),
        ("basis", "guessed", "must be one of: reported, rounded, estimated"),
        ("calls_by_kind", {"dance": 1}, "takes: read, search, edit, write, shell, other"),
    ],
)
def test_a_wrong_value_of_its_usage_is_unknown_and_noted(name: str, value: Any, reason: str) -> None:
    result = checked(AgentResult(usage=replace(Usage(turns=1), **{name: value})))

    assert result.usage == Usage(turns=1)
    assert result.output_tail == f'AgentResult: "usage.{name}" ignored: {reason}'


@pytest.mark.parametrize(
    ("error", "said"),
    [("", None), (" ", None), (False, None), (ValueError("no key"), "ValueError: no key"), ("x\udcff", "x?")],
)
def test_an_empty_error_is_none_and_any_other_counts(error: Any, said: str | None) -> None:
    result = checked(AgentResult(error=error, usage=Usage(error=error)))

    assert (result.error, result.usage.error, result.output_tail) == (said, said, "")


def test_an_absent_list_of_figures_is_unknown() -> None:
    missing: Any = None

    assert checked(AgentResult(usage=missing, survivors=missing)) == AgentResult()

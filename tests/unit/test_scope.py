"""What a run covers has one digest, whatever part of it a session runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_editbench import given
from pytest_editbench.options import Options
from pytest_editbench.runs import scope
from pytest_editbench.runs.scope import Scope

CASES = {"a": "digest of a", "b": "digest of b"}
AGENTS = [("fast", "mycli {prompt}", None)]


def read(**arguments: object) -> Options:
    """The options of a session."""
    known = {f"editbench_{name}": value for name, value in {"shard": "1/8", **arguments}.items()}
    return given.read(known.get, lambda _: None, {}, Path("/here"), Path("/root"))


WHOLE = scope.scope(CASES, AGENTS, read())


@pytest.mark.parametrize(
    "arguments",
    [
        {"shard": "2/8"},
        {"record": "r.jsonl"},
        {"resume": "old.jsonl"},
        {"keep": "all"},
        {"max_cost": "1"},
        {"store": "runs"},
        {"fail_under": "0.5"},
    ],
)
def test_what_a_shard_may_have_of_its_own_does_not_count(arguments: dict[str, object]) -> None:
    assert scope.scope(CASES, AGENTS, read(**arguments)) == WHOLE


@pytest.mark.parametrize(
    "arguments",
    [
        {"shard": "1/9"},
        {"trials": "2"},
        {"attempts": "2"},
        {"timeout": "5"},
        {"match": "exact"},
        {"model": "big"},
        {"formatter": ["ruff"]},
        {"git": "true"},
    ],
)
def test_what_changes_the_trials_or_their_verdicts_counts(arguments: dict[str, object]) -> None:
    assert scope.scope(CASES, AGENTS, read(**arguments)).digest != WHOLE.digest


def test_the_order_of_cases_does_not_count_and_their_content_does() -> None:
    assert scope.scope(dict(reversed(CASES.items())), AGENTS, read()) == WHOLE
    assert scope.scope({**CASES, "a": "changed"}, AGENTS, read()).digest != WHOLE.digest
    assert scope.scope({"a": CASES["a"]}, AGENTS, read()).digest != WHOLE.digest


def test_agents_choices_and_who_runs_what_count() -> None:
    others = [
        scope.scope(CASES, [("fast", "mycli", None)], read()),
        scope.scope(CASES, AGENTS, read(), dealt="dealt"),
        scope.scope(CASES, AGENTS, read(), chosen=["a", ""]),
    ]

    assert len({WHOLE.digest, *(other.digest for other in others)}) == 4


def test_a_scope_is_heard_as_it_was_told() -> None:
    assert Scope.heard(WHOLE.told()) == WHOLE
    assert WHOLE.cases == 2

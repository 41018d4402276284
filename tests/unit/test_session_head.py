"""How the head of a session names its agents."""

from __future__ import annotations

import pytest

from pytest_editbench.agents.lookup import Kind, NamedAgent
from pytest_editbench.agents.noop import Noop
from pytest_editbench.session.opening import described
from pytest_editbench.terms import Terms


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({}, "fast (built-in)"),
        ({"version": "1.2"}, "fast (built-in, 1.2)"),
        (
            {"terms": Terms(edit_format="line-range", temperature=0.0)},
            "fast (built-in, line-range, temperature 0)",
        ),
    ],
)
def test_an_agent_is_named_with_what_is_known_of_it(facts, told):
    assert described(NamedAgent("fast", Noop(), None, Kind.BUILT_IN, **facts)) == told

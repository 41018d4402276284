"""The hooks this plugin offers to other plugins and to conftest.py files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pluggy import HookRelay


@pytest.hookspec
def pytest_editbench_agents() -> Mapping[str, object]:  # type: ignore[empty-body]  # a specification
    """Agents by name: each a callable `(task, workspace)`, or an object with such a `run` method."""


@pytest.hookspec
def pytest_editbench_record(config: pytest.Config, record: Mapping[str, object]) -> None:
    """A trial has ended: its record as plain data, as in a record file; called on the controller only."""


def registered(hook: HookRelay) -> dict[str, object]:
    """The agents by name that the plugins and `conftest.py` files behind `hook` register."""
    return {name: agent for agents in hook.pytest_editbench_agents() for name, agent in agents.items()}

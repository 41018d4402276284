"""The hooks this plugin offers to other plugins and to conftest.py files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from pluggy import HookRelay


@pytest.hookspec
def pytest_editbench_agents() -> Mapping[str, object]:  # type: ignore[empty-body]  # a specification
    """Agents by name: each a callable `(task, workspace)`, or an object with such a `run` method."""


@pytest.hookspec
def pytest_editbench_record(config: pytest.Config, record: Mapping[str, object]) -> None:
    """A trial has ended: its record as plain data, as in a record file; called on the controller only."""


def registered(hook: HookRelay) -> dict[str, object]:
    """The agents by name that the plugins and `conftest.py` files behind `hook` register."""
    found: dict[str, object] = {}
    for agents in hook.pytest_editbench_agents():
        fault = _fault(agents)
        if fault:
            raise UsageError(f"{_plugin(hook, fault)}: pytest_editbench_agents gives {fault}")
        found |= agents
    return found


def _fault(agents: object) -> str:
    """What is wrong with what a hook gives, if anything."""
    if not isinstance(agents, Mapping):
        return f"{type(agents).__name__}; it must give agents by name, as a mapping"
    for name, agent in agents.items():
        if not isinstance(name, str):
            return f"an agent by the name {name!r}; names are text"
        if not callable(getattr(agent, "run", agent)):
            return f"{name!r}, which is neither callable nor has a method run(task, workspace)"
    return ""


def _plugin(hook: HookRelay, fault: str) -> str:
    """Who gives this: the results of a hook do not tell, so all are asked again."""
    for each in hook.pytest_editbench_agents.get_hookimpls():
        if not (each.wrapper or each.hookwrapper) and _fault(each.function()) == fault:
            return f"plugin {each.plugin_name}"
    return "a plugin"

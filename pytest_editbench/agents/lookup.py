"""The AGENTS table, and how what a user names becomes an agent."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_editbench.agents.protocol import Agent

_LABELLED = re.compile(r"([A-Za-z0-9._-]+)=(.*)", re.DOTALL)


class Kind(StrEnum):
    """Where an agent comes from."""

    BUILT_IN = "built-in"
    REGISTERED = "registered"
    ENTRY_POINT = "entry point"
    FUNCTION = "function"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class NamedAgent:
    """An agent ready to run, and what reports call it."""

    label: str
    agent: Agent
    command: str | None  # as the user gave it; None where the label says it all
    kind: Kind
    version: str | None = None  # None is unknown


class Available(NamedTuple):
    """An agent that can be named."""

    name: str
    line: str  # what it is, in one line
    kind: Kind


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A row of the table: what the agent is, and how it is made."""

    line: str
    make: Callable[[], Agent]


def _oracle() -> Agent:
    from pytest_editbench.agents.oracle import Oracle

    return Oracle()


def _noop() -> Agent:
    from pytest_editbench.agents.noop import Noop

    return Noop()


def _solver() -> Agent:
    from pytest_editbench.agents.solver import Solver

    return Solver()


AGENTS: Mapping[str, BuiltIn] = {
    "oracle": BuiltIn("lays the accepted answer: must pass everywhere", _oracle),
    "noop": BuiltIn("changes nothing: must fail everywhere", _noop),
    "solver": BuiltIn("carries out what the prompt says, by plain string work", _solver),
}


def resolve_all(
    specs: Sequence[str], *, registered: Mapping[str, object], directory: Path, model: str | None
) -> tuple[NamedAgent, ...]:
    """The agents that are named, in their order; `UsageError` when two would share a label."""
    agents: dict[str, NamedAgent] = {}
    for spec in specs:
        agent = resolve(spec, registered=registered, directory=directory, model=model)
        if agent.label in agents:
            raise UsageError(f"two agents are labelled {agent.label!r}; tell them apart by LABEL=COMMAND")
        agents[agent.label] = agent
    return tuple(agents.values())


def resolve(spec: str, *, registered: Mapping[str, object], directory: Path, model: str | None) -> NamedAgent:
    """The agent that `spec` names, with or without `LABEL=` before it.

    Looked up in this order: built-in, `registered` by a hook, entry point, `package.module:callable` (also
    from `directory`, which stays importable), command line (relative to `directory`). `UsageError` says
    what is wrong with one that cannot be used, and what exists when it is none of these.
    """
    from pytest_editbench.agents.command import CommandAgent, placeholders

    found = _resolve(spec, registered, directory)
    if model is None and isinstance(found.agent, CommandAgent) and "model" in placeholders(found.agent.argv):
        raise UsageError(f"{spec!r} asks for {{model}}; set --editbench-model")
    return found


def named(
    agent: object,
    *,
    registered: Mapping[str, object] | None = None,
    directory: Path | None = None,
    model: str | None = None,
) -> NamedAgent:
    """An agent as a fixture hands it in: resolved, looked up as by `resolve`, a callable, or with `run`."""
    from pytest_editbench.agents import imports

    if isinstance(agent, NamedAgent):
        return agent
    if isinstance(agent, str):
        return resolve(agent, registered=registered or {}, directory=directory or Path.cwd(), model=model)
    name = getattr(agent, "__name__", type(agent).__name__)
    return NamedAgent(_label(name), imports.adapt(name, agent), None, Kind.FUNCTION)


def available(registered: Mapping[str, object]) -> list[Available]:
    """Every agent that has a name, in the order of the search; none is imported for it."""
    from pytest_editbench.agents import imports

    return [
        *(Available(name, row.line, Kind.BUILT_IN) for name, row in AGENTS.items()),
        *(Available(name, _summary(agent), Kind.REGISTERED) for name, agent in registered.items()),
        *(Available(point.name, point.value, Kind.ENTRY_POINT) for point in imports.offered()),
    ]


def _resolve(spec: str, registered: Mapping[str, object], directory: Path) -> NamedAgent:
    labelled = _LABELLED.fullmatch(spec.strip())
    text = (labelled[2] if labelled else spec).strip()
    found = _find(text, registered, directory) if text else None
    if found is None:
        names = ", ".join(agent.name for agent in available(registered))
        raise UsageError(
            f"no agent {text!r}: no such program on PATH{_nearby(text, directory)}, "
            f"no package.module:callable, and none of: {names}"
        )
    return replace(found, label=labelled[1]) if labelled else found


def _find(text: str, registered: Mapping[str, object], directory: Path) -> NamedAgent | None:
    if text in AGENTS:
        return NamedAgent(text, AGENTS[text].make(), None, Kind.BUILT_IN)
    from pytest_editbench.agents import imports

    if text in registered:
        return NamedAgent(_label(text), imports.adapt(text, registered[text]), None, Kind.REGISTERED)
    for point in imports.offered():
        if point.name == text:
            return NamedAgent(_label(text), imports.from_entry_point(point), None, Kind.ENTRY_POINT)
    if imports.is_import(text):
        return NamedAgent(_label(text), imports.from_text(text, directory), text, Kind.FUNCTION)
    return _command(text, directory)


def _command(text: str, directory: Path) -> NamedAgent | None:
    from pytest_editbench.agents import commandline
    from pytest_editbench.agents.command import CommandAgent

    argv = commandline.split(text, directory)
    return NamedAgent(_label(Path(argv[0]).name), CommandAgent(argv), text, Kind.COMMAND) if argv else None


def _label(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", ".", name).strip(".") or "agent"


def _summary(agent: object) -> str:
    return (inspect.getdoc(agent) or type(agent).__name__).partition("\n")[0]


def _nearby(text: str, directory: Path) -> str:
    program = text.partition(" ")[0]
    return f" (did you mean ./{program}?)" if program and (directory / program).is_file() else ""

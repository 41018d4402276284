"""The AGENTS table, and how what a user names becomes an agent."""

from __future__ import annotations

import inspect
import os
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.agents.wishes import INHERIT, Wishes
from pytest_editbench.errors import UsageError
from pytest_editbench.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_editbench.agents.protocol import Agent
    from pytest_editbench.options import Options

_LABELLED = re.compile(r"([A-Za-z0-9._-]+)=(.*)", re.DOTALL)


class Kind(StrEnum):
    """Where an agent comes from."""

    BUILT_IN = "built-in"
    MODEL = "model"
    REGISTERED = "registered"
    ENTRY_POINT = "entry point"
    PRESET = "preset"
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
    model: str | None = None  # that was asked for
    home: str | None = None  # what of the user's settings it sees; None where that is no question
    litter: tuple[str, ...] = ()  # patterns of what it leaves beside its work
    git: bool = False  # whether its workspace must be a repository
    terms: Terms = field(default_factory=Terms)  # what it adds to those of its trials; `seed` is the base
    twin: str | None = None  # label of the agent that is asked in its place wherever no edit is wanted


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


@dataclass(frozen=True, slots=True)
class Scheme:
    """A row of the table: what is named by `SCHEME:REST`, and the agent that comes of the rest."""

    form: str
    line: str
    make: Callable[[str], Agent]


def _chat(model: str) -> Agent:
    from pytest_editbench.agents.chat.choice import ChatChoice

    return ChatChoice(model)


SCHEMES: Mapping[str, Scheme] = {
    "chat": Scheme("chat:MODEL", "a model of an OpenAI-compatible server, without an agent around it", _chat),
}


def resolve_all(
    specs: Sequence[str], *, registered: Mapping[str, object], directory: Path, wishes: Wishes | None = None
) -> tuple[NamedAgent, ...]:
    """The agents that are named, in their order; `UsageError` when two would share a label."""
    wishes = wishes or Wishes()
    _check_presets(wishes.presets)
    agents: dict[str, NamedAgent] = {}
    for spec in specs:
        agent = resolve(spec, registered=registered, directory=directory, wishes=wishes)
        _check_labels([*agents.values(), agent])
        agents[agent.label] = agent
    wishes.models.check([*agents, *wishes.elsewhere])
    return tuple(agents.values())


def resolve(
    spec: str, *, registered: Mapping[str, object], directory: Path, wishes: Wishes | None = None
) -> NamedAgent:
    """The agent that `spec` names, with or without `LABEL=` before it.

    Looked up in this order: scheme (`chat:MODEL`), built-in, `registered` by a hook, entry point, preset (its
    name, and words to be passed on), `package.module:callable` (also from `directory`, which stays
    importable), command line (relative to `directory`; whatever holds a placeholder is one). `UsageError`
    says what is wrong with one that cannot be used, and what exists when it is none of these.
    """
    from pytest_editbench.agents.command import CommandAgent, placeholders

    wishes = wishes or Wishes()
    found = _resolve(spec, registered, directory, wishes)
    found = replace(found, model=found.model or wishes.models.of(found.label))
    wanted = placeholders(found.agent.argv) if isinstance(found.agent, CommandAgent) else ()
    if found.model is None and "model" in wanted:
        raise UsageError(f"{spec!r} asks for {{model}}; set --editbench-model")
    if found.kind is Kind.PRESET:
        from pytest_editbench.agents.presets import naming

        naming.check(found)
    return found


def named(
    agent: object,
    *,
    registered: Mapping[str, object] | None = None,
    directory: Path | None = None,
    wishes: Wishes | None = None,
) -> NamedAgent:
    """An agent as a fixture hands it in: resolved, looked up as by `resolve`, a callable, or with `run`."""
    from pytest_editbench.agents import imports

    wishes = wishes or Wishes()
    if isinstance(agent, NamedAgent):
        return agent
    if isinstance(agent, str):
        return resolve(agent, registered=registered or {}, directory=directory or Path.cwd(), wishes=wishes)
    name = getattr(agent, "__name__", type(agent).__name__)
    label = _label(name)
    return NamedAgent(label, imports.adapt(name, agent), None, Kind.FUNCTION, model=wishes.models.of(label))


def settled(
    agents: Sequence[NamedAgent], options: Options, folder: Path, secret: str
) -> tuple[NamedAgent, ...]:
    """The agents, with what is to be known of models that are asked without one.

    With several edit formats, such a model is one agent for each. `folder` and `secret` are what the
    processes of a session share to count their requests. `UsageError` as from `resolve_all`.
    """
    if all(agent.kind is not Kind.MODEL for agent in agents):
        return tuple(agents)
    from pytest_editbench.agents.chat import choice, settings

    how = settings.of(options, os.environ, folder, secret)
    found = [each for agent in agents for each in choice.agents(agent, how)]
    _check_labels(found)
    return tuple(found)


def available(registered: Mapping[str, object], presets: Sequence[Path] = ()) -> list[Available]:
    """Every agent that has a name, in the order of the search; none is imported for it."""
    from pytest_editbench.agents import imports
    from pytest_editbench.agents.presets import table

    return [
        *(Available(row.form, row.line, Kind.MODEL) for row in SCHEMES.values()),
        *(Available(name, row.line, Kind.BUILT_IN) for name, row in AGENTS.items()),
        *(Available(name, _summary(agent), Kind.REGISTERED) for name, agent in registered.items()),
        *(Available(point.name, point.value, Kind.ENTRY_POINT) for point in imports.offered()),
        *(Available(name, row.description, Kind.PRESET) for name, row in table.rows(presets).items()),
    ]


def _check_presets(files: Sequence[Path]) -> None:
    if not files:
        return
    from pytest_editbench.agents.presets import table

    for number, path in enumerate(files, 1):
        for name in table.rows(files[:number]):
            if name in AGENTS:
                raise UsageError(f"{path}: [{name}] is the name of a built-in agent; rename it")


def _check_labels(agents: Sequence[NamedAgent]) -> None:
    labels = Counter(agent.label for agent in agents)
    for label, number in labels.items():
        if number > 1:
            raise UsageError(f"two agents are labelled {label!r}; tell them apart by LABEL=COMMAND")


def _resolve(spec: str, registered: Mapping[str, object], directory: Path, wishes: Wishes) -> NamedAgent:
    labelled = _LABELLED.fullmatch(spec.strip())
    text = (labelled[2] if labelled else spec).strip()
    found = _find(text, registered, directory, wishes) if text else None
    if found is None:
        names = ", ".join(agent.name for agent in available(registered, wishes.presets))
        raise UsageError(
            f"no agent {text!r}: no such program on PATH{_nearby(text, directory)}, "
            f"no package.module:callable, and none of: {names}"
        )
    return replace(found, label=labelled[1]) if labelled else found


def _find(text: str, registered: Mapping[str, object], directory: Path, wishes: Wishes) -> NamedAgent | None:
    scheme, colon, rest = text.partition(":")
    if colon and scheme in SCHEMES:
        made = SCHEMES[scheme].make(rest.strip())
        return NamedAgent(_label(text), made, text, Kind.MODEL, model=rest.strip() or None)
    if text in AGENTS:
        return NamedAgent(text, AGENTS[text].make(), None, Kind.BUILT_IN)
    from pytest_editbench.agents import imports

    if text in registered:
        return NamedAgent(_label(text), imports.adapt(text, registered[text]), None, Kind.REGISTERED)
    for point in imports.offered():
        if point.name == text:
            return NamedAgent(_label(text), imports.from_entry_point(point), None, Kind.ENTRY_POINT)
    from pytest_editbench.agents.presets import naming

    if preset := naming.find(text, wishes):
        return preset
    if imports.is_import(text):
        return NamedAgent(_label(text), imports.from_text(text, directory), text, Kind.FUNCTION)
    return _command(text, directory, wishes.home or INHERIT)


def _command(text: str, directory: Path, home: str) -> NamedAgent | None:
    from pytest_editbench.agents import commandline
    from pytest_editbench.agents.command import CommandAgent

    argv = commandline.split(text, directory)
    if argv is None:
        return None
    return NamedAgent(_label(Path(argv[0]).name), CommandAgent(argv, home), text, Kind.COMMAND, home=home)


def _label(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", ".", name).strip(".") or "agent"


def _summary(agent: object) -> str:
    return (inspect.getdoc(agent) or type(agent).__name__).partition("\n")[0]


def _nearby(text: str, directory: Path) -> str:
    program = text.partition(" ")[0]
    return f" (did you mean ./{program}?)" if program and (directory / program).is_file() else ""

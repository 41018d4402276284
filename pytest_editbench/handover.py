"""What the controller decided on, for its workers: they must not decide anew."""

from __future__ import annotations

from os.path import lexists
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.parsing import RecordName

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pytest

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.options import Options

_PREFIX = "editbench_decided_"
_VERSIONS = "editbench_versions"
_PATHS = ("record", "artifacts")
_NAMES = ("shard_by", "baseline", "failed_from")


def told(options: Options) -> dict[str, object]:
    """The options that the controller has settled, as plain data."""
    values = {name: getattr(options, name) for name in (*_PATHS, *_NAMES)}
    resumed = {f"{_PREFIX}resume": [name.text for name in options.resume]}
    return resumed | {f"{_PREFIX}{name}": str(value) for name, value in values.items() if value is not None}


def heard(options: Options, told: Mapping[str, object]) -> Options:
    """A worker's options with what its controller has settled."""
    given = {name: told.get(f"{_PREFIX}{name}") for name in (*_PATHS, *_NAMES)}
    paths = {name: Path(str(given[name])) for name in _PATHS if given[name] is not None}
    names = {name: RecordName(str(given[name])) for name in _NAMES if given[name] is not None}
    resumed = told.get(f"{_PREFIX}resume")
    resume = tuple(map(RecordName, resumed)) if isinstance(resumed, list) else ()
    return options._replace(resume=resume, **paths, **names)  # type: ignore[arg-type]  # each row of values has its field's type


def versions(agents: Iterable[NamedAgent]) -> dict[str, object]:
    """The versions that agents told the controller, as plain data."""
    return {_VERSIONS: {agent.label: agent.version for agent in agents if agent.version is not None}}


def with_versions(config: pytest.Config, agents: tuple[NamedAgent, ...]) -> tuple[NamedAgent, ...]:
    """The agents with the versions of their programs: asked once in a session, workers hear of them."""
    if config.option.collectonly or all(agent.kind != "preset" for agent in agents):
        return agents
    from pytest_editbench.agents.presets import versions as asking

    worker = getattr(config, "workerinput", None)
    return asking.known(agents, None if worker is None else worker.get(_VERSIONS, {}))


def settled(options: Options) -> Options:
    """The options with records by their paths; `UsageError` for a name that means none."""
    named = {name: value for name in _NAMES if (value := getattr(options, name)) is not None}
    found = {name: RecordName(_path(value, options.store)) for name, value in named.items()}
    resume = tuple(RecordName(_path(name, options.store)) for name in options.resume)
    return options._replace(resume=resume, **found)  # type: ignore[arg-type]  # as above


def _path(name: RecordName, place: Path | None) -> str:
    """The path that a name means; what stands behind `#` names an agent in the record, and is kept."""
    from pytest_editbench.runs import store

    file, sign, agent = name.text.rpartition("#")
    if not sign or lexists(name.folder / name.text):
        return str(store.resolve(name.text, place, name.folder))
    return f"{store.resolve(file, place, name.folder)}#{agent}"

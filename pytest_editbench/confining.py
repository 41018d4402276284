"""What keeps the agents of a session in, and which agents that can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.agents.lookup import Kind
from pytest_editbench.errors import UsageError
from pytest_editbench.stash import AGENTS, OPTIONS, SCRATCH

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.model import Confinement

_IN_PROCESS = (Kind.REGISTERED, Kind.ENTRY_POINT, Kind.FUNCTION)  # foreign code that runs in pytest itself


def of(config: pytest.Config) -> Confinement | None:
    """What the options ask for, None for nothing; `UsageError` for what goes not together."""
    from pytest_editbench import sandbox

    return sandbox.confinement(config.stash[OPTIONS], _hidden(config))


def check(config: pytest.Config) -> None:
    """Find out whether all agents that are named can be confined here; `UsageError` says why not."""
    agents = config.stash.get(AGENTS, ())
    if not agents:
        return
    found = of(config)
    if found is None:
        return
    for agent in agents:
        check_agent(agent, found)
    if not config.option.collectonly:
        from pytest_editbench import sandbox

        sandbox.check(found)


def check_agent(agent: NamedAgent, confinement: Confinement | None) -> None:
    """`UsageError` for an agent that nothing can keep in."""
    if confinement is not None and agent.kind in _IN_PROCESS:
        raise UsageError(
            f"agent {agent.label!r} runs inside pytest, where no sandbox can hold it; "
            f"make it a command, or leave out --editbench-sandbox={confinement.level}"
        )


def _hidden(config: pytest.Config) -> Iterator[Path]:
    """Where answers, records and other trials are."""
    options, scratch = config.stash[OPTIONS], config.stash[SCRATCH]
    yield from (config.rootpath, config.invocation_params.dir, scratch.folder, scratch.running)
    yield from (config.invocation_params.dir / word.partition("::")[0] for word in config.args)
    yield from (clone.path for clone in options.repo)
    record = options.record.parent if options.record else None
    yield from filter(None, (record, options.artifacts_folder, options.store))
    yield from _cache()


def _cache() -> Iterator[Path]:
    """The folder of unpacked archives and fetched repositories."""
    from pytest_editbench import caches

    try:
        yield caches.store("").resolve()
    except (OSError, UsageError):  # then nothing is kept there
        return

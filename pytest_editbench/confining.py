"""What keeps the agents of a session in, and which agents that can be."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.agents.lookup import Kind
from pytest_editbench.errors import EditbenchError, UsageError
from pytest_editbench.stash import AGENTS, OPTIONS, SCRATCH

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.model import Confinement
    from pytest_editbench.options import Options

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
    _check_shown(config)
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


def _check_shown(config: pytest.Config) -> None:
    """`UsageError` for a folder to be shown whose answers nothing would cover."""
    cases = {place.resolve() for place in _cases(config)}
    for place in config.stash[OPTIONS].sandbox_read:
        if place.resolve() in cases:
            raise UsageError(
                f"--editbench-sandbox-read {place}: the cases are there, with their answers; "
                "name the files and folders that it needs"
            )


def _cases(config: pytest.Config) -> Iterator[Path]:
    """Where the cases are that run."""
    yield from (config.invocation_params.dir / word.partition("::")[0] for word in config.args)


def _hidden(config: pytest.Config) -> Iterator[Path]:
    """Where answers, records and other trials are: all that the session reads and writes, but for tools."""
    options, scratch = config.stash[OPTIONS], config.stash[SCRATCH]
    yield from (config.rootpath, config.invocation_params.dir, scratch.folder, scratch.running)
    yield from (*_cases(config), *(clone.path for clone in options.repo))
    for record in _records(options):
        yield from (record, record.parent, *_beside(record))
    yield from filter(None, (options.artifacts_folder, options.store, options.cache))
    report = config.getoption("xmlpath", None)  # a JUnit report tells how files differ
    yield from [config.invocation_params.dir / report] if report else ()
    yield from _cache()


def _records(options: Options) -> Iterator[Path]:
    """All that the session writes and reads."""
    if options.record:
        yield options.record
    for name in filter(None, (*options.resume, options.baseline, options.failed_from, options.shard_by)):
        whole, (file, _, _) = Path(name.text), name.text.rpartition("#")  # an agent may be named behind it
        yield whole if whole.exists() or not file else Path(file)


@cache
def _beside(record: Path) -> tuple[Path, ...]:
    """Where the artefacts of a record are, as far as it can be read."""
    from pytest_editbench import records
    from pytest_editbench.runs import carrying

    found = carrying.beside(record)
    with suppress(EditbenchError, OSError, StopIteration):
        _, header = next(records.scan(record))
        return found, carrying.folder(record, header) or found
    return (found,)


def _cache() -> Iterator[Path]:
    """The folder of unpacked archives and fetched repositories."""
    from pytest_editbench import caches

    try:
        yield caches.store("").resolve()
    except (OSError, UsageError):  # then nothing is kept there
        return

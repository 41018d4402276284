"""What is asked about the changes of a session's trials, once they are over."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from pytest_editbench import hookspecs, interrupts
from pytest_editbench.errors import RecordError, UsageError
from pytest_editbench.stash import OPTIONS, SCRATCH

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.analysis.asking import Settings
    from pytest_editbench.analysis.change import Change
    from pytest_editbench.analysis.results import ChangeAnalysis
    from pytest_editbench.model import Trial
    from pytest_editbench.options import Options
    from pytest_editbench.session.chronicle import Chronicle

ANALYST: pytest.StashKey[NamedAgent] = pytest.StashKey()  # who is asked


def check(config: pytest.Config) -> None:
    """Find the agent that is to be asked, if one is; `UsageError` where that cannot be."""
    options = config.stash[OPTIONS]
    if options.analyze is None:
        if options.analyze_all:
            raise UsageError("--editbench-analyze-all says of which changes --editbench-analyze AGENT asks")
        return
    if not (options.artifacts_folder or options.store):
        raise UsageError("--editbench-analyze asks about stored changes: set --editbench-record as well")
    config.stash[ANALYST] = _agent(config, options)


def _agent(config: pytest.Config, options: Options) -> NamedAgent:
    from pytest_editbench import confining
    from pytest_editbench.agents import lookup, wishes
    from pytest_editbench.analysis import crowd

    assert options.analyze is not None  # see above
    agent = lookup.resolve(
        options.analyze.text,
        registered=hookspecs.registered(config.hook),
        directory=options.analyze.folder,
        wishes=wishes.of(options),
    )
    crowd.check(agent)
    confining.check_agent(agent, confining.of(config))
    scratch = config.stash[SCRATCH]
    return lookup.settled([agent], options, scratch.running, scratch.key)[0]


def wants_home(config: pytest.Config) -> bool:
    """Whether who is asked gets a home of its own."""
    return ANALYST in config.stash and config.stash[ANALYST].home == "private"


def run(config: pytest.Config, trials: Collection[Trial], chronicle: Chronicle) -> list[str]:
    """Ask about the changes, write what is said into the record, and give the lines of the summary."""
    if ANALYST not in config.stash or config.option.collectonly:
        return []
    try:
        return [*_lines(config, trials, chronicle)]
    except RecordError as error:
        return [f"WARNING: the changes were not analysed: {error}"]
    except KeyboardInterrupt:
        what = "the analysis of changes was cut short"
        return [f"WARNING: {what}; editbench analyze RECORD asks about them again"]


def _lines(config: pytest.Config, trials: Collection[Trial], chronicle: Chronicle) -> Iterator[str]:
    from pytest_editbench import records
    from pytest_editbench.analysis import data, telling
    from pytest_editbench.analysis import trials as changed

    options = config.stash[OPTIONS]
    found = changed.read(trials, lambda digest: _stored(options, digest), every=options.analyze_all)
    if found.unstored:
        why = f": {found.fault}" if found.fault else ""
        yield f"WARNING: {found.unstored:,} trials have no stored change to ask about{why}"
    if not found.changes:
        more = "; --editbench-analyze-all asks about all" if found.small else ""
        yield f"no change of more than one file to ask about{more}"
        return
    said = _asked(config, found.changes)
    for each in said:
        chronicle.write(data.line(each, records.SCHEMA))
    yield from telling.brief(said, config.stash[ANALYST].label)


def _asked(config: pytest.Config, changes: Sequence[Change]) -> list[ChangeAnalysis]:
    from pytest_editbench.analysis import crowd

    files = sum(len(each.files) for each in changes)
    _announce(config, f"editbench: asking {config.stash[ANALYST].label} about {files:,} changed files")
    with interrupts.by_sigterm():
        return crowd.run(changes, _settings(config))


def _announce(config: pytest.Config, text: str) -> None:
    """Say on the terminal what takes time now."""
    if not config.pluginmanager.has_plugin("terminalreporter") or config.option.verbose < 0:
        return
    writer = config.get_terminal_writer()
    if writer.width_of_current_line:
        writer.line()
    writer.line(text)


def _settings(config: pytest.Config) -> Settings:
    from pytest_editbench import confining
    from pytest_editbench.analysis.asking import Settings

    options, scratch, agent = config.stash[OPTIONS], config.stash[SCRATCH], config.stash[ANALYST]
    return Settings(
        agent=agent,
        scratch=scratch.folder,
        marker=scratch.marker_of("analysis"),
        timeout=options.timeout,
        jobs=options.analyze_jobs,
        homes=scratch.homes if agent.home == "private" else None,
        confinement=confining.of(config),
    )


def _stored(options: Options, digest: str) -> bytes | None:
    from pytest_editbench.runs import carrying

    folder = options.artifacts_folder
    with suppress(OSError):
        return carrying.stored(folder, digest).read_bytes() if folder else None
    return None

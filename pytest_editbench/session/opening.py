"""What a session settles before it collects anything: files that are its own, earlier runs, limits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import continuing, parsing
from pytest_editbench.errors import UsageError
from pytest_editbench.stash import AGENTS, OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import pytest

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.options import Options
    from pytest_editbench.recording import Recording
    from pytest_editbench.runs.resume import Earlier


@dataclass(slots=True)
class Output:
    """Where a session writes."""

    recording: Recording | None = None
    revision: Mapping[str, object] | None = None  # of the project, where a record is written
    stored: Path | None = None  # where in the store the record goes at the end, if it is written elsewhere


def claim(config: pytest.Config) -> Output:
    """Make the record and the folder for artefacts, and a place in the store; errors of `records`."""
    options = config.stash[OPTIONS]
    if config.option.collectonly or not (options.artifacts_folder or options.store):
        return Output()
    from pytest_editbench import recording

    found = Output()
    if options.record or options.store:
        from pytest_editbench.runs import revision

        found.revision = revision.of(config.rootpath)
    found.stored = _numbered(config)
    options = config.stash[OPTIONS]
    recording.claim(options.artifacts_folder)
    if options.record is not None:
        found.recording = recording.Recording(options.record)
    return found


def check(config: pytest.Config) -> None:
    """Read what the options name, so that what is wrong with it is told at once: `EditbenchError`."""
    options = config.stash[OPTIONS]
    _check_agents(config)
    _check_baseline(options, [agent.label for agent in config.stash.get(AGENTS, ())])
    _check_clones(options)
    if options.edit_format or options.tolerate:
        from pytest_editbench.agents.chat import settings

        settings.check(options)
    if options.analyze or options.analyze_all:
        from pytest_editbench.session import analyses

        analyses.check(config)
    if options.failed_from is not None:
        from pytest_editbench.runs import failures

        failures.cases(options.failed_from.text)
    if options.shard_by is not None:
        from pytest_editbench.runs import shards

        shards.seconds(Path(options.shard_by.text))
    if options.prices is not None:
        from pytest_editbench.runs import prices

        prices.read(options.prices)
    for earlier in continuing.earlier(config):
        from pytest_editbench.compare import versions

        earlier.check(versions.judged_by((), options.formatter, options.prettier_options))
    ledger = continuing.ledger(config)
    if ledger is not None:
        ledger.open()


def _check_agents(config: pytest.Config) -> None:
    if config.stash.get(AGENTS, ()):
        from pytest_editbench import confining

        confining.check(config)


def _check_baseline(options: Options, agents: Sequence[str]) -> None:
    if options.baseline is None:
        if options.fail_on_regression is not None:
            raise UsageError("--editbench-fail-on-regression needs an earlier run: --editbench-baseline")
        return
    from pytest_editbench.compare import versions
    from pytest_editbench.session import regression

    judged_by = versions.judged_by((), options.formatter, options.prettier_options)
    tolerances = ", ".join(sorted({*options.tolerate}))
    now = regression.Now(tuple(agents), options.match, options.attempts, judged_by, tolerances)
    regression.check(options.baseline.text, now)


def _check_clones(options: Options) -> None:
    for clone in options.repo:
        if not clone.path.is_dir():
            raise UsageError(f"--editbench-repo {parsing.bare(clone.url)}: there is no folder {clone.path}")


def described(agent: NamedAgent) -> str:
    """An agent as the head of the session names it: what it is, and what is known of it."""
    told = [agent.command or "built-in"]
    told += [agent.version] if agent.version else []
    told += [agent.terms.edit_format] if agent.terms.edit_format else []
    told += [f"temperature {agent.terms.temperature:g}"] if agent.terms.temperature is not None else []
    told += [f"{agent.home} home"] if agent.kind == "preset" or agent.home == "private" else []
    return f"{agent.label} ({', '.join(told)})"


def sandbox(config: pytest.Config) -> str:
    """What keeps the agents in, in a few words."""
    from pytest_editbench import confining

    return str(confining.of(config) or "none")


def lines(config: pytest.Config) -> Iterator[str]:
    """What the head of the session says of this."""
    limits = "; ".join(_limits(config.stash[OPTIONS]))
    if limits:
        yield f"editbench: {limits}"
    agents = config.stash.get(AGENTS, ())
    if any(agent.kind == "preset" for agent in agents):
        from pytest_editbench.agents.presets import remarks

        yield from (f"editbench: {line}" for line in remarks.lines(agents))
    if agents:
        from pytest_editbench.session import analyses, models

        told = models.lines(agents, config.stash.get(analyses.ANALYST, None), config.stash[OPTIONS])
        yield from (f"editbench: {line}" for line in told)
    if config.stash[OPTIONS].analyze:
        yield f"editbench: {config.stash[OPTIONS].analyze} is asked about changes after the run"
    for earlier in continuing.earlier(config):
        yield from _told(earlier)


def _told(earlier: Earlier) -> Iterator[str]:
    yield f"editbench: resume {earlier.path}: {earlier.verdicts} trials with a verdict"
    if earlier.torn:
        yield f"editbench: WARNING: the last line of {earlier.path} is torn, and is left out"
    if earlier.lost is not None:
        what = "what is taken over has no stored changes, and cannot be judged again"
        yield f"editbench: WARNING: there is no folder {earlier.lost}: {what}"
    if earlier.unknown:
        yield f"editbench: WARNING: {earlier.unknown} of them do not tell by what version they were judged"


def _limits(options: Options) -> Iterator[str]:
    if options.shard is not None:
        by = f" by {options.shard_by}" if options.shard_by else ""
        yield f"shard {options.shard}{by}"
    if options.max_cost is not None:
        from pytest_editbench.runs import ledger

        yield f"max cost {ledger.dollars(ledger.exact(options.max_cost))}"
    if options.max_time is not None:
        yield f"max time {options.max_time:,g} s"


def _numbered(config: pytest.Config) -> Path | None:
    """Claim a number in the store; the place for a copy when the record is asked for elsewhere."""
    options = config.stash[OPTIONS]
    if options.store is None:
        return None
    from pytest_editbench.runs import store

    place = store.claim(options.store)
    if options.record is not None:
        return place
    config.stash[OPTIONS] = options._replace(record=place)
    return None

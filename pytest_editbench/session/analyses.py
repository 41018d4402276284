"""What is asked about the changes of a session's trials, once they are over."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from pytest_editbench import hookspecs
from pytest_editbench.errors import RecordError, UsageError
from pytest_editbench.stash import OPTIONS, SCRATCH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.analysis.asking import Settings
    from pytest_editbench.analysis.change import Change
    from pytest_editbench.analysis.results import ChangeAnalysis
    from pytest_editbench.model import Trial
    from pytest_editbench.options import Options
    from pytest_editbench.runs.analyses import Earlier
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


class Work(NamedTuple):
    """A session whose trials are over."""

    config: pytest.Config
    trials: Mapping[str, Trial]  # by node id
    taken_over: Mapping[str, str]  # records that ran trials earlier, by node id
    chronicle: Chronicle

    def write(self, said: Iterable[ChangeAnalysis]) -> None:
        """Into the record."""
        from pytest_editbench import records
        from pytest_editbench.analysis import data

        for each in said:
            self.chronicle.write(data.line(each, records.SCHEMA))


def run(work: Work, *, cut_short: bool, ended: Callable[[], bool]) -> list[str]:
    """Ask about the changes, write what is said into the record, and give the lines of the summary.

    What earlier sessions said of trials taken over is carried along. A session that was `cut_short` asks
    nothing; once `ended` says so, nothing more is asked.
    """
    try:
        earlier = [*_earlier(work)]
        if cut_short or ANALYST not in work.config.stash:
            work.write(each.said for each in earlier)
            return []
        return [*_lines(work, earlier, ended)]
    except RecordError as error:
        return [f"WARNING: the changes were not analysed: {error}"]


def _earlier(work: Work) -> Iterator[Earlier]:
    for record in dict.fromkeys(work.taken_over.values()):
        from pytest_editbench.runs import analyses

        tests = [test for test, known in work.taken_over.items() if known == record]
        yield from analyses.read(Path(record), [work.trials[test] for test in tests])


def _lines(work: Work, earlier: Sequence[Earlier], ended: Callable[[], bool]) -> Iterator[str]:
    from pytest_editbench.analysis import crowd, telling
    from pytest_editbench.analysis import trials as changed

    options, label = work.config.stash[OPTIONS], work.config.stash[ANALYST].label
    found = changed.read(
        work.trials.values(), lambda digest: _stored(options, digest), every=options.analyze_all
    )
    if found.unstored:
        why = f": {found.fault}" if found.fault else ""
        yield f"WARNING: {found.unstored:,} trials have no stored change to ask about{why}"
    known, others = _sorted(work, earlier, found.changes)
    work.write(others)
    if not found.changes:
        more = "; --editbench-analyze-all asks about all" if found.small else ""
        yield f"no change of more than one file to ask about{more}"
        return
    new = [each for each in found.changes if each.digest not in known]
    cut = None
    try:
        said: Sequence[ChangeAnalysis] = _asked(work.config, new, ended)
    except crowd.CutShort as caught:
        cut, said = caught, caught.whole
    said = [*known.values(), *said]
    work.write(said)
    if said:
        yield from telling.brief(said, label)
    if known:
        yield f"{len(known):,} of these changes were asked about in an earlier session"
    if cut:
        yield f"WARNING: interrupted after {cut.answered:,} of {cut.files:,} files to be asked about;"
        yield f"{len(said):,} of {len(found.changes):,} changes are in the record"


def _sorted(
    work: Work, earlier: Sequence[Earlier], changes: Sequence[Change]
) -> tuple[dict[str, ChangeAnalysis], list[ChangeAnalysis]]:
    """What needs not be asked again, by the change's digest, and what others said or of other changes."""
    from pytest_editbench.analysis import prompt

    asked, label = str(work.config.stash[OPTIONS].analyze), work.config.stash[ANALYST].label
    wanted = {each.digest: each for each in changes}
    known: dict[str, ChangeAnalysis] = {}
    others: list[ChangeAnalysis] = []
    for each in earlier:
        if (each.said.agent, each.said.goal) != (label, prompt.GOAL) or each.digest not in wanted:
            others.append(each.said)
        elif each.asked == asked and each.is_whole:
            this = wanted[each.digest]
            known[each.digest] = replace(each.said, name=this.name, trials=this.subjects)
    return known, others


def _asked(
    config: pytest.Config, changes: Sequence[Change], ended: Callable[[], bool]
) -> list[ChangeAnalysis]:
    from pytest_editbench.analysis import crowd

    if not changes:
        return []
    files = sum(len(each.files) for each in changes)
    _announce(config, f"editbench: asking {config.stash[ANALYST].label} about {files:,} changed files")
    return crowd.run(changes, _settings(config), ended=ended)


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

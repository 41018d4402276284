"""The record of a session, from its header to its closing line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import pytest

from pytest_editbench import __version__, clock, parsing
from pytest_editbench.cases import kinds
from pytest_editbench.errors import RecordError
from pytest_editbench.stash import AGENTS, EARLIER, OPTIONS, SCOPE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from pytest_editbench.model import Trial
    from pytest_editbench.options import Options
    from pytest_editbench.session.opening import Output


def header(config: pytest.Config, started: str, revision: Mapping[str, object] | None) -> dict[str, object]:
    """What is known when all tests are collected and none has run."""
    import platform

    from pytest_editbench import records
    from pytest_editbench.compare import versions

    options = config.stash[OPTIONS]
    scope = config.stash.get(SCOPE, None)
    return {
        "kind": "header",
        "schema": records.SCHEMA,
        "editbench": __version__,
        "python": platform.python_version(),
        "pytest": pytest.__version__,
        "platform": platform.platform(),
        "started": started,
        "agents": [
            {name: getattr(agent, name) for name in ("label", "command", "version", "model", "home")}
            for agent in config.stash.get(AGENTS, ())
        ],
        "options": plain(options),
        "plan_digest": scope.digest if scope else None,
        "cases": scope.cases if scope else None,
        "shard": str(options.shard) if options.shard else None,
        "comparator": versions.COMPARATOR,
        "grammars": versions.grammars(),
        "revision": revision,
    }


def closing(trials: Collection[Trial], *, interrupted: bool, taken_over: int) -> dict[str, object]:
    """How the run ended."""
    from pytest_editbench import records

    outcomes = ((trial.outcome.value, trial.metadata.extra.get(kinds.LOOSE)) for trial in trials)
    return {
        "kind": "closing",
        "finished": clock.now(),
        "interrupted": interrupted,
        **kinds.counts(outcomes),
        "taken_over": taken_over,
        "suite_digest": records.suite_digest(trials),
    }


class Chronicle:
    """Writes the record, if there is to be one; a write that fails ends the session."""

    def __init__(self, config: pytest.Config, output: Output) -> None:
        self.damage = ""  # what somebody did to the record, or why it is not in the store
        self.missing = 0  # files of trials taken over that are gone
        self._config = config
        self._output = output
        self._started = clock.now()

    def begin(self) -> None:
        """Write the header, once."""
        recording = self._output.recording
        if recording is not None and not recording.has_begun:
            self.write(header(self._config, self._started, self._output.revision))

    def write(self, data: Mapping[str, object]) -> None:
        """Append a line."""
        if self._output.recording is None:
            return
        try:
            self._output.recording.write(data)
        except RecordError as error:
            self._output.recording = None
            _stop(error)

    def carried(self, trial: Trial, test: str, record: str) -> Trial:
        """A trial of an earlier record as this session's has it; its files are copied."""
        from pytest_editbench.runs import carrying

        target = self._config.stash[OPTIONS].artifacts_folder
        known = {str(each.path): each.artifacts or each.lost for each in self._config.stash[EARLIER]}
        try:
            found = carrying.carry(trial, known.get(record), target, test)
        except RecordError as error:
            _stop(error)
        self.missing += len(found.missing)
        return found.trial

    def close(self, trials: Collection[Trial], *, interrupted: bool, taken_over: int) -> None:
        """Write the closing line, look whether all is as it was written, and put a copy into the store."""
        recording = self._output.recording
        if recording is None:
            return
        self.begin()
        self.write(closing(trials, interrupted=interrupted, taken_over=taken_over))
        recording.close()
        if not recording.is_whole():
            self.damage = "the record was changed by somebody else: it is not what this session wrote"
        elif self._output.stored is not None:
            self._store(recording.path, self._output.stored)

    def _store(self, record: Path, place: Path) -> None:
        from pytest_editbench.runs import store

        try:
            store.keep(record, self._config.stash[OPTIONS].artifacts_folder, place)
        except RecordError as error:
            self.damage = str(error)


def _stop(error: RecordError) -> NoReturn:
    pytest.exit(f"editbench: {error}; the run stops here", returncode=pytest.ExitCode.TESTS_FAILED)


def plain(options: Options) -> dict[str, object]:
    """The options as JSON holds them: numbers and truth as such, lists of text, else text; no password."""
    return {name: _plain(value) for name, value in options._asdict().items()}


def _plain(value: object) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    if type(value) is tuple:  # a named one is told as people type it
        return [str(each) for each in value]
    return parsing.bare(str(value))

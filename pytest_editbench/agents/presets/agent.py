"""The agent that runs a row: its program in a home of its own, what it prints read as it comes."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import transcripts, untrusted
from pytest_editbench.agents import homes, programs, usage
from pytest_editbench.agents.command import encoded, written
from pytest_editbench.agents.logs.streams import Stream
from pytest_editbench.agents.logs.table import PARSERS
from pytest_editbench.agents.presets import unread, words
from pytest_editbench.agents.wishes import PRIVATE
from pytest_editbench.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_editbench.agents.homes import Home
    from pytest_editbench.agents.logs.protocol import Log, Parser
    from pytest_editbench.agents.presets.row import Row
    from pytest_editbench.model import AgentResult, Task, Tree, Workspace

_PLACEHOLDER = re.compile(r"\{(home|workspace|prompt|prompt_file|model|base_url|server)\}")
_FILE_LIMIT = 64 * 1024 * 1024  # bytes read of a log that is a file
_PIECE = 1 << 20  # bytes
_LAST = 300  # characters of its last words in an error

Values = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PresetAgent:
    """Runs a preset's program in the workspace, without a shell."""

    row: Row
    program: str  # whole path
    words: tuple[str, ...] = ()  # the user's, behind those of the row
    home: str = PRIVATE  # or INHERIT
    base_url: str | None = None

    def run(self, task: Task, workspace: Workspace) -> AgentResult:
        """One run of the program; `AgentError` when it cannot start."""
        home = homes.make(workspace)
        values = self._values(task, workspace, home)
        if self.home == PRIVATE:
            self._furnish(home, values)
        parser = PARSERS[self.row.parser]() if self.row.parser else None
        before = unread.found(self.row, task, workspace) if parser and task.attempt > 1 else task.input
        result = programs.ask(
            [self.program, *self._argv(values)],
            b"" if self._wants("prompt") or self._wants("prompt_file") else encoded(task.prompt),
            workspace,
            environ=self.environment(workspace.environ, home, values),
            heard=parser.feed if parser else None,
            heard_error=parser.feed_error if parser else None,
        )
        if parser is None:
            return result
        log = _closed(parser, home, cut=result.timed_out)
        if isinstance(parser, Stream) and log.readable:
            result = replace(result, output_tail=words.last(result.output_tail, log))
        told = _told(result, log, task, workspace)
        untold = not (log.readable or told.timed_out or told.error)
        return replace(told, error=self._unread(result, task, workspace, before)) if untold else told

    def _unread(
        self, result: AgentResult, task: Task, workspace: Workspace, before: Tree | None
    ) -> str | None:
        """That nothing it told could be read, unless it changed something: then the tree decides."""
        if task.wants != "answer" and unread.found(self.row, task, workspace) != before:
            return None
        said = " ".join(result.output_tail.split())[-_LAST:]
        return f"its output could not be read, and it changed nothing: {said or 'it said nothing'}"

    def environment(self, base: Mapping[str, str], home: Home, values: Values) -> dict[str, str]:
        """What the program's processes are told, made of this process's environment."""
        row, server = self.row, self.row.server if self.base_url else None
        if self.home == PRIVATE:
            base = home.environment(base, (*row.keys, *row.keep))
        found = {**base, **_filled(row.environment, values)}
        if self.home == PRIVATE:
            found |= _filled(row.private, values)
        if server:
            found |= _filled(server.environment, values)
            found = {**server.defaults, **found}
        return found

    def _argv(self, values: Values) -> list[str]:
        server = self.row.server if self.base_url else None
        words = (*self.row.argv, *(server.argv if server else ()))
        words += self.row.model if values["model"] else ()
        named = {**values, "model": _prefixed(values["model"], server.prefix if server else "")}
        return [*(_fill(word, named) for word in words), *self.words]

    def _values(self, task: Task, workspace: Workspace, home: Home) -> Values:
        if self._wants("prompt") and "\0" in task.prompt:
            raise AgentError(f"the prompt holds a NUL, which no argument of {self.row.name} can")
        url = self.base_url or ""
        prefix = self.row.server.prefix if self.row.server and url else ""
        return {
            "home": str(home.path),
            "workspace": str(workspace.path),
            "prompt": task.prompt,
            "prompt_file": str(written(task.prompt, workspace)) if self._wants("prompt_file") else "",
            "model": (task.model or "").removeprefix(prefix),
            "base_url": url,
            "server": url.rstrip("/").removesuffix("/v1"),
        }

    def _wants(self, placeholder: str) -> bool:
        return any(f"{{{placeholder}}}" in word for word in self.row.argv)

    def _furnish(self, home: Home, values: Values) -> None:
        """Write the row's configuration, and bring what the program logs in with."""
        for place in _filled(self.row.private, values).values():
            home.folder(place)
        server = self.row.server if self.base_url else None
        quoted = {name: json.dumps(value)[1:-1] for name, value in values.items()}
        for name, text in {**self.row.files, **(server.files if server else {})}.items():
            home.write(name, _fill(text, quoted).encode("utf-8", "surrogateescape"))
        if server is None:
            for found in credentials(self.row):
                homes.copy(found.source, home, found.place)


class Found(NamedTuple):
    """A credential file of the user's, which need not be there."""

    source: Path
    place: str  # under a private home
    rotates: bool


def credentials(row: Row) -> list[Found]:
    """Where the row's credential files would be, and where they go under a private home."""
    user = homes.users()
    return [
        Found(
            Path(os.environ.get(each.variable or "") or user / each.folder) / each.file,
            f"{each.folder}/{each.file}",
            each.rotates,
        )
        for each in row.credentials
    ]


def _prefixed(model: str, prefix: str) -> str:
    return f"{prefix}{model}" if model else ""


def _filled(texts: Mapping[str, str], values: Values) -> dict[str, str]:
    return {name: _fill(text, values) for name, text in texts.items()}


def _fill(text: str, values: Values) -> str:
    return _PLACEHOLDER.sub(lambda found: values[found[1]], text)


def _closed(parser: Parser, home: Home, *, cut: bool) -> Log:
    if parser.file is not None:
        for piece in _pieces(home.path / parser.file):
            parser.feed_file(piece)
    return parser.close(cut=cut)


def _pieces(path: Path) -> Iterable[bytes]:
    """The content of a file that an agent wrote, as far as it is read; a link or a pipe has none."""
    with suppress(OSError), untrusted.opened(path) as file:
        left = _FILE_LIMIT
        while left > 0 and (piece := file.read(min(_PIECE, left))):
            left -= len(piece)
            yield piece


def _told(result: AgentResult, log: Log, task: Task, workspace: Workspace) -> AgentResult:
    """The result with what the program told; a provider failure counts whatever the exit code was."""
    events = (transcripts.Event("prompt", task.prompt), *log.events)
    with suppress(OSError):  # a page less to look at changes no verdict
        transcripts.write(workspace.output, events)
    error = result.error or _failure(result, log)
    return replace(result, text=log.answer, usage=log.usage, answered=log.answered, error=error)


def _failure(result: AgentResult, log: Log) -> str | None:
    """Why no model could be asked, if none could."""
    if log.error:
        return f"provider failure: {log.error}"
    broke = result.signal is not None or result.exit_code not in (0, None)
    if broke and not (result.timed_out or log.answered or usage.answered(log.usage)):
        code = f"exit code {result.exit_code}" if result.signal is None else f"signal {result.signal}"
        said = " ".join(result.output_tail.split())[-_LAST:]
        return f"the program ended with {code} before a model answered: {said or 'it said nothing'}"
    return None

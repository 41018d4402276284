"""A parser of a tool that prints JSON lines, made from a reader of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pytest_editbench.agents.logs import shapes
from pytest_editbench.agents.logs.lines import Lines
from pytest_editbench.agents.logs.protocol import Log
from pytest_editbench.agents.logs.start import Start

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.agents.logs.tally import Tally


class Reader(Protocol):
    """Makes sense of the lines of one tool."""

    passed: tuple[bytes, ...]  # starts of lines that tell nothing new
    tally: Tally

    def read(self, line: Mapping[str, object]) -> None:
        """One line of standard output."""
        ...

    def heard(self, line: str) -> None:
        """One line of standard error."""
        ...

    def failure(self) -> str | None:
        """The provider failed, in one line, after all has been read: at the end, or with no answer since."""
        ...


class Stream:
    """Reads JSON lines from standard output; a line that is none is counted as unreadable."""

    file: str | None = None

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._start = Start()
        self._unreadable = 0
        self._seen = self._readable = False
        self._lines = Lines(self._line, reader.passed)
        self._errors = Lines(self._error)

    def feed(self, data: bytes) -> None:
        """More of standard output."""
        self._seen = self._seen or bool(data)
        self._lines.feed(data)

    def feed_error(self, data: bytes) -> None:
        """More of standard error."""
        self._errors.feed(data)

    def feed_file(self, data: bytes) -> None:
        """No such tool has a file."""

    def close(self, *, cut: bool = False) -> Log:
        """What the lines told."""
        self._lines.close()
        self._errors.close()
        tally, failure = self._reader.tally, self._reader.failure()
        if failure is None and tally.answered is None and not cut:
            failure = self._start.failure
        if failure is not None:
            tally.over()
        unreadable = self._unreadable + self._lines.skipped
        usage = tally.usage(basis="reported", unreadable=unreadable if self._seen else None)
        return Log(usage, tally.answer, failure, tally.events(), tally.answered, self._readable)

    def _line(self, data: bytes) -> None:
        if not data.strip():
            return
        line = shapes.parsed(data)
        if line is None:
            self._unreadable += 1
        else:
            self._readable = True
            self._reader.read(line)

    def _error(self, data: bytes) -> None:
        line = data.decode("utf-8", "replace")
        self._start.heard(line)
        self._reader.heard(line)

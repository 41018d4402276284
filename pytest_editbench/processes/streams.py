"""Moving bytes to and from a process without ever blocking on it."""

from __future__ import annotations

import os
import selectors
from functools import partial
from typing import IO, TYPE_CHECKING, Self

from pytest_editbench import clock
from pytest_editbench.errors import AgentError

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path

TAIL = 4000  # characters
_CHUNK = 1 << 16  # bytes; what a pipe holds
_PULSE = 0.001  # seconds between two looks at a process that has just moved
_REST = 0.05  # seconds between two looks at a quiet one
_DRAIN = 1.0  # seconds
_GLANCE = 0.02  # seconds


class Sink:
    """Takes one stream: its head is stored in a file, its end is remembered, all of it is counted.

    `heard` is called with each piece of it, stored or not.
    """

    def __init__(self, path: Path, limit: int, heard: Callable[[bytes], None] | None = None) -> None:
        """Open the file; `AgentError` when it cannot be written."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = path.open("wb", buffering=0)
        except OSError as error:
            raise AgentError(f"{path}: the agent's output cannot be stored: {error.strerror}") from error
        self.room = limit
        self.heard = heard
        self.total = 0
        self.end = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def take(self, data: bytes) -> None:
        """Take the next bytes of the stream."""
        self.total += len(data)
        self.end = (self.end + data)[-4 * TAIL :]
        if self.heard is not None:
            self.heard(data)
        try:
            self.room -= self.file.write(data[: self.room])
        except OSError:  # a full disk must not keep us from ending the process; the tail is still told
            self.room = 0

    @property
    def text(self) -> str:
        """The end of the stream, undecodable bytes replaced."""
        return self.end.decode("utf-8", "replace")[-TAIL:]


def tail(out: Sink, err: Sink) -> str:
    """The last `TAIL` characters of both streams, at most half of them from the second."""
    errors = err.text[-TAIL // 2 :]
    printed = out.text[-(TAIL - len(errors)) :]
    return printed + ("\n" if errors and printed and not printed.endswith("\n") else "") + errors


class Pump:
    """Feeds a process and takes what it prints."""

    def __init__(self, process: subprocess.Popen[bytes], stdin: bytes, out: Sink, err: Sink) -> None:
        self.process = process
        self.unsent = memoryview(stdin)
        self.selector = selectors.DefaultSelector()
        self._watch(process.stdout, selectors.EVENT_READ, partial(self._read, out))
        self._watch(process.stderr, selectors.EVENT_READ, partial(self._read, err))
        self._watch(process.stdin, selectors.EVENT_WRITE, self._write)

    def until(self, deadline: float) -> bool:
        """Keep the bytes moving until the process ends (True) or the deadline passes (False).

        The end of the process counts, not that of its streams: a grandchild may hold those open.
        """
        pulse = _PULSE
        while self.process.poll() is None:
            remaining = deadline - clock.monotonic()
            if remaining <= 0:
                return False
            moved = self._move(min(pulse, remaining))
            pulse = _PULSE if moved else min(2 * pulse, _REST)
        return True

    def drain(self) -> None:
        """Take what is still in the pipes; not for long, should somebody still be writing."""
        self._empty(_DRAIN)

    def held(self) -> set[int]:
        """The inodes of the pipes that somebody could still write to, now that the process has ended."""
        self._empty(_GLANCE)
        outputs = (self.process.stdout, self.process.stderr)
        return {os.fstat(stream.fileno()).st_ino for stream in outputs if stream and not stream.closed}

    def close(self) -> None:
        """Close our ends of the pipes."""
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            self._forget(stream)
        self.selector.close()

    def _empty(self, patience: float) -> None:
        self._forget(self.process.stdin)
        deadline = clock.monotonic() + patience
        while self._move(0) and clock.monotonic() < deadline:
            pass

    def _watch(self, stream: IO[bytes] | None, event: int, move: Callable[[IO[bytes]], None]) -> None:
        if stream is not None:
            os.set_blocking(stream.fileno(), False)
            self.selector.register(stream, event, partial(move, stream))

    def _forget(self, stream: IO[bytes] | None) -> None:
        if stream is not None and not stream.closed:
            self.selector.unregister(stream)
            stream.close()

    def _move(self, patience: float) -> bool:
        ready = self.selector.select(patience)
        for key, _ in ready:
            key.data()
        return bool(ready)

    def _read(self, sink: Sink, stream: IO[bytes]) -> None:
        if data := os.read(stream.fileno(), _CHUNK):
            sink.take(data)
        else:
            self._forget(stream)

    def _write(self, stream: IO[bytes]) -> None:
        try:
            self.unsent = self.unsent[os.write(stream.fileno(), self.unsent[:_CHUNK]) :]
        except BrokenPipeError:  # a program need not read what it is told
            self.unsent = self.unsent[:0]
        if not self.unsent:
            self._forget(stream)

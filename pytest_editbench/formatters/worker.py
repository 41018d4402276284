"""A program that is started once and then answers one line with one line."""

from __future__ import annotations

import atexit
import os
import selectors
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, TYPE_CHECKING

from pytest_editbench import clock, processes
from pytest_editbench.errors import FormatterError
from pytest_editbench.formatters.formatter import first_line
from pytest_editbench.processes.descendants import send

if TYPE_CHECKING:
    from pathlib import Path

ANSWER_BYTES = 128 * 1024 * 1024
_CHUNK = 1 << 16  # bytes; what a pipe holds
_FAREWELL = 2.0  # seconds


class Worker:
    """One process, started when first asked, and again after a crash or a hang; it ends with this one."""

    def __init__(self, argv: tuple[str, ...], cwd: Path) -> None:
        self.argv = argv
        self.cwd = cwd
        self._child: _Child | None = None
        self._turn = Lock()
        atexit.register(self.close)

    def ask(self, request: bytes, timeout: float) -> bytes:
        """The answer to a line, both without their line ends.

        `FormatterError` when the process cannot start, ends, or takes more than `timeout` seconds; the
        next request then gets a new process.
        """
        with self._turn:
            if self._child is None or self._child.process.poll() is not None:
                self.close()
                self._child = _start(self.argv, self.cwd)
            answered = False
            try:
                answer = self._child.exchange(request + b"\n", clock.monotonic() + timeout)
                answered = True
            except TimeoutError:
                raise FormatterError(f"no answer after {timeout:g} s") from None
            except EOFError:
                raise FormatterError(self._child.last_words()) from None
            finally:
                if not answered:  # whatever it still has to say belongs to no later request
                    self.close()
        return answer

    @property
    def pid(self) -> int | None:
        """The process id, if a process was started."""
        return self._child.process.pid if self._child else None

    def close(self) -> None:
        """End the process and what it started."""
        child, self._child = self._child, None
        if child is not None:
            child.end()


def _start(argv: tuple[str, ...], cwd: Path) -> _Child:
    errors = TemporaryFile()  # noqa: SIM115  # lives as long as the process
    try:
        process = subprocess.Popen(
            argv,
            bufsize=0,
            cwd=cwd,
            env=processes.clean_environment(os.environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,  # Ctrl-C is for us, and we end it with its children
        )
    except OSError as error:
        errors.close()
        raise FormatterError(f"{argv[0]} could not be started: {error.strerror}") from error
    assert process.stdin is not None
    assert process.stdout is not None
    os.set_blocking(process.stdin.fileno(), False)
    return _Child(process, process.stdin, process.stdout, errors)


@dataclass(slots=True)
class _Child:
    process: subprocess.Popen[bytes]
    stdin: IO[bytes]
    stdout: IO[bytes]
    errors: IO[bytes]

    def exchange(self, request: bytes, deadline: float) -> bytes:
        """Write and read by turns: neither side may wait for the other with a full pipe."""
        unsent, answer = memoryview(request), bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(self.stdout, selectors.EVENT_READ)
            selector.register(self.stdin, selectors.EVENT_WRITE)
            while not answer.endswith(b"\n"):
                left = deadline - clock.monotonic()
                ready = selector.select(left) if left > 0 else []
                if not ready:
                    raise TimeoutError
                if len(answer) > ANSWER_BYTES:
                    raise FormatterError(f"it wrote more than {ANSWER_BYTES:,} bytes")
                for key, _ in ready:
                    if key.fileobj is self.stdout:
                        answer += self._read()
                    elif not (unsent := unsent[self._write(unsent[:_CHUNK]) :]):
                        selector.unregister(self.stdin)
        return bytes(answer[:-1])

    def last_words(self) -> str:
        """How it ended, in one line."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(_FAREWELL)
        code = self.process.returncode
        how = f"crashed with signal {-code}" if code is not None and code < 0 else f"ended with code {code}"
        self.errors.seek(0)
        return f"{how}: {first_line(self.errors.read(_CHUNK).decode('utf-8', 'replace'))}"

    def end(self) -> None:
        """Kill the process and its children, and close our ends of the pipes."""
        send(signal.SIGKILL, self.process.pid, group=True)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(_FAREWELL)
        for stream in (self.stdin, self.stdout, self.errors):
            stream.close()

    def _read(self) -> bytes:
        if data := os.read(self.stdout.fileno(), _CHUNK):
            return data
        raise EOFError

    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self.stdin.fileno(), data)
        except BrokenPipeError:
            raise EOFError from None

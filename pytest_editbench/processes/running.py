"""Running one program to its end, or to the end of its time."""

from __future__ import annotations

import errno
import signal
import subprocess
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import clock
from pytest_editbench.errors import AgentError
from pytest_editbench.processes.descendants import end, send, tree_of
from pytest_editbench.processes.streams import Pump, Sink, tail

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import psutil

_GRACE = 2.0  # seconds between asking a program to end and ending it


@dataclass(frozen=True, slots=True)
class Completed:
    """How a program ended."""

    exit_code: int | None  # None when a signal ended it
    signal: int | None
    duration: float  # seconds until it ended or its time was over
    timed_out: bool
    stdout_bytes: int  # all it wrote, stored or not
    stderr_bytes: int
    tail: str  # the last characters of both streams, undecodable bytes replaced
    survivors: int  # descendants that outlived it, did not end by themselves at once, and were signalled


def run(
    argv: Sequence[str],
    *,
    cwd: Path,
    environ: Mapping[str, str],
    stdin: bytes,
    timeout: float,
    output: Path,
    limit: int,
    marker: str,
    heard: Callable[[bytes], None] | None = None,
    heard_error: Callable[[bytes], None] | None = None,
) -> Completed:
    """Run a program in a session of its own until it ends or `timeout` seconds are over.

    The first `limit` bytes of each stream go to the files `stdout` and `stderr` in the folder `output`;
    `heard` and `heard_error` are called with each piece of them, as it comes, and must not raise.
    Descendants that outlive the program are ended too, in whatever session: those that carry `marker`
    in their environment (see `environment`), the members of its process group, those that could still write
    to its streams (on Linux), and those that descend from it when its time is over. The same when an
    exception, such as Ctrl-C, cuts the wait short. `AgentError` when it cannot start.
    """
    with Sink(output / "stdout", limit, heard) as out, Sink(output / "stderr", limit, heard_error) as err:
        started = clock.monotonic()
        process = _start(argv, cwd, environ, piped=bool(stdin))
        with closing(Pump(process, stdin, out, err)) as pump:
            try:
                ended = pump.until(started + timeout)
                duration = clock.monotonic() - started
            finally:
                survivors = _stop(process, pump, marker)
            pump.drain()
    code = process.returncode  # None only where not even SIGKILL ended it
    by_signal = code is not None and code < 0
    return Completed(
        exit_code=None if by_signal else code,
        signal=-code if by_signal else None,
        duration=duration,
        timed_out=not ended,
        stdout_bytes=out.total,
        stderr_bytes=err.total,
        tail=tail(out, err),
        survivors=survivors,
    )


def _start(
    argv: Sequence[str], cwd: Path, environ: Mapping[str, str], piped: bool
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            argv,
            bufsize=0,
            cwd=cwd,
            env=environ,
            stdin=subprocess.PIPE if piped else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise AgentError(f"{argv[0]}: {_why(error, argv[0], cwd)}") from error
    except ValueError as error:  # a NUL, or a character that the locale cannot encode
        raise AgentError(f"{argv[0]}: an argument cannot be passed to a program: {error}") from error


def _why(error: OSError, program: str, cwd: Path) -> str:
    if not cwd.is_dir():
        return "its workspace is no longer there"
    if error.errno == errno.ENOENT and Path(program).exists():
        return "the interpreter that its first line names does not exist"
    return {
        errno.ENOENT: "the program is no longer there",
        errno.EACCES: "the program may not be executed; allow it with chmod +x",
        errno.ENOEXEC: "not a program; a script needs a first line such as #!/bin/sh",
        errno.E2BIG: "its arguments are longer than the system allows; "
        "pass the prompt with {prompt_file} or on standard input",
    }.get(error.errno or 0, f"it could not be started: {error.strerror}")


def _stop(process: subprocess.Popen[bytes], pump: Pump, marker: str) -> int:
    family: list[psutil.Process] = []
    if process.poll() is None:
        family = tree_of(process.pid)
        send(signal.SIGTERM, process.pid, group=True)
        if not pump.until(clock.monotonic() + _GRACE):
            process.kill()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_GRACE)
    survivors = end(marker, family, group=process.pid, pipes=pump.held)
    send(signal.SIGKILL, process.pid, group=True)  # should one have been forked meanwhile
    return survivors

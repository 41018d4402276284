"""Running one program, confined or not."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.errors import AgentError
from pytest_editbench.sandbox import bubblewrap, relay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pytest_editbench.model import Confinement
    from pytest_editbench.processes import Completed
    from pytest_editbench.sandbox.bubblewrap import View

    Run = Callable[[Sequence[str]], Completed]

_MORE = "show what it needs with --editbench-sandbox-read PATH"
_WHY = {
    errno.ENOENT: f"it, or the interpreter that its first line names, is not in the sandbox; {_MORE}",
    errno.EACCES: "the program may not be executed in the sandbox",
    errno.ENOEXEC: "not a program; a script needs a first line such as #!/bin/sh",
}
_TOLD = 4096  # bytes of a status file that are read


def run(start: Run, argv: Sequence[str], view: View, confinement: Confinement | None) -> Completed:
    """What `start` makes of the command line, run with that view in the confinement, if there is one.

    `start` is `processes.run` with all else given. Exit code, signal and survivors are the agent's own.
    `AgentError` when the sandbox or the program in it cannot be started.
    """
    if confinement is None:
        return start(argv)
    with _places() as (status, relays), relay.relayed(relays, confinement.ports):
        ended = _started(start, bubblewrap.command(argv, view, confinement, status, relays), argv[0])
        return _told(ended, _read(status), argv[0])


def _started(start: Run, command: Sequence[str], program: str) -> Completed:
    """Errors name the agent's program: the user knows of no other."""
    try:
        return start(command)
    except AgentError as error:
        raise AgentError(f"{program}:{str(error).removeprefix(f'{command[0]}:')}") from error


@contextmanager
def _places() -> Iterator[tuple[Path, Path]]:
    """A status file and a folder for sockets, out of the agent's sight."""
    name = f"editbench-{os.getpid()}-{os.urandom(8).hex()}"  # swept, should this process die
    place = Path(tempfile.gettempdir()).resolve() / name
    relays = place / "relays"
    try:
        place.mkdir(mode=0o700)
        relays.mkdir()
    except OSError as error:
        raise AgentError(f"{place}: the sandbox has no place for its files: {error.strerror}") from error
    try:
        yield place / "status", relays
    finally:
        for each in (*relays.glob("*"), place / "status"):
            each.unlink(missing_ok=True)
        relays.rmdir()
        place.rmdir()


def _told(ended: Completed, status: Mapping[str, object], program: str) -> Completed:
    code, survivors, number = (status.get(name) for name in ("code", "survivors", "errno"))
    if isinstance(number, int):
        reason = _WHY.get(number) or f"it could not be started: {os.strerror(number)}"
        raise AgentError(f"{program}: {reason}")
    if isinstance(code, int):
        more = survivors if isinstance(survivors, int) else 0
        by_signal = code < 0
        return replace(
            ended,
            exit_code=None if by_signal else code,
            signal=-code if by_signal else None,
            survivors=ended.survivors + more,
        )
    # Neither the program nor what starts it told anything: beyond that, a signal ended it.
    if ended.exit_code is not None and ended.exit_code < 128 and not ended.timed_out:
        raise AgentError(f"bubblewrap could not make the sandbox: {last_line(ended)}")
    return ended


def _read(status: Path) -> Mapping[str, object]:
    try:
        with status.open("rb") as file:
            told = json.loads(file.read(_TOLD).partition(b"\n")[0])  # who told first knows best
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def last_line(ended: Completed) -> str:
    """The last thing that was printed."""
    lines = ended.tail.strip().splitlines()
    return lines[-1][:300] if lines else f"it ended with exit code {ended.exit_code} and said nothing"

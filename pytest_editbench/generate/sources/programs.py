"""The user's own programs, which know their mirrors and credentials."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pytest_editbench import processes
from pytest_editbench.errors import AgentError, UsageError
from pytest_editbench.generate.sources.material import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_TIMEOUT = 600.0  # seconds; a slow line and a large package are nobody's fault
_LONGEST_SHOWN = 300  # characters of what a program says


@dataclass(frozen=True, slots=True)
class Ran:
    """How a program ended."""

    ok: bool
    stdout: bytes
    stderr: str


def run(argv: Sequence[str], cwd: Path, *, stdin: bytes = b"", more: Mapping[str, str] | None = None) -> Ran:
    """Run a program in the user's environment and `more`; `UsageError` when it cannot start or end."""
    with TemporaryDirectory(prefix="editbench-source-") as output:
        try:
            place = Path(output)
            done = processes.run_tool(
                argv, cwd=cwd, output=place, timeout=_TIMEOUT, limit=MOST_BYTES, stdin=stdin, more=more
            )
        except AgentError as error:
            raise UsageError(str(error)) from error
        if done.timed_out:
            raise UsageError(f"{argv[0]} did not end in {_TIMEOUT:g} s; is the network there?")
        if done.stdout_bytes > MOST_BYTES:
            raise UsageError(f"{argv[0]} wrote more than {MOST_BYTES:,} bytes")
        stderr = (place / "stderr").read_bytes().decode("utf-8", "replace")
        return Ran(done.exit_code == 0, (place / "stdout").read_bytes(), stderr)


def shown(text: str) -> str:
    """What a program said, on one line of bounded length."""
    line = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return line if len(line) <= _LONGEST_SHOWN else f"{line[: _LONGEST_SHOWN - 1]}…"


def line(text: str, *marks: str) -> str:
    """The last line that starts with one of the marks, without it; else the last line of all."""
    lines = [each.strip() for each in text.splitlines() if each.strip()]
    marked = [each.removeprefix(mark) for each in lines for mark in marks if each.startswith(mark)]
    return shown((marked or lines or ["no reason was given"])[-1])

"""The `editbench` command: parse, call, print, exit code (0 fine, 1 a finding, 2 usage)."""

from __future__ import annotations

import argparse
import io
import os
import sys
import warnings
from contextlib import suppress
from typing import TYPE_CHECKING

from pytest_editbench import __version__, interrupts
from pytest_editbench.cli import (
    agents,
    analysing,
    cases,
    commits,
    comparing,
    converting,
    edit_formats,
    generating,
    judging,
    running,
    runs,
    shaping,
)
from pytest_editbench.errors import EditbenchError, RecordWarning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.cli.command import Run

COMMANDS = {
    name: command
    for module in (
        agents,
        analysing,
        cases,
        commits,
        comparing,
        converting,
        edit_formats,
        generating,
        judging,
        running,
        runs,
        shaping,
    )
    for name, command in module.COMMANDS.items()
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments; the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # which encoding it has is up to the terminal
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(argv)
    except EditbenchError as error:
        return _failed(str(error))
    except KeyboardInterrupt:
        return 128 + 2  # as a shell tells of Ctrl-C
    except BrokenPipeError:  # the reader (head, less) has seen enough, and not the whole answer
        _drop_output()
        return 128 + 13  # as a shell tells of SIGPIPE: nobody may take it for "equal"
    except OSError as error:
        _drop_output()
        return _failed(f"{error.filename or 'the output cannot be written'}: {error.strerror}")


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = _parser().parse_args(argv)
        run: Run = arguments.run
        with interrupts.as_ctrl_c(), warnings.catch_warnings():
            warnings.simplefilter("once", RecordWarning)
            warnings.showwarning = _warned
            return run(arguments)
    finally:
        if sys.stdout is not None:  # as python has it where the caller closed it
            sys.stdout.flush()


def _warned(message: Warning | str, *_: object, **__: object) -> None:
    _failed(f"WARNING: {message}")


def _failed(message: str) -> int:
    from pytest_editbench.compare.visible import escaped

    with suppress(OSError):
        print(f"editbench: {escaped(message)}", file=sys.stderr)
    return 2


def _drop_output() -> None:
    """Send what cannot be written nowhere: python would complain once more when it closes stdout."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="editbench", description="Cases and records of pytest-editbench.")
    parser.add_argument("--version", action="version", version=f"editbench {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, command in sorted(COMMANDS.items()):
        sub = commands.add_parser(name, help=command.help, description=command.help)
        command.declare(sub)
        sub.set_defaults(run=command.run)
    return parser

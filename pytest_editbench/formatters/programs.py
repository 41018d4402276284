"""Formatters that are started anew for each file."""

from __future__ import annotations

import os
import shutil
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pytest_editbench import processes
from pytest_editbench.errors import AgentError, FormatterError
from pytest_editbench.formatters.formatter import first_line, neutral

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.processes import Completed

TIMEOUT = 20.0  # seconds for one file
OUTPUT_BYTES = 64 * 1024 * 1024
PLACEHOLDER = "{file}"


@dataclass(frozen=True, slots=True)
class Piped:
    """A program that reads standard input and writes standard output, whatever is configured around it."""

    argv: tuple[str, ...]  # `{file}` stands for a name with the right extension
    configuration: tuple[str, str] | None = None  # name and text of a file in its current folder
    collapsed: str | None = None  # its text where objects shall be on one line
    timeout: float = TIMEOUT  # seconds

    def __call__(self, path: PurePosixPath, data: bytes, /, *, collapsed: bool = False) -> bytes:
        """The formatted text of a file."""
        with TemporaryDirectory(prefix="editbench-format-") as scratch:
            if self.configuration:
                name, text = self.configuration
                Path(scratch, name).write_text(self.collapsed if collapsed and self.collapsed else text)
            argv = [word.replace(PLACEHOLDER, neutral(path)) for word in self.argv]
            output = Path(scratch, "output")
            _run(argv, Path(scratch), data, output, self.timeout)
            return (output / "stdout").read_bytes()


@dataclass(frozen=True, slots=True)
class InPlace:
    """A command that rewrites the file it is given: it gets a copy, in a folder of its own."""

    argv: tuple[str, ...]  # `{file}` stands for the copy
    directory: Path  # where it runs
    timeout: float = TIMEOUT  # seconds

    def __call__(
        self,
        path: PurePosixPath,
        data: bytes,
        /,
        *,
        collapsed: bool = False,  # noqa: ARG002  # a command has one way only
    ) -> bytes:
        """The formatted text of a file."""
        with TemporaryDirectory(prefix="editbench-format-") as scratch:
            copy = Path(scratch, "copy", path.name)
            copy.parent.mkdir()
            copy.write_bytes(data)
            argv = [word.replace(PLACEHOLDER, str(copy)) for word in self.argv]
            _run(argv, self.directory, b"", Path(scratch, "output"), self.timeout)
            if copy.is_symlink() or not copy.is_file():
                raise FormatterError("the command left no file behind")
            if copy.stat().st_size > OUTPUT_BYTES:
                raise FormatterError(f"it wrote more than {OUTPUT_BYTES:,} bytes")
            return copy.read_bytes()


def executable(name: str, directory: Path) -> str | None:
    """Where a program is: installed for the project around `directory`, beside this Python, or in PATH."""
    folders = (str(folder) for folder in (*_node_folders(directory), sysconfig.get_path("scripts")))
    return shutil.which(name, path=os.pathsep.join(folders)) or shutil.which(name)


def _node_folders(directory: Path) -> Iterator[Path]:
    for folder in (directory, *directory.parents):
        yield folder / "node_modules" / ".bin"


def _run(argv: Sequence[str], cwd: Path, stdin: bytes, output: Path, timeout: float) -> None:
    try:
        done = processes.run_tool(
            argv, cwd=cwd, output=output, timeout=timeout, limit=OUTPUT_BYTES, stdin=stdin
        )
    except AgentError as error:
        raise FormatterError(str(error)) from error
    if fault := _fault(done, timeout):
        errors = (output / "stderr").read_bytes()[:OUTPUT_BYTES].decode("utf-8", "replace")
        raise FormatterError(f"{fault}: {first_line(errors)}")


def _fault(done: Completed, timeout: float) -> str:
    if done.timed_out:
        return f"ended after {timeout:g} s"
    if done.signal:
        return f"crashed with signal {done.signal}"
    if done.exit_code:
        return f"exit code {done.exit_code}"
    return f"it wrote {done.stdout_bytes:,} bytes" if done.stdout_bytes > OUTPUT_BYTES else ""

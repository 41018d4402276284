"""What the user typed → a command that runs anywhere."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path

from pytest_editbench.errors import UsageError


def split(line: str, directory: Path) -> tuple[str, ...] | None:
    """The words of a command line, split as a shell would; None when its program is not on PATH.

    An agent runs in its workspace, so what is relative to the invocation `directory` is made absolute: a
    program with a slash in its name (`./agent.sh`), and every other word that names an existing file
    there (`python agent.py`). `UsageError` for open quotes and for a program that cannot be executed.
    """
    try:
        program, *rest = shlex.split(line)
    except ValueError as error:
        raise UsageError(f"{line!r} is no command line: {error}") from error
    found = _program(program, directory)
    if found is None:
        return None
    return (found, *(_anchored(word, directory) for word in rest))


def _program(word: str, directory: Path) -> str | None:
    word = os.path.expanduser(word)  # noqa: PTH111  # Path would drop a leading ./
    if "/" not in word:
        found = shutil.which(word)
        return straight(Path(found).absolute()) if found else None  # PATH may name it relatively
    path = directory / word
    if not path.is_file():
        raise UsageError(f"no program {path}")
    if not os.access(path, os.X_OK):
        raise UsageError(f"{path} may not be executed; allow it with: chmod +x {shlex.quote(str(path))}")
    return straight(path)


def _anchored(word: str, directory: Path) -> str:
    path = directory / word
    try:
        return straight(path) if path.is_file() else word
    except OSError:  # longer than a path can be
        return word


def straight(path: Path) -> str:
    """The path without `..`: the folder that it leaves need not be there in a sandbox.

    Links before are followed, for a `..` behind one leads elsewhere; the file itself keeps its name, at
    which programs look.
    """
    return str(path.parent.resolve() / path.name if ".." in path.parts else path)

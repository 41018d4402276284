"""Which revision of a project is checked out."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pytest_editbench import processes
from pytest_editbench.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Mapping

_TIMEOUT = 30.0  # seconds
_LIMIT = 1024 * 1024  # bytes
# One process tells both. What is not under version control does not count: records lie there, for one.
_STATUS = ("status", "--porcelain=v2", "--branch", "--untracked-files=no")
_COMMIT = re.compile(rb"# branch\.oid ([0-9a-f]{40,64})")


def of(folder: Path) -> Mapping[str, object] | None:
    """The `vcs`, the `revision` and whether it is `clean`; None where none is known."""
    git = shutil.which("git")
    told = _asked(git, folder) if git else b""
    lines = told.splitlines()
    commit = next((match for line in lines if (match := _COMMIT.fullmatch(line))), None)
    if commit is None:
        return None
    clean = all(line.startswith(b"#") for line in lines)
    return {"vcs": "git", "revision": commit[1].decode(), "clean": clean}


def shown(revision: object) -> str:
    """The revision as lists show it: its first characters, `+` for one that was changed; "" for none."""
    if not isinstance(revision, dict):
        return ""
    return f"{str(revision.get('revision'))[:9]}{'' if revision.get('clean') else '+'}"


def _asked(git: str, folder: Path) -> bytes:
    with TemporaryDirectory(prefix="editbench-revision-") as output:
        try:
            done = processes.run_tool(
                [git, "-c", "core.fsmonitor=false", *_STATUS],
                cwd=folder,
                output=Path(output),
                timeout=_TIMEOUT,
                limit=_LIMIT,
                more={"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
            )
        except AgentError:
            return b""
        return Path(output, "stdout").read_bytes() if done.exit_code == 0 else b""

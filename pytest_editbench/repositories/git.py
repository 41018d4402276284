"""git as the only one who reads repositories: no hook is run, nothing is checked out, nothing written."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pytest_editbench import processes
from pytest_editbench.errors import AgentError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_BYTES = 512 * 1024 * 1024  # of one answer

_SECONDS = 600.0  # a slow line and a large repository are nobody's fault
_LONGEST_SHOWN = 300  # characters of what git says
REVISION = re.compile(r"(?![-^])[^\s:?*\[\\\x00-\x20\x7f]+")
SETTINGS = (
    *("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "gc.auto=0"),
    *("-c", "i18n.logOutputEncoding=UTF-8"),
)
# How the user reaches repositories; all else that git takes from variables could lead it astray.
_KEPT = ("GIT_CONFIG_", "GIT_SSH", "GIT_ASKPASS", "GIT_SSL_", "GIT_PROXY_", "GIT_HTTP_")
_SET = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "LC_ALL": "C",
}
# A clone with gaps would fetch what it lacks, and so change.
_OFFLINE = {"GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"}
_ONLINE = {"GIT_ALLOW_PROTOCOL": "file:git:http:https:ssh"}  # others can name any command


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository on this machine, bare or not."""

    place: Path

    def ask(self, *words: str, stdin: bytes = b"", network: bool = False, index: str | None = None) -> bytes:
        """What git answers; `UnavailableError` with its reason where it refuses.

        `index` is the file that stands for the repository's index.
        """
        git = shutil.which("git")
        if git is None:
            raise UnavailableError("git is not on PATH; install it")
        # A folder that is no repository must not stand for one that it lies in.
        beside = {"GIT_CEILING_DIRECTORIES": str(self.place.resolve().parent)}
        beside |= {"GIT_INDEX_FILE": index} if index else {}
        more = {**variables(os.environ), **beside, **(_ONLINE if network else _OFFLINE)}
        with TemporaryDirectory(prefix="editbench-git-") as output:
            return self._answer([git, *SETTINGS, *words], more, stdin, Path(output))

    def commit(self, revision: str) -> str | None:
        """The id of the commit that a revision names; None where there is no such commit."""
        if not REVISION.fullmatch(revision):
            return None
        try:
            found = self.ask("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        except UnavailableError:
            self.ask("rev-parse", "--git-dir")  # tells of a folder that is no repository
            return None
        return found.decode("ascii").strip()

    def _answer(self, argv: list[str], more: Mapping[str, str], stdin: bytes, output: Path) -> bytes:
        word = argv[1 + len(SETTINGS)]
        try:
            done = processes.run_tool(
                argv,
                cwd=self.place,
                output=output,
                timeout=_SECONDS,
                limit=MOST_BYTES,
                stdin=stdin,
                more=more,
            )
        except AgentError as error:
            raise UnavailableError(f"{self.place}: {error}") from None
        if done.timed_out:
            raise UnavailableError(f"{self.place}: git {word} did not end in {_SECONDS:g} s")
        if done.stdout_bytes > MOST_BYTES:
            raise UnavailableError(f"{self.place}: git {word} says more than {MOST_BYTES:,} bytes")
        if done.exit_code != 0:
            stderr = (output / "stderr").read_bytes().decode("utf-8", "replace")
            raise UnavailableError(f"{self.place}: git {word}: {_reason(stderr)}")
        return (output / "stdout").read_bytes()


def variables(environ: Mapping[str, str]) -> dict[str, str]:
    """What git is told by variables: how the user reaches repositories, and to keep quiet."""
    return {**{name: value for name, value in environ.items() if name.startswith(_KEPT)}, **_SET}


def _reason(stderr: str) -> str:
    """The last line that tells of an error, else the last line of all."""
    lines = [" ".join(line.split()) for line in stderr.splitlines() if line.strip()]
    marked = [line for line in lines if line.startswith(("fatal: ", "error: "))]
    told = (marked or lines or ["no reason was given"])[-1]
    return "".join(sign if sign.isprintable() else "?" for sign in told)[:_LONGEST_SHOWN]

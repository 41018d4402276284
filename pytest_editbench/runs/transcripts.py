"""What agents printed, whole, as files beside a page."""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from pytest_editbench.report.html.values import Transcript
from pytest_editbench.runner import artifacts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pytest_editbench.model import Trial

STREAMS = ("stdout", "stderr")
MOST = 256 * 1024 * 1024  # bytes of all files together
EACH = 16 * 1024 * 1024  # bytes of one
_OURS = re.compile(r"[0-9a-f]{16}-\d+-(?:stdout|stderr)\.txt")
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK  # an agent could have reached the folder


def beside(page: Path) -> Path:
    """The folder of a page's transcripts."""
    return page.with_name(f"{page.name}.d")


@dataclass(slots=True)
class Shelf:
    """The transcripts of a page; what an earlier one left there is removed."""

    folder: Path
    wanted: bool = True
    room: int = MOST
    left_out: int = 0  # files

    def clear(self) -> None:
        """Remove the transcripts of an earlier page, and nothing else."""
        if self.folder.is_dir() and not self.folder.is_symlink():
            for path in self.folder.iterdir():
                if _OURS.fullmatch(path.name):
                    path.unlink()
            with suppress(OSError):
                self.folder.rmdir()

    def keep(self, trial: Trial, source: Path | None) -> Sequence[Transcript]:
        """Copy what is there of a trial; empty streams are left out."""
        if not self.wanted or source is None or trial.test is None:
            return ()
        token = artifacts.token(trial.test, trial.agent, trial.number)
        return [*self._kept(source / "output" / token, token, len(trial.attempts))]

    def _kept(self, source: Path, token: str, attempts: int) -> Iterator[Transcript]:
        for attempt in range(1, attempts + 1):
            for stream in STREAMS:
                name = f"{token}-{attempt}-{stream}.txt"
                if self._copied(source / f"attempt-{attempt}" / stream, name):
                    told = f"{stream} of attempt {attempt}" if attempts > 1 else stream
                    yield Transcript(f"whole {told}", quote(f"{self.folder.name}/{name}"))

    def _copied(self, source: Path, name: str) -> bool:
        data = _content(source)
        if not data:
            return False
        if len(data) > self.room:
            self.left_out += 1
            return False
        self.room -= len(data)
        self.folder.mkdir(exist_ok=True)
        (self.folder / name).write_bytes(data)
        return True


def _content(path: Path) -> bytes:
    """The bytes of a regular file; nothing of what is none."""
    with suppress(OSError), os.fdopen(os.open(path, _READ), "rb") as stream:
        if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            return stream.read(EACH)
    return b""

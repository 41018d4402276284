"""What agents printed, whole, and what they said and did, as files beside a page."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from pytest_editbench import transcripts, untrusted
from pytest_editbench.model import Outcome
from pytest_editbench.report.html import talk
from pytest_editbench.report.html.talk import Go, Talk
from pytest_editbench.report.html.values import Transcript
from pytest_editbench.runner import artifacts
from pytest_editbench.transcripts import Event

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from pytest_editbench.model import Trial

STREAMS = ("stdout", "stderr")
MOST = 256 * 1024 * 1024  # bytes of all files together
EACH = 16 * 1024 * 1024  # bytes of one
_OURS = re.compile(r"[0-9a-f]{16}-(?:\d+-(?:stdout|stderr)\.txt|transcript\.html)")


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
        """Copy and tell what is there of a trial; what is empty is left out."""
        if not self.wanted or source is None or trial.test is None:
            return ()
        token = artifacts.token(trial.test, trial.agent, trial.number)
        folder = source / "output" / token
        places = [(attempt.number, folder / f"attempt-{attempt.number}") for attempt in trial.attempts]
        if folder.is_symlink():
            return ()
        found = {number: place for number, place in places if not place.is_symlink()}
        return [*self._told(trial, found, token), *self._copies(found, token, several=len(places) > 1)]

    def _told(self, trial: Trial, places: Mapping[int, Path], token: str) -> Iterator[Transcript]:
        """The page of what was said and done, where an adapter kept that."""
        page = talk.render(_talk(trial, places, back=f"../{quote(self.folder.name.removesuffix('.d'))}"))
        name = f"{token}-transcript.html"
        if page is not None and self._written(name, page.encode()):
            yield Transcript("transcript", self._href(name))

    def _copies(self, places: Mapping[int, Path], token: str, *, several: bool) -> Iterator[Transcript]:
        for number, place in places.items():
            for stream in STREAMS:
                name = f"{token}-{number}-{stream}.txt"
                if self._written(name, _content(place / stream)):
                    told = f"{stream} of attempt {number}" if several else stream
                    yield Transcript(f"whole {told}", self._href(name))

    def _written(self, name: str, data: bytes) -> bool:
        if not data:
            return False
        if len(data) > self.room:
            self.left_out += 1
            return False
        self.room -= len(data)
        self.folder.mkdir(exist_ok=True)
        (self.folder / name).write_bytes(data)
        return True

    def _href(self, name: str) -> str:
        return quote(f"{self.folder.name}/{name}")


def _talk(trial: Trial, places: Mapping[int, Path], back: str) -> Talk:
    goes = [
        Go(f"attempt {number}", _events(trial.prompt if number == 1 else "", place))
        for number, place in places.items()
    ]
    facts = {
        "agent": trial.agent,
        "trial": str(trial.number),
        "outcome": trial.outcome.value,
        "model": trial.model,
        "seconds": None if trial.duration is None else f"{trial.duration:.1f}",
    }
    told = [(name, value) for name, value in facts.items() if value is not None]
    message = "" if trial.outcome is Outcome.PASSED else trial.message
    return Talk(trial.case, told, goes, back, message)


def _events(prompt: str, place: Path) -> Iterator[Event]:
    """The events of an attempt; one that does not tell its prompt is given it."""
    events = transcripts.read(place)
    first = next(events, None)
    if first is None:
        return
    if prompt and first.kind != "prompt":
        yield Event("prompt", prompt)
    yield first
    yield from events


def _content(path: Path) -> bytes:
    """The bytes of a regular file; nothing of what is none."""
    with suppress(OSError):
        return untrusted.read(path, EACH)
    return b""

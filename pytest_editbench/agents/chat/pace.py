"""How often and how many at once the processes of a session may ask a server."""

from __future__ import annotations

import json
import random
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import clock, signed
from pytest_editbench.errors import AgentError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from filelock import BaseFileLock

_PAUSE = 0.05  # seconds between two looks for a free place
_PATIENCE = 60.0  # seconds that the lock on the next moment is waited for


class Limits(NamedTuple):
    """What the user allows; None is without limit."""

    at_once: int | None = None  # requests
    per_minute: float | None = None  # requests


class Pace:
    """Places and moments for requests, shared by all processes and threads that name the same folder.

    A place is a locked file, so that a process that dies gives it back. Moments lie evenly: one a second
    where 60 a minute are allowed.
    """

    def __init__(self, folder: Path, key: str, limits: Limits) -> None:
        self._folder = folder
        self._key = key  # of `signed`: an agent that finds the file cannot forge it
        self._limits = limits

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until a request may be sent; its place is held as long as the context lasts."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            place = self._place()
        except OSError as error:
            raise AgentError(f"{self._folder}: requests cannot be counted: {error.strerror}") from error
        try:
            time.sleep(max(0.0, self._moment() - clock.monotonic()))
            yield
        finally:
            if place is not None:
                place.release()

    def hold(self, seconds: float) -> None:
        """Let nobody ask within these seconds: the server asks for it."""
        with self._locked():
            self._write(max(self._next(), clock.monotonic() + seconds))

    def _place(self) -> BaseFileLock | None:
        """A place of its own among those that are allowed, once one is free."""
        if self._limits.at_once is None:
            return None
        from filelock import FileLock, Timeout

        numbers = [*range(self._limits.at_once)]
        while True:
            random.shuffle(numbers)
            for number in numbers:
                place = FileLock(self._folder / f"place-{number}.lock", timeout=0)
                try:
                    place.acquire()
                except Timeout:
                    continue
                return place
            time.sleep(_PAUSE)

    def _moment(self) -> float:
        """When this request may be sent, on the clock that all processes of a machine share."""
        if self._limits.per_minute is None:
            return self._next()
        with self._locked():
            moment = max(self._next(), clock.monotonic())
            self._write(moment + 60 / self._limits.per_minute)
        return moment

    @property
    def _file(self) -> Path:
        return self._folder / "next"

    def _next(self) -> float:
        text = signed.read(self._file, self._key)
        return 0.0 if text is None else float(json.loads(text))

    def _write(self, moment: float) -> None:
        try:
            signed.write(self._file, json.dumps(moment).encode(), self._key)
        except OSError as error:
            raise AgentError(f"{self._file}: requests cannot be counted: {error.strerror}") from error

    @contextmanager
    def _locked(self) -> Iterator[None]:
        from filelock import FileLock, Timeout

        try:
            with FileLock(f"{self._file}.lock", timeout=_PATIENCE):
                yield
        except Timeout:
            raise AgentError("the count of requests stays locked; run it again") from None

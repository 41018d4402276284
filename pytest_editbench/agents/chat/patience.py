"""Asking until there is an answer, within the time limit and the limits of the user."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_editbench import clock
from pytest_editbench.agents.chat import reply, wire
from pytest_editbench.agents.chat.failures import FailureError, LateError

if TYPE_CHECKING:
    from pytest_editbench.agents.chat.pace import Pace
    from pytest_editbench.agents.chat.reply import Data
    from pytest_editbench.agents.chat.request import Request

_FIRST, _LONGEST = 0.5, 8.0  # seconds of the back-off, which doubles


@dataclass(slots=True)
class Asking:
    """One question, asked again while its server fails in a way that may pass."""

    request: Request
    key: str | None = field(repr=False)
    pace: Pace
    timeout: float  # seconds, those of waiting for a turn not counted
    failed: list[str] = field(default_factory=list)  # why, of the tries that were followed by another
    waited: float = 0.0  # seconds, for turns

    def answer(self) -> Data:
        """The completion; `FailureError` or `LateError` where there is none."""
        start = clock.monotonic()
        while True:
            try:
                return self._once(start)
            except FailureError as failure:
                wait = self._wait(failure, self._left(start))
            time.sleep(wait)

    def _once(self, start: float) -> Data:
        asked = clock.monotonic()
        with self.pace.turn():
            self.waited += clock.monotonic() - asked
            left = self._left(start)
            if left <= 0:
                raise LateError
            return reply.loaded(wire.send(self.request, self.key, left), self.request)

    def _left(self, start: float) -> float:
        return self.timeout + self.waited - (clock.monotonic() - start)

    def _wait(self, failure: FailureError, left: float) -> float:
        """The seconds until the next try; the failure itself where there is to be none."""
        tries = len(self.failed) + 1
        if failure.tries == 1:
            raise failure
        if tries >= failure.tries:
            raise FailureError(f"{failure} (tried {_times(tries)})")
        wait = max(backoff(tries), failure.wait or 0.0)
        if wait >= left:
            asked = "" if failure.wait is None else f", and it asks to wait {failure.wait:,.0f} s"
            raise FailureError(f"{failure} (tried {_times(tries)}{asked}; the time limit allows no more)")
        if failure.wait:
            self.pace.hold(failure.wait)
        self.failed.append(str(failure))
        return wait


def backoff(tries: int) -> float:
    """Seconds to wait after so many tries that failed: doubling, and never the same for two who wait."""
    return min(_LONGEST, _FIRST * 2.0 ** (tries - 1)) * random.uniform(0.75, 1.25)


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"

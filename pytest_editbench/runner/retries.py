"""Asking anew when a provider failed: that is no attempt of the agent, and so counts as none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_editbench.model import AgentResult

LONGEST = 10.0  # seconds


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of asking an agent."""

    result: AgentResult
    duration: float  # seconds, of the last time that it was asked
    again: bool = False  # whether the agent says that it could not be asked, and may be another time
    retries: int = 0


def pause(number: int) -> float:
    """Seconds to wait before the retry of this number, 1-based: 1, 2, 4, 8, then `LONGEST`."""
    return min(LONGEST, 2.0 ** min(number - 1, 10))


def persist(
    ask: Callable[[], Answer], lay_anew: Callable[[], bool], most: int, wait: Callable[[float], None]
) -> Answer:
    """The first answer that is one, else the last; asked again at most so often, each time from the start."""
    answer = ask()
    for number in range(1, most + 1):
        if not answer.again:
            break
        wait(pause(number))
        if not lay_anew():
            break
        answer = replace(ask(), retries=number)
    return answer

"""The seam every parser of a tool's output fills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pytest_editbench.results import Usage
    from pytest_editbench.transcripts import Event


@dataclass(frozen=True, slots=True)
class Log:
    """What a tool told of one run, as far as it could be read."""

    usage: Usage
    answer: str | None = None  # the last thing the model said
    error: str | None = None  # the provider failed, in one line, and no answer of the model came after that
    events: tuple[Event, ...] = ()  # in their order, no more than a transcript keeps
    answered: bool | None = None  # whether the model ever answered; None is unknown
    readable: bool = False  # whether anything was told in the form that is read


class Parser(Protocol):
    """Reads one run of one tool; nothing it is given makes it raise, and its memory is bounded."""

    file: str | None  # under the home of the run, read when it ended; None: all is in what the tool prints

    def feed(self, data: bytes) -> None:
        """More of standard output, split anywhere."""
        ...

    def feed_error(self, data: bytes) -> None:
        """More of standard error, split anywhere."""
        ...

    def feed_file(self, data: bytes) -> None:
        """More of `file`, split anywhere."""
        ...

    def close(self, *, cut: bool = False) -> Log:
        """What was read, called once, when all has been fed; of a run that was `cut` short, until then."""
        ...

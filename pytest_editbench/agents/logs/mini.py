"""The trajectory that `mini -o FILE` writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.agents.logs import provider, shapes
from pytest_editbench.agents.logs.protocol import Log
from pytest_editbench.agents.logs.tally import Tally
from pytest_editbench.agents.logs.tokens import Tokens, added, less

if TYPE_CHECKING:
    from collections.abc import Mapping

_LARGEST = 64 * 1024 * 1024  # bytes of a trajectory that is read
_FINE = ("Submitted", "LimitsExceeded", "TimeLimitExceeded", "RepeatedFormatError", "UserInterruption")


class Mini:
    """One JSON document, written anew after each step; what the tool prints is for people."""

    file: str | None = "trajectory.json"

    def __init__(self) -> None:
        self._tally = Tally("mini")
        self._data = bytearray()
        self._too_large = False

    def feed(self, data: bytes) -> None:
        """Standard output tells nothing that the trajectory does not."""

    def feed_error(self, data: bytes) -> None:
        """Nor does standard error."""

    def feed_file(self, data: bytes) -> None:
        """More of the trajectory."""
        self._too_large = self._too_large or len(self._data) + len(data) > _LARGEST
        if not self._too_large:
            self._data += data

    def close(self, *, cut: bool = False) -> Log:  # noqa: ARG002 - nothing in a trajectory depends on it
        """What the trajectory told; one that cannot be read is one line that cannot."""
        found = bool(self._data)
        told = None if self._too_large else shapes.parsed(bytes(self._data))
        self._data.clear()
        failure = None if told is None else self._read(told)
        unreadable = int(told is None) if found else None
        tally = self._tally
        return Log(
            tally.usage(basis="reported", unreadable=unreadable),
            tally.answer,
            failure,
            tally.events(),
            tally.answered,
            told is not None,
        )

    def _read(self, told: Mapping[str, object]) -> str | None:
        tally, info = self._tally, shapes.within(told, "info")
        tally.cost = shapes.amount(shapes.within(info, "model_stats").get("instance_cost"))
        tally.model = shapes.text(shapes.within(info, "config", "model").get("model_name"))
        last = ""
        for message in shapes.objects(told.get("messages")):
            last = self._message(message) or last
        if info.get("exit_status"):
            tally.over()
        return _failure(shapes.text(info.get("exit_status")), last)

    def _message(self, message: Mapping[str, object]) -> str | None:
        """Takes in a message; its text, if it tells how all ended."""
        said = shapes.written(message.get("content"))
        match message.get("role"):
            case "assistant":
                self._request(message)
                self._answer(message, said)
            case "tool":
                code = shapes.within(message, "extra").get("returncode")
                self._tally.returned(message.get("tool_call_id"), said, ok=_ok(code))
            case "user":
                self._refused(message)
            case "exit":
                return said
        return None

    def _request(self, message: Mapping[str, object]) -> None:
        tally = self._tally
        tally.turns = added(tally.turns, 1)
        tally.tokens = tally.tokens.plus(_tokens(shapes.within(message, "extra", "response", "usage")))

    def _refused(self, message: Mapping[str, object]) -> None:
        """An answer without a call is kept only in the complaint about it."""
        response = shapes.within(message, "extra", "response")
        if not response:
            return
        self._request(message)
        self._tally.noted(shapes.written(message.get("content")))
        for choice in shapes.objects(response.get("choices")):
            self._tally.said(shapes.written(shapes.within(choice, "message").get("content")))

    def _answer(self, message: Mapping[str, object], said: str) -> None:
        tally = self._tally
        tally.said(said)
        for call in shapes.objects(message.get("tool_calls")):
            called = shapes.within(call, "function")
            tool = shapes.text(called.get("name")) or ""
            tally.called(call.get("id"), tool, shapes.written(called.get("arguments")))


def _ok(code: object) -> bool | None:
    """None for a command that was not run: the last one, which only ends all."""
    whole = isinstance(code, int) and not isinstance(code, bool) and code >= 0
    return code == 0 if whole else None


def _failure(status: str | None, said: str) -> str | None:
    """A run that ended by an exception bears its name; the text of it says which request failed."""
    if not status or status in _FINE:
        return None
    return provider.failure(f"{status}: {said}" if said else status)


def _tokens(usage: Mapping[str, object]) -> Tokens:
    cached = shapes.count(shapes.within(usage, "prompt_tokens_details").get("cached_tokens"))
    written = shapes.count(shapes.within(usage, "prompt_tokens_details").get("cache_creation_tokens"))
    details = shapes.within(usage, "completion_tokens_details")
    return Tokens(
        input=less(shapes.count(usage.get("prompt_tokens")), cached, written),
        cached=cached,
        written=written,
        output=shapes.count(usage.get("completion_tokens")),
        reasoning=shapes.count(details.get("reasoning_tokens")),
    )

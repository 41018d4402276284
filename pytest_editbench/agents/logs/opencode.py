"""`opencode run --format json`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.agents.logs import provider, shapes
from pytest_editbench.agents.logs.tally import Tally
from pytest_editbench.agents.logs.tokens import Tokens, added

if TYPE_CHECKING:
    from collections.abc import Mapping

_OF_PROVIDER = ("APIError", "ProviderAuthError")


class OpenCode:
    """Each request is told once it ended, without its model; not told are those for a title, and retries."""

    passed: tuple[bytes, ...] = ()

    def __init__(self) -> None:
        self.tally = Tally("opencode")
        self._failure: str | None = None

    def read(self, line: Mapping[str, object]) -> None:
        """One line of standard output."""
        part = shapes.within(line, "part")
        match line.get("type"):
            case "text":
                self.tally.said(shapes.text(part.get("text")) or "")
            case "reasoning":
                self.tally.thought(shapes.text(part.get("text")) or "")
            case "tool_use":
                self._tool(part)
            case "step_finish":
                self._finished(part)
            case "error":
                self._error(shapes.within(line, "error"))

    def heard(self, line: str) -> None:
        """What keeps it from starting, an unknown model say, is told here alone."""

    def failure(self) -> str | None:
        """The last error, if no request ended after it."""
        return self._failure

    def _tool(self, part: Mapping[str, object]) -> None:
        """A call is told when it is over, with its result."""
        state = shapes.within(part, "state")
        status = shapes.written(state.get("status"))
        ok = {"completed": True, "error": False}.get(status)
        exit_code = shapes.within(state, "metadata").get("exit")
        if ok and isinstance(exit_code, int) and exit_code:
            ok = False
        tool = shapes.text(part.get("tool")) or ""
        self.tally.called(part.get("callID"), tool, shapes.written(state.get("input")))
        text = shapes.written(state.get("error" if status == "error" else "output"))
        self.tally.returned(part.get("callID"), text, ok=ok)

    def _finished(self, part: Mapping[str, object]) -> None:
        tally = self.tally
        tally.answered = True
        self._failure = None
        tally.turns = added(tally.turns, 1)
        tally.tokens = tally.tokens.plus(_tokens(shapes.within(part, "tokens")))
        cost = shapes.amount(part.get("cost"))
        tally.cost = cost if tally.cost is None else tally.cost + (cost or 0)

    def _error(self, error: Mapping[str, object]) -> None:
        name, data = shapes.text(error.get("name")) or "", shapes.within(error, "data")
        status = shapes.count(data.get("statusCode"))
        named = name if status is None else f"{name} {status}"
        said = f"{named}: {shapes.text(data.get('message')) or 'the request failed'}"
        self.tally.failed(said)
        self.tally.over()
        certain = name in _OF_PROVIDER or not self.tally.answered
        self._failure = provider.failure(said, certain=certain)


def _tokens(told: Mapping[str, object]) -> Tokens:
    """`output` leaves out what the model thought."""
    reasoning = shapes.count(told.get("reasoning"))
    return Tokens(
        input=shapes.count(told.get("input")),
        cached=shapes.count(shapes.within(told, "cache").get("read")),
        written=shapes.count(shapes.within(told, "cache").get("write")),
        output=added(shapes.count(told.get("output")), reasoning),
        reasoning=reasoning,
    )

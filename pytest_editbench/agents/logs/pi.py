"""`pi --mode json`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.agents.logs import provider, shapes
from pytest_editbench.agents.logs.tally import Tally
from pytest_editbench.agents.logs.tokens import Tokens, added

if TYPE_CHECKING:
    from collections.abc import Mapping


class Pi:
    """Each message of the model is told once it ended, with its tokens and its price."""

    # Each update holds the whole message so far, the ends of turns and of the agent all that was told before.
    passed: tuple[bytes, ...] = (b'{"type":"message_update"', b'{"type":"turn_end"', b'{"type":"agent_end"')

    def __init__(self) -> None:
        self.tally = Tally("pi")
        self._failure: str | None = None

    def read(self, line: Mapping[str, object]) -> None:
        """One line of standard output."""
        match line.get("type"):
            case "message_end":
                self._message(shapes.within(line, "message"))
            case "tool_execution_start":
                arguments = shapes.written(line.get("args"))
                self.tally.called(line.get("toolCallId"), _tool(line), arguments)
            case "tool_execution_end":
                text = shapes.written(shapes.within(line, "result").get("content"))
                self.tally.returned(line.get("toolCallId"), text, ok=line.get("isError") is not True)
            case "auto_retry_start":
                self.tally.again()
                self.tally.failed(f"asked again after: {shapes.written(line.get('errorMessage'))}")

    def heard(self, line: str) -> None:
        """What keeps it from starting, an unknown model or a missing key, is told here alone."""

    def failure(self) -> str | None:
        """The last message of the model was an error."""
        return self._failure

    def _message(self, message: Mapping[str, object]) -> None:
        if message.get("role") != "assistant":
            return
        tally = self.tally
        tally.model = shapes.text(message.get("model")) or tally.model
        usage = shapes.within(message, "usage")
        tally.tokens = tally.tokens.plus(_tokens(usage))
        cost = shapes.amount(shapes.within(usage, "cost").get("total"))
        tally.cost = cost if tally.cost is None else tally.cost + (cost or 0)
        if message.get("stopReason") == "aborted" and not message.get("content"):
            return  # its time was over before the model was heard
        if message.get("stopReason") == "error":
            said = shapes.text(message.get("errorMessage")) or "the request failed"
            tally.failed(said)
            tally.over()
            self._failure = provider.failure(said, certain=True)
            return
        self._failure = None
        tally.answered = True
        tally.turns = added(tally.turns, 1)
        self._content(message)

    def _content(self, message: Mapping[str, object]) -> None:
        for block in shapes.objects(message.get("content")):
            match block.get("type"):
                case "text":
                    self.tally.said(shapes.text(block.get("text")) or "")
                case "thinking":
                    self.tally.thought(shapes.text(block.get("thinking")) or "")


def _tool(line: Mapping[str, object]) -> str:
    return shapes.text(line.get("toolName")) or ""


def _tokens(usage: Mapping[str, object]) -> Tokens:
    return Tokens(
        input=shapes.count(usage.get("input")),
        cached=shapes.count(usage.get("cacheRead")),
        written=shapes.count(usage.get("cacheWrite")),
        output=shapes.count(usage.get("output")),
    )

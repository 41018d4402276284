"""`codex exec --json`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.agents.logs import provider, shapes
from pytest_editbench.agents.logs.tally import Tally
from pytest_editbench.agents.logs.tokens import Tokens, less

if TYPE_CHECKING:
    from collections.abc import Mapping

_PATCH = "apply_patch"
_AGAIN = "Reconnecting"  # how a line begins of a request that is made again
_NUMBER = "now"  # no call is open while another one is told
_REJECTED = re.compile(r"\berror=(apply_patch verification failed.*)")


class Codex:
    """The ends of its turns tell tokens; requests, cost and model are not told.

    Calls have no result of their own there: an item that is completed is a call and its result.
    """

    passed: tuple[bytes, ...] = ()

    def __init__(self) -> None:
        self.tally = Tally("codex")
        self._failure: str | None = None

    def read(self, line: Mapping[str, object]) -> None:
        """One line of standard output."""
        match line.get("type"):
            case "item.started":
                self._failure = None
            case "item.completed":
                self._item(shapes.within(line, "item"))
            case "turn.completed":
                self.tally.over()
                self.tally.tokens = self.tally.tokens.plus(_tokens(shapes.within(line, "usage")))
                self._failure = None
            case "turn.failed":
                self.tally.over()
                said = shapes.text(shapes.within(line, "error").get("message")) or "the turn failed"
                self.tally.failed(said)
                self._failure = provider.failure(said, certain=True)
            case "error":
                said = shapes.text(line.get("message")) or ""
                self.tally.failed(said)
                self._failure = provider.failure(said, certain=said.startswith(_AGAIN)) or self._failure

    def heard(self, line: str) -> None:
        """A patch that does not fit is told here alone."""
        if found := _REJECTED.search(line):
            self.tally.called(_NUMBER, _PATCH, "")
            self.tally.returned(_NUMBER, found[1], ok=False)

    def failure(self) -> str | None:
        """The provider failed, by the last turn; in one that is not over, by the last request."""
        return self._failure

    def _item(self, item: Mapping[str, object]) -> None:
        said = shapes.text(item.get("text")) or ""
        if item.get("type") != "error":
            self._failure = None
        match item.get("type"):
            case "agent_message":
                self.tally.said(said)
            case "reasoning":
                self.tally.thought(said)
            case "command_execution":
                output = shapes.written(item.get("aggregated_output"))
                self._done("shell", item, "command", output)
            case "file_change":
                self._done(_PATCH, item, "changes")
            case "mcp_tool_call":
                name = f"{shapes.written(item.get('server'))}.{shapes.written(item.get('tool'))}"
                self._done(name, item, "arguments")
            case "web_search":
                self._done("web_search", item, "query")
            case "error":
                self.tally.failed(shapes.text(item.get("message")) or "")

    def _done(self, tool: str, item: Mapping[str, object], arguments: str, output: str = "") -> None:
        status = shapes.written(item.get("status"))
        ok = {"completed": True, "failed": False, "declined": False}.get(status)
        self.tally.called(_NUMBER, tool, shapes.written(item.get(arguments)))
        self.tally.returned(_NUMBER, output, ok=ok, about=status)


def _tokens(usage: Mapping[str, object]) -> Tokens:
    cached = shapes.count(usage.get("cached_input_tokens"))
    written = shapes.count(usage.get("cache_write_input_tokens"))
    return Tokens(
        input=less(shapes.count(usage.get("input_tokens")), cached, written),
        cached=cached,
        written=written,
        output=shapes.count(usage.get("output_tokens")),
        reasoning=shapes.count(usage.get("reasoning_output_tokens")),
    )

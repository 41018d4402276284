"""`gemini -o stream-json`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.agents.logs import provider, shapes
from pytest_editbench.agents.logs.tally import ANSWER, Tally
from pytest_editbench.agents.logs.tokens import Tokens, less

if TYPE_CHECKING:
    from collections.abc import Mapping

_API_ERROR = "[API Error:"
_AGAIN = re.compile(r"Attempt \d{1,9} failed.{0,400}")


class Gemini:
    """Its last line sums all up, without a price; a run cut short before it has told no tokens."""

    passed: tuple[bytes, ...] = ()

    def __init__(self) -> None:
        self.tally = Tally("gemini")
        self._failure: str | None = None
        self._saying: list[str] = []  # pieces of what the model is saying
        self._length = 0  # of them together
        self._speaking = False

    def read(self, line: Mapping[str, object]) -> None:
        """One line of standard output."""
        kind = line.get("type")
        if kind == "message" and line.get("role") == "assistant":
            self._speaks()
            self._piece(shapes.text(line.get("content")) or "")
            return
        self._said()
        if kind == "tool_use":
            self._speaks()
        else:
            self._speaking = False
        match kind:
            case "init":
                self.tally.model = shapes.text(line.get("model"))
            case "tool_use":
                tool = shapes.text(line.get("tool_name")) or ""
                self.tally.called(line.get("tool_id"), tool, shapes.written(line.get("parameters")))
            case "tool_result":
                self._returned(line)
            case "error":
                self.tally.failed(shapes.text(line.get("message")) or "")
            case "result":
                self._result(line)

    def heard(self, line: str) -> None:
        """What keeps it from starting, a missing key say, and requests made again are told here alone."""
        if found := _AGAIN.match(line):
            self._failure = provider.failure(line, certain=True)
            self.tally.failed(found[0])

    def failure(self) -> str | None:
        """The provider failed, by the last line; in a run without one, by the last request."""
        self._said()
        return self._failure

    def _speaks(self) -> None:
        """What the model says and calls without anything else between is one answer."""
        self._failure = None
        if not self._speaking:
            self.tally.turns = (self.tally.turns or 0) + 1
        self._speaking = True

    def _piece(self, said: str) -> None:
        if self._length < ANSWER:
            self._saying.append(said)
            self._length += len(said) + 1

    def _said(self) -> None:
        if self._saying:
            self.tally.said("".join(self._saying))
            self._saying.clear()
            self._length = 0

    def _returned(self, line: Mapping[str, object]) -> None:
        error = shapes.within(line, "error")
        about = f"{shapes.text(error.get('type')) or ''} {shapes.text(error.get('message')) or ''}"
        text = shapes.written(line.get("output")) or about.strip()
        ok = {"success": True, "error": False}.get(shapes.written(line.get("status")))
        self.tally.returned(line.get("tool_id"), text, ok=ok, about=about)

    def _result(self, line: Mapping[str, object]) -> None:
        self.tally.over()
        self.tally.tokens = _tokens(shapes.within(line, "stats"))
        self._failure = None
        if line.get("status") == "error":
            said = shapes.text(shapes.within(line, "error").get("message")) or ""
            self.tally.failed(said)
            self._failure = provider.failure(said, certain=said.startswith(_API_ERROR))


def _tokens(stats: Mapping[str, object]) -> Tokens:
    """`output_tokens` leaves out what the model thought; the total holds it."""
    whole, cached = shapes.count(stats.get("input_tokens")), shapes.count(stats.get("cached"))
    output = less(shapes.count(stats.get("total_tokens")), whole)
    said = shapes.count(stats.get("output_tokens"))
    return Tokens(
        input=less(whole, cached),
        cached=cached,
        output=said if output is None else output,
        reasoning=less(output, said),
    )

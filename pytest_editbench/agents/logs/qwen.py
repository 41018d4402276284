"""`qwen -o stream-json`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.agents.logs import messages, provider, shapes
from pytest_editbench.agents.logs.tally import Tally
from pytest_editbench.agents.logs.tokens import Tokens, less

if TYPE_CHECKING:
    from collections.abc import Mapping

_API_ERROR = "[API Error:"  # how it says what its provider said, before 0.24 as if it were an answer


class Qwen:
    """Its last line sums all up; a run cut short before it has told each request that ended."""

    passed: tuple[bytes, ...] = (b'{"type":"stream_event"',)

    def __init__(self) -> None:
        self.tally = Tally("qwen")
        self._failure: str | None = None
        self._summed = False

    def read(self, line: Mapping[str, object]) -> None:
        """One line of standard output."""
        match line.get("type"):
            case "system" if line.get("subtype") == "init":
                self.tally.model = shapes.text(line.get("model"))
            case "assistant":
                self._assistant(line)
            case "user":
                messages.returned(self.tally, line)
            case "result":
                self._result(line)

    def heard(self, line: str) -> None:
        """Standard error holds nothing of its own."""

    def failure(self) -> str | None:
        """The provider failed, by the last line; in a run without one, by the last request."""
        return self._failure

    def _assistant(self, line: Mapping[str, object]) -> None:
        said = messages.says(line)
        if said.startswith(_API_ERROR):
            self.tally.failed(said)
            self._failure = provider.failure(said, certain=True)
            return
        self._failure = None
        messages.answered(self.tally, line)
        used = _tokens(shapes.within(line, "message", "usage"))
        if used.output and not self._summed:  # a message comes in several lines, the last one with its usage
            self.tally.turns = (self.tally.turns or 0) + 1
            self.tally.tokens = self.tally.tokens.plus(used)

    def _result(self, line: Mapping[str, object]) -> None:
        tally, said = self.tally, shapes.text(line.get("result")) or ""
        tally.over()
        self._summed = True
        tally.tokens = _tokens(shapes.within(line, "usage"))
        self._failure = None
        if said.startswith(_API_ERROR):
            self._failure = provider.failure(said, certain=True)
        elif line.get("is_error") is True:
            reason = shapes.text(shapes.within(line, "error").get("message")) or said
            self._failure = provider.failure(reason, certain=reason.startswith(_API_ERROR))
        elif said:
            tally.answer = said


def _tokens(usage: Mapping[str, object]) -> Tokens:
    cached = shapes.count(usage.get("cache_read_input_tokens"))
    return Tokens(
        input=less(shapes.count(usage.get("input_tokens")), cached),
        cached=cached,
        output=shapes.count(usage.get("output_tokens")),
    )

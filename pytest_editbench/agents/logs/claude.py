"""`claude -p --output-format stream-json --verbose`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.agents.logs import messages, provider, shapes
from pytest_editbench.agents.logs.tally import NAME, Tally
from pytest_editbench.agents.logs.tokens import Tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

_REMEMBERED = 100_000  # messages that are told apart
_ITS_OWN = "<synthetic>"  # the model of a message that no model wrote


class Claude:
    """Its last line sums all up; a run cut short before it has told the input of each request, no output."""

    passed: tuple[bytes, ...] = (b'{"type":"stream_event"',)

    def __init__(self) -> None:
        self.tally = Tally("claude")
        self._failure: str | None = None
        self._known: set[str] = set()  # ids of messages
        self._summed = False

    def read(self, line: Mapping[str, object]) -> None:
        """One line of standard output."""
        match line.get("type"):
            case "system" if line.get("subtype") == "init":
                self.tally.model = shapes.text(line.get("model"))
            case "system" if line.get("subtype") == "api_retry":
                self._again(f"asked again after {line.get('error')} ({line.get('error_status')})")
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
        if shapes.within(line, "message").get("model") == _ITS_OWN:
            said = messages.says(line)
            self.tally.failed(said)
            self._failure = provider.failure(said) or self._failure
            return
        self._failure = None
        self._request(shapes.within(line, "message"))
        messages.answered(self.tally, line)

    def _again(self, said: str) -> None:
        self.tally.failed(said)
        self._failure = provider.failure(said, certain=True)

    def _request(self, message: Mapping[str, object]) -> None:
        """A message comes in several lines, each with the usage at its start: the output is not yet known."""
        number = (shapes.text(message.get("id")) or "")[:NAME]
        if self._summed or not number or number in self._known or len(self._known) >= _REMEMBERED:
            return
        self._known.add(number)
        self.tally.turns = len(self._known)
        used = _tokens(shapes.within(message, "usage"))
        self.tally.tokens = self.tally.tokens.plus(Tokens(used.input, used.cached, used.written))

    def _result(self, line: Mapping[str, object]) -> None:
        tally, said = self.tally, shapes.text(line.get("result"))
        tally.over()
        self._summed = True
        tally.cost = shapes.amount(line.get("total_cost_usd"))
        tally.tokens = self._all(line)
        self._failure = None
        if line.get("is_error") is True:
            reason = said or _joined(line.get("errors")) or shapes.text(line.get("subtype")) or ""
            certain = line.get("terminal_reason") == "api_error" or line.get("api_error_status") is not None
            self._failure = provider.failure(reason or "the request failed", certain=certain)
        elif said:
            tally.answer = said

    def _all(self, line: Mapping[str, object]) -> Tokens:
        """Of all models, those of sub-agents too; where they are not told apart, of the conversation."""
        found = Tokens()
        for used in shapes.within(line, "modelUsage").values():
            found = found.plus(_tokens_of_model(shapes.within(used)))
        if found == Tokens():
            found = _tokens(shapes.within(line, "usage"))
        if not found.reasoning and self.tally.thought_once:
            return Tokens(found.input, found.cached, found.written, found.output)
        return found


def _joined(value: object) -> str:
    return shapes.written(value) if isinstance(value, list) else ""


def _tokens(usage: Mapping[str, object]) -> Tokens:
    return Tokens(
        input=shapes.count(usage.get("input_tokens")),
        cached=shapes.count(usage.get("cache_read_input_tokens")),
        written=shapes.count(usage.get("cache_creation_input_tokens")),
        output=shapes.count(usage.get("output_tokens")),
        reasoning=shapes.count(shapes.within(usage, "output_tokens_details").get("thinking_tokens")),
    )


def _tokens_of_model(usage: Mapping[str, object]) -> Tokens:
    return Tokens(
        input=shapes.count(usage.get("inputTokens")),
        cached=shapes.count(usage.get("cacheReadInputTokens")),
        written=shapes.count(usage.get("cacheCreationInputTokens")),
        output=shapes.count(usage.get("outputTokens")),
        reasoning=shapes.count(usage.get("thinkingTokens")),
    )

"""What a model answered, read from what its server sent."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_editbench.agents import checks
from pytest_editbench.agents.chat import failures
from pytest_editbench.agents.chat.failures import FailureError
from pytest_editbench.model import Usage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.agents.chat.request import Request

Data = dict[str, object]
_LONGEST = 200  # characters of what is no answer


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of a model."""

    text: str
    thought: str = ""  # the reasoning that the server tells
    finish: str = ""  # why the model stopped, in the server's word
    refused: bool = False  # the text is what the model said in place of an answer
    usage: Usage = field(default_factory=Usage)

    @property
    def is_cut(self) -> bool:
        """Whether the limit of tokens ended it."""
        return self.finish == "length"


def loaded(body: bytes, request: Request) -> Data:
    """The completion that a server sent; `FailureError` where it is none."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        shown = " ".join(body[:_LONGEST].decode("utf-8", "replace").split())
        raise FailureError(f"{request.url}: answered with no JSON: {shown}", tries=failures.BRIEF) from None
    if isinstance(data, dict) and data.get("error"):
        raise failures.of_error(data["error"], request)
    if not isinstance(data, dict) or not _is_completion(data):
        raise FailureError(f"{request.url}: answered with no chat completion", tries=failures.BRIEF)
    return data


def reply(data: Data) -> Reply:
    """The answer in a completion that is `loaded`; what is not there is empty or unknown."""
    message = _message(data) or {}
    text, refusal = _text(message.get("content")), _text(message.get("refusal"))
    thought = _text(message.get("reasoning_content")) or _text(message.get("reasoning"))
    finish = _text(_choice(data).get("finish_reason"))
    return Reply(text or refusal, thought, finish, bool(refusal and not text), usage(data))


def usage(data: Data) -> Usage:
    """The tokens that a completion tells: those from a cache apart, those of reasoning within the output."""
    told = checks.Values(_mapping(data.get("usage")))
    asked = told.inside("", _mapping(told.values.get("prompt_tokens_details")))
    answered = told.inside("", _mapping(told.values.get("completion_tokens_details")))
    given, output = (told.take(name, checks.count) for name in ("prompt_tokens", "completion_tokens"))
    cached = asked.take("cached_tokens", checks.count)
    cached = told.take("prompt_cache_hit_tokens", checks.count) if cached is None else cached
    written = asked.take("cache_write_tokens", checks.count)
    reasoning = answered.take("reasoning_tokens", checks.count)
    total = told.take("total_tokens", checks.count)
    return Usage(
        input_tokens=None if given is None else max(0, given - (cached or 0) - (written or 0)),
        output_tokens=_output(output, reasoning, None if given is None or total is None else total - given),
        cached_tokens=cached,
        cache_write_tokens=written,
        reasoning_tokens=reasoning,
        cost=told.take("cost", checks.amount),
        turns=1,
        model=_text(data.get("model")) or None,
        basis=None if given is None and output is None else "reported",
    )


def _output(told: int | None, reasoning: int | None, rest: int | None) -> int | None:
    """All tokens of the output; some servers count those of reasoning apart, which their total gives away."""
    apart = told is not None and reasoning is not None and rest == told + reasoning
    return rest if apart else told


def _choice(data: Data) -> Mapping[str, object]:
    choices = data.get("choices")
    return _mapping(choices[0]) if isinstance(choices, list) and choices else {}


def _message(data: Data) -> Mapping[str, object] | None:
    message = _choice(data).get("message")
    return message if isinstance(message, dict) else None


def _is_completion(data: Data) -> bool:
    """Whether there is a message: text or parts, or nothing where the model only thought, or refused."""
    message = _message(data)
    content = {} if message is None else message.get("content")
    if isinstance(content, list):
        return all(isinstance(part, dict) for part in content)
    return content is None or isinstance(content, str)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    """Text, or the texts of a list of parts; what UTF-8 cannot spell is replaced."""
    if isinstance(value, list):
        return "".join(_text(_mapping(part).get("text")) for part in value)
    return checks.text(value) if isinstance(value, str) else ""

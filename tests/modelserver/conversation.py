"""What a client asks, and what the model answers, in words that no protocol owns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Tool:
    """A tool that the client offers."""

    name: str
    schema: Mapping[str, object] = field(default_factory=dict)  # of its arguments: a JSON schema
    freeform: bool = False  # takes a text in place of arguments

    @property
    def arguments(self) -> Mapping[str, Mapping[str, object]]:
        """Schemas by name of the argument."""
        return self.schema.get("properties") or {}


@dataclass(frozen=True)
class Conversation:
    """One request to the model."""

    model: str
    stream: bool
    tools: tuple[Tool, ...] = ()
    texts: tuple[str, ...] = ()  # of the system and of the user, in order
    results: int = 0  # tool results so far
    answers: tuple[str, ...] = ()  # what the model said so far

    @property
    def said(self) -> str:
        return "\n".join(self.texts)


@dataclass(frozen=True)
class Say:
    """The model says something and waits for the user."""

    text: str


@dataclass(frozen=True)
class Use:
    """The model calls a tool."""

    tool: Tool
    arguments: Mapping[str, object] | str  # text for a tool that takes free text


Move = Say | Use


@dataclass(frozen=True)
class Usage:
    """Tokens of one request."""

    input: int = 1000  # with the cached ones
    cached: int = 200
    output: int = 100


@dataclass(frozen=True)
class Reply:
    """What a protocol writes down."""

    number: int  # of the request at this server: makes ids distinct
    model: str
    move: Move
    usage: Usage

    @property
    def id(self) -> str:
        return f"{self.number:06}"


def text(content: object) -> str:
    """The text of a message, which protocols write as a string, a part or a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(map(text, content))
    if isinstance(content, dict):
        return text(next((content[key] for key in ("text", "content", "parts") if key in content), ""))
    return ""


def halves(long: str) -> tuple[str, str]:
    """A text in the two pieces that a stream sends."""
    middle = len(long) // 2
    return long[:middle], long[middle:]

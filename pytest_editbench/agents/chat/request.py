"""What is asked of a model, as its server wants it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

PATH = "/chat/completions"  # below the base URL
DEFAULT_SERVER = "https://api.openai.com/v1"


class Message(NamedTuple):
    """One message to a model."""

    role: str  # "system" or "user"
    content: str


@dataclass(frozen=True, slots=True)
class Request:
    """One question to one model."""

    server: str  # base URL, without a slash at its end
    model: str
    messages: tuple[Message, ...]
    temperature: float | None = None  # None: the server's own
    seed: int | None = None
    max_tokens: int | None = None  # of the answer

    @property
    def url(self) -> str:
        """Where it is sent."""
        return self.server + PATH

    def body(self) -> Mapping[str, object]:
        """It as JSON."""
        # OpenAI's newer models refuse the old name; few other servers know the new one.
        most = "max_completion_tokens" if self.server == DEFAULT_SERVER else "max_tokens"
        chosen = {"temperature": self.temperature, "seed": self.seed, most: self.max_tokens}
        return {
            "model": self.model,
            "messages": [message._asdict() for message in self.messages],
            **{name: value for name, value in chosen.items() if value is not None},
        }

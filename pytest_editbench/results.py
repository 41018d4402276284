"""What an adapter tells of one attempt, beside the files it changed."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - records need it when they are read
from dataclasses import dataclass, field

from pytest_editbench.predictions import Prediction  # noqa: TC001 - records need it when they are read

TOOL_KINDS = ("read", "search", "edit", "write", "shell", "other")
EDIT_FAILURES = (
    "text not found",
    "not unique",
    "stale",
    "malformed call",
    "no change",
    "permission",
    "other",
)
USAGE_BASES = ("reported", "rounded", "estimated")


@dataclass(frozen=True, slots=True)
class Usage:
    """What an agent says it used; None is unknown, never zero."""

    input_tokens: int | None = None  # neither read from a cache nor written to one
    output_tokens: int | None = None  # all of them, those of reasoning too
    cached_tokens: int | None = None  # read from a cache
    cost: float | None = None  # US dollars
    tool_calls: Mapping[str, int] | None = None  # by tool name
    edit_calls_ok: int | None = None
    edit_calls_failed: int | None = None
    turns: int | None = None
    model: str | None = None
    error: str | None = None  # set when the provider failed: the agent could not be asked
    priced: str | None = None  # date of the user's table of prices, where that made the cost
    cache_write_tokens: int | None = None
    reasoning_tokens: int | None = None  # of the output tokens
    basis: str | None = None  # of tokens and cost: one of USAGE_BASES
    calls_by_kind: Mapping[str, int] | None = None  # by TOOL_KINDS
    edit_failures: Mapping[str, int] | None = None  # the failed edit calls, by EDIT_FAILURES
    unreadable_lines: int | None = None  # of the agent's own log


@dataclass(frozen=True, slots=True)
class AgentResult:
    """What an adapter reports of one attempt; the changed workspace is the rest of the answer."""

    exit_code: int | None = None
    signal: int | None = None  # that ended the process
    timed_out: bool = False
    answered: bool | None = None  # whether the model ever answered; None is unknown
    error: str | None = None  # why the agent could not be asked
    text: str | None = None  # the answer text, where there is one
    usage: Usage = field(default_factory=Usage)
    output_bytes: int | None = None  # all the agent printed, stored or not
    output_tail: str = ""
    survivors: int = 0  # descendants that had to be ended
    prediction: Prediction | None = None  # in place of edits, or the cursor beside them
    malformed: str | None = None  # why the answer could not be read or placed: the outcome is then malformed
    waited: float = 0.0  # seconds of its time that it only waited for its turn
    replayed: str | None = None  # when the answer was given, ISO 8601, where it is a kept one
    tolerances: tuple[str, ...] = ()  # switches without which the answer would have been malformed

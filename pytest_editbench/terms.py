"""What a trial was run under."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """What a trial was run under, beside its case, its agent and the match level; None is unknown."""

    attempts: int | None = None  # that were allowed
    timeout: float | None = None  # seconds for each of them
    model: str | None = None  # that was asked for; a trial's own is what the agent says it used
    version: str | None = None  # of the agent
    edit_format: str | None = None
    temperature: float | None = None
    seed: int | None = None  # that was sent: the one that was asked for plus the trial's number
    max_tokens: int | None = None  # of an answer
    tolerances: str | None = None  # slips that were put right, with commas between
    server: str | None = None  # base URL
    home: str | None = None  # what of the user's settings the agent saw
    sandbox: str | None = None  # what kept it in its workspace

"""Tokens in one meaning, whatever a tool counts into what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of one or more requests; None is unknown."""

    input: int | None = None  # neither read from a cache nor written to one
    cached: int | None = None  # read from a cache
    written: int | None = None  # to a cache
    output: int | None = None  # all of them, those of reasoning too
    reasoning: int | None = None  # of the output

    def plus(self, other: Tokens) -> Tokens:
        """Both together; what only one of them tells is what is known."""
        return Tokens(
            added(self.input, other.input),
            added(self.cached, other.cached),
            added(self.written, other.written),
            added(self.output, other.output),
            added(self.reasoning, other.reasoning),
        )


def added(one: int | None, other: int | None) -> int | None:
    """The sum of what is known."""
    if one is None or other is None:
        return other if one is None else one
    return one + other


def less(whole: int | None, *parts: int | None) -> int | None:
    """The whole without the parts that are known; unknown when they do not fit into it."""
    if whole is None:
        return None
    rest = whole - sum(part or 0 for part in parts)
    return rest if rest >= 0 else None

"""What each case of a suite tells about agents."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Solved(StrEnum):
    """How often a case is passed, over all agents and trials; a closed set."""

    ALWAYS = "always"
    SOMETIMES = "sometimes"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Score:
    """How one agent did on a case; never asked and never scored are the same: 0 of 0."""

    passed: int
    scored: int

    @property
    def rate(self) -> float | None:
        """None without a scored trial."""
        return self.passed / self.scored if self.scored else None


@dataclass(frozen=True, slots=True)
class Item:
    """A case as agents found it."""

    case: str
    category: str | None
    mutation: str | None
    difficulty: str | None
    scores: tuple[Score, ...]  # in the order of the agents
    solved: Solved
    rate: float  # mean over the agents
    flips: float | None  # chance that two trials of one agent differ; None where no agent had two
    spread: float  # between the best and the worst agent
    discrimination: float | None  # correlation with the rates on all other cases, of three agents or more
    separates: bool  # its agents differ; with one agent only: its trials do


@dataclass(frozen=True, slots=True)
class Items:
    """A suite as agents found it."""

    agents: tuple[str, ...]
    rates: tuple[float | None, ...]  # of each agent: mean over its cases; None without any
    items: tuple[Item, ...]  # in order of case
    unscored: int  # cases without a scored trial of any agent; they are no items
    solved_by: tuple[tuple[int, ...], ...]  # cases solved by the agent of the row and not of the column
    saturated: str  # why the suite tells little of agents like these; empty when it does
    apart: Mapping[str, int] = field(
        default_factory=dict
    )  # cases left out, by what they are counted apart as

    @property
    def separating(self) -> tuple[Item, ...]:
        """The cases worth keeping."""
        return tuple(item for item in self.items if item.separates)

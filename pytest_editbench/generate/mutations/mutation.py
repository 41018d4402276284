"""A mutation: an operator that damages real source so that undoing it is the task."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pytest_editbench.edits import Edit, Span
    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.source import Parsed


class Telling(StrEnum):
    """Which prompt template tells how to undo a mutation; a closed set."""

    MUTATION = "mutation"  # the old and the new block of each hunk
    IDENTIFIER = "identifier"  # the wrong and the right spelling
    STRUCTURAL = "structural"  # an instruction with anchors, and the after-state


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that a mutation can damage: light, since a suite is chosen from hundreds of thousands."""

    mutation: str
    spans: tuple[Span, ...]  # of the original bytes; what each one is, is the mutation's own affair
    texts: tuple[bytes, ...] = ()
    line: int = 1  # 1-based, of the original: where the damage begins
    changed_lines: int = 1  # the sum over change runs of max(old, new), near enough to choose by


@dataclass(frozen=True, slots=True)
class Damage:
    """What a candidate does to the original bytes, and what a prompt may need to tell of it."""

    edits: tuple[Edit, ...]
    marks: Mapping[str, int] = field(default_factory=dict)  # 1-based lines of the *damaged* file, by name
    words: Mapping[str, str] = field(default_factory=dict)  # such as the wrong and the right spelling


@dataclass(frozen=True, slots=True)
class Example:
    """A source and all that the mutation makes of it, in the order of the candidates."""

    before: str
    after: tuple[str, ...]  # none: nothing here may be damaged
    name: str = "a.ts"


@dataclass(frozen=True, slots=True)
class Mutation:
    """One operator: where it can damage, how, and how many of its cases a standard suite holds."""

    name: str
    category: str
    find: Callable[[Parsed, Draw], Iterable[Candidate]]
    damage: Callable[[Parsed, Candidate], Damage]
    slip: str  # one sentence for the prompt: what kind of slip it is, nothing about where
    telling: Telling = Telling.MUTATION
    count: int = 1
    sizes: Sequence[tuple[int, int]] = ()  # bands of changed lines that its cases cycle through
    multi_hunk: bool = False
    doubles: bool = False  # the line of a candidate stands once more after the damage
    most_lines: int | None = 30  # changed lines
    examples: tuple[Example, ...] = ()


class Refused(Exception):  # noqa: N818 - an answer, not a fault of anyone
    """A candidate that does not make a case; the reason is a short phrase that can be counted."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

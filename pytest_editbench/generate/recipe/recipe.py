"""What a suite is made from, as a value."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.cases.vocabulary import DIFFICULTIES
from pytest_editbench.generate.sources import SourceSpec, called

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Band = tuple[int, int]
"""Changed lines, from and to, both included."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that decides what the cases of a suite are."""

    sources: tuple[SourceSpec, ...]  # each with a name of its own
    name: str = "suite"
    seed: int = 42
    scale: float = 1.0  # of the standard counts; means nothing where `count` is given
    count: int | None = None  # of cases in all
    mutations: tuple[str, ...] = ()  # none means all
    categories: tuple[str, ...] = ()  # none means all
    difficulties: tuple[str, ...] = DIFFICULTIES
    min_score: float = 0.0
    sizes: Mapping[str, tuple[Band, ...]] = field(default_factory=dict)  # by mutation, in place of its own

    @classmethod
    def of_specs(cls, specs: Sequence[str], base: Path = Path()) -> Recipe:
        """The standard suite of some sources; `UsageError` for a spec that is malformed.

        Relative paths lead from `base`.
        """
        return cls(tuple(_named([SourceSpec(spec, base=base) for spec in specs])))

    def unlocked(self) -> Recipe:
        """The recipe that takes its sources as they are now."""
        return replace(self, sources=tuple(replace(each, version=None, digest=None) for each in self.sources))


def _named(specs: Sequence[SourceSpec]) -> Iterator[SourceSpec]:
    """With the names told, or that of the folder; the second of the same name is called `name-2`."""
    seen: Counter[str] = Counter()
    for spec in specs:
        name = called(spec)
        seen[name] += 1
        yield replace(spec, name=name if seen[name] == 1 else f"{name}-{seen[name]}")

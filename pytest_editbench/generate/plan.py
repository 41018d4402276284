"""The plan of a suite: which cases are wished for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.generate.mutations.mutation import Mutation

Band = tuple[int, int]
"""Changed lines, from and to, both included."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One case that is wished for."""

    mutation: str
    category: str
    number: int  # 1-based, among the mutation's own
    difficulty: str
    band: Band | None  # of changed lines

    @property
    def name(self) -> str:
        """What the slot is called; its case, if one is found, is numbered without gaps."""
        return f"{self.category}-{self.mutation}#{self.number}"


def case_id(category: str, mutation: str, number: int) -> str:
    """The id of a case, such as `structural-swap-if-else-001`."""
    return f"{category}-{mutation}-{number:03}"


def slots(mutations: Sequence[Mutation], counts: Sequence[int], difficulties: Sequence[str]) -> list[Slot]:
    """The slots of a plan, mutation by mutation; difficulties and size bands take turns.

    Each mutation begins the turns of difficulties one later than the one before, so that mutations with
    a single case share them out.
    """
    return [
        slot
        for turn, (mutation, count) in enumerate(zip(mutations, counts, strict=True))
        for slot in _slots(mutation, count, difficulties, turn)
    ]


def _slots(mutation: Mutation, count: int, difficulties: Sequence[str], turn: int) -> Iterator[Slot]:
    for at in range(count):
        yield Slot(
            mutation=mutation.name,
            category=mutation.category,
            number=at + 1,
            difficulty=difficulties[(turn + at) % len(difficulties)],
            band=mutation.sizes[at % len(mutation.sizes)] if mutation.sizes else None,
        )


def scaled(mutations: Sequence[Mutation], scale: float) -> list[int]:
    """How many cases of each mutation: its standard count times `scale`, at least one."""
    return [max(1, int(mutation.count * scale + 0.5)) for mutation in mutations]


def spread(weights: Sequence[int], total: int) -> list[int]:
    """`total` shared out in proportion to the weights; no share is off by one or more.

    The shares are the differences of the rounded running sums, so that remainders fall evenly.
    """
    whole = sum(weights)
    if not whole:
        return [0 for _ in weights]
    ends = [(2 * total * part + whole) // (2 * whole) for part in accumulate(weights)]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]

"""How values are spread, and how the rate goes with the properties of a case."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, TypeVar

from pytest_editbench.cases.kinds import LOOSE
from pytest_editbench.scoring import summary

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from pytest_editbench.scoring.rates import Proportion
    from pytest_editbench.scoring.summary import Result

K = TypeVar("K", bound="Hashable")

# The upper ends of ranges, each belonging to its range; a last range has no end.
COLUMNS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
LINES = (0, 1, 2, 4, 8, 16, 32, 64)
SECONDS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)


def place(value: float, ends: Sequence[float]) -> int:
    """The number of the range that the value is in, counted from 0; `len(ends)` for one above all."""
    return next((number for number, end in enumerate(ends) if value <= end), len(ends))


def labels(ends: Sequence[float]) -> list[str]:
    """What the ranges are called: ranges of whole numbers by their first and last, others by their end."""
    whole = all(isinstance(end, int) for end in ends)
    inner = [_between(low, high) if whole else f"≤{high:g}" for low, high in pairwise(ends)]
    first = f"{ends[0]:g}" if whole or ends[0] == 0 else f"≤{ends[0]:g}"
    return [first, *inner, f">{ends[-1]:g}"]


def _between(low: float, high: float) -> str:
    return f"{high:g}" if high - low == 1 else f"{low + 1:g}–{high:g}"


def counts(values: Iterable[float], ends: Sequence[float]) -> list[int]:
    """How many values are in each range."""
    found = Counter(place(value, ends) for value in values)
    return [found[number] for number in range(len(ends) + 1)]


def rates(results: Iterable[Result], key: Callable[[Result], K | None]) -> dict[K, Proportion]:
    """The rate of first trials, as totals have it, of the results of each key; None has none.

    A key without a scored first trial is left out; loose results are in no rate.
    """
    groups: dict[K, list[Result]] = defaultdict(list)
    for result in results:
        if result.apart != LOOSE and (found := key(result)) is not None:
            groups[found].append(result)
    shares = {found: summary.group(part).first_trials for found, part in groups.items()}
    return {found: share for found, share in shares.items() if share is not None}


def order(names: Iterable[str], known: Sequence[str]) -> list[str]:
    """The names, those known in their order, then the others by name."""
    places = {name: number for number, name in enumerate(known)}
    return sorted(set(names), key=lambda name: (places.get(name, inf), name))

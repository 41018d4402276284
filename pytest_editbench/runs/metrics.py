"""The figures beside the pass rate that two runs are compared by: a table, read by all of them."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.errors import UsageError
from pytest_editbench.findings.contrast import Change
from pytest_editbench.scoring import intervals, paired, separation, sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from pytest_editbench.runs.pairing import Pair
    from pytest_editbench.runs.rows import Row


class Metric(NamedTuple):
    """A figure of a trial; more of it is worse."""

    name: str  # kebab-case: people name it
    unit: str
    of: Callable[[Row], float | None]


METRICS = (
    Metric("indent", "columns", lambda row: row.indent),
    Metric("outside", "lines", lambda row: row.outside),
    Metric("duration", "s", lambda row: row.duration),
    Metric("tokens", "tokens", lambda row: row.tokens),
    Metric("cost", "US $", lambda row: row.cost),
)
NAMES = tuple(metric.name for metric in METRICS)


def check(named: Collection[str]) -> None:
    """`UsageError` for a name that no metric has."""
    unknown = [name for name in named if name not in NAMES]
    if unknown:
        raise UsageError(f"there is no figure {unknown[0]!r}; there is: {', '.join(NAMES)}")


def changes(pairs: Sequence[Pair], named: Collection[str]) -> Iterator[Change]:
    """How each metric changed, over the cases that tell it on both sides; tested only where it is named."""
    for metric in METRICS:
        means = [each for each in (_means(metric, pair) for pair in pairs) if each is not None]
        if means:
            yield _change(metric, means, tested=metric.name in named)
        elif metric.name in named:
            raise UsageError(f"no case tells {metric.name} on both sides, so it cannot decide")


def _change(metric: Metric, means: Sequence[tuple[float, float]], *, tested: bool) -> Change:
    differences = [new - base for base, new in means]
    test = paired.sign_flip(paired.rounded(differences)) if tested else None
    return Change(
        name=metric.name,
        unit=metric.unit,
        cases=len(means),
        base=fmean([base for base, _ in means]),
        new=fmean([new for _, new in means]),
        higher_is_worse=True,
        interval=intervals.of_values(differences),
        test=test,
        adjusted=test.high if test else None,
        smallest=sizes.of_values(differences),
    )


def _means(metric: Metric, pair: Pair) -> tuple[float, float] | None:
    """Both means of the case; an indent score counts only where both sides were held against the same."""
    if metric.name == "indent" and len({row.indent_basis for row in (*pair.base, *pair.new)}) > 1:
        return None
    base, new = (separation.mean([metric.of(row) for row in rows]) for rows in (pair.base, pair.new))
    return None if base is None or new is None else (base, new)

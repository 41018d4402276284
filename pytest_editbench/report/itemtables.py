"""What cases tell about agents as text, and as plain data."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING

from pytest_editbench.findings.items import Solved
from pytest_editbench.report.sections import UNKNOWN, Section, counted, percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.findings.items import Item, Items, Score


def sections(items: Items) -> Iterator[Section]:
    """Each case, the agents against each other, and whether the suite is worn out."""
    several = len(items.agents) > 1
    header = ("case", "rate", "flips", *(("spread", "discr.") if several else ()), "", *items.agents)
    yield Section(
        "cases", header, [_row(item, several=several) for item in items.items], [_legend(several=several)]
    )
    yield Section("agents", ("", "rate"), [*zip(items.agents, map(percent, items.rates), strict=True)])
    if several:
        rows = [(agent, *map(str, row)) for agent, row in zip(items.agents, items.solved_by, strict=True)]
        text = "cases that the agent of the row passes in most trials and that of the column does not"
        yield Section("solved by", ("", *items.agents), rows, [text])
    yield Section("suite", text=[*_totals(items)])


def data(items: Items) -> dict[str, object]:
    """All of it as JSON holds it; rates are shares from 0 to 1."""
    return asdict(items)


def _row(item: Item, *, several: bool) -> tuple[str, ...]:
    between = (f"{item.spread:.2f}", _two(item.discrimination)) if several else ()
    word = "separates" if item.separates else item.solved
    return (item.case, f"{item.rate:.2f}", _two(item.flips), *between, word, *map(_score, item.scores))


def _two(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value + 0.0:.2f}"


def _score(score: Score) -> str:
    return f"{score.passed}/{score.scored}" if score.scored else UNKNOWN


def _legend(*, several: bool) -> str:
    text = "flips: chance that two trials of one agent differ"
    if several:
        text += " · spread: best rate - worst rate · discr.: correlation with the rates on all other cases"
    return text


def _totals(items: Items) -> Iterator[str]:
    counts = Counter(item.solved for item in items.items)
    solved = ", ".join(f"{counts[solved]:,} {solved} passed" for solved in Solved)
    yield f"{counted(len(items.items), 'case')}: {solved}; {len(items.separating):,} separate"
    if items.unscored:
        yield f"{counted(items.unscored, 'case')} without a scored trial left out"
    for name, count in items.apart.items():
        yield f"{counted(count, f'{name} case')} left out, being counted apart"
    if items.saturated:
        yield items.saturated

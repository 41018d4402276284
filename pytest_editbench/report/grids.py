"""Summaries as rows and columns of text, however these are then drawn."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pytest_editbench.report import figures
from pytest_editbench.report.protocol import Group, Summary

NO_CATEGORY = "–"


@dataclass(frozen=True, slots=True)
class Grid:
    """A table, and named values that stand below it."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    footer: Sequence[str] | None = None
    further: Sequence[tuple[str, str]] = ()
    notes: Sequence[str] = ()


def of(summaries: Mapping[str, Summary], columns: Sequence[str] = ()) -> Grid:
    """One agent: a row for each category and the total. Several agents: a column each.

    `columns` are the names of edit scores to show as well.
    """
    if len(summaries) == 1:
        return _of_one(next(iter(summaries.values())), columns)
    return _of_several(summaries, columns)


def _of_one(summary: Summary, columns: Sequence[str]) -> Grid:
    groups = [summary.total, *summary.apart.values()]
    shown = [*figures.main(groups), *figures.scores(columns)]
    rows = {name or NO_CATEGORY: group for name, group in summary.categories.items()}
    rows |= {_apart(name): group for name, group in summary.apart.items()}
    return Grid(
        header=["category", *(figure.name for figure in shown)],
        rows=[[name, *(figure.of(group) for figure in shown)] for name, group in rows.items()],
        footer=["total", *(figure.of(summary.total) for figure in shown)],
        further=list(_further(summary)),
        notes=[*figures.notes(groups, columns), *_told_apart([summary])],
    )


def _of_several(summaries: Mapping[str, Summary], columns: Sequence[str]) -> Grid:
    totals = [summary.total for summary in summaries.values()]
    shown = [*figures.main(totals), *figures.scores(columns), *figures.further(totals)]
    categories = dict.fromkeys(name for summary in summaries.values() for name in summary.categories)
    apart = dict.fromkeys(name for summary in summaries.values() for name in summary.apart)
    return Grid(
        header=["agent", *summaries],
        rows=[
            *([figure.name, *map(figure.of, totals)] for figure in shown),
            *([f"rate: {name or NO_CATEGORY}", *_rates(name, summaries)] for name in categories),
            *([f"rate: {_apart(name)}", *_rates_apart(name, summaries)] for name in apart),
        ],
        notes=[*figures.notes(totals, columns), *_told_apart(summaries.values())],
    )


def _further(summary: Summary) -> Iterator[tuple[str, str]]:
    yield from ((figure.name, figure.of(summary.total)) for figure in figures.further([summary.total]))
    for name, group in summary.apart.items():
        yield from ((f"{name}: {figure.name}", figure.of(group)) for figure in figures.further([group]))


def _apart(name: str) -> str:
    return f"({name})"


def _told_apart(summaries: Iterable[Summary]) -> Iterator[str]:
    counts: dict[str, int] = {}
    for summary in summaries:
        counts |= {name: max(group.cases, counts.get(name, 0)) for name, group in summary.apart.items()}
    if counts:
        told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
        yield f"in parentheses: counted apart, not in the total; cases: {told}"


def _rates_apart(name: str, summaries: Mapping[str, Summary]) -> list[str]:
    groups = [summary.apart.get(name) for summary in summaries.values()]
    return [figures.share(group.first_trials if group else None) for group in groups]


def _rates(category: str | None, summaries: Mapping[str, Summary]) -> list[str]:
    groups: list[Group | None] = [summary.categories.get(category) for summary in summaries.values()]
    return [figures.share(group.first_trials if group else None) for group in groups]

"""The summary for a terminal."""

from collections.abc import Iterator, Mapping, Sequence

from pytest_editbench.report import grids, table
from pytest_editbench.report.protocol import Summary


def lines(summaries: Mapping[str, Summary], width: int = 80, columns: Sequence[str] = ()) -> Iterator[str]:
    """One agent: a row for each category and the total. Several agents: a column each."""
    if not summaries:
        return
    grid = grids.of(summaries, columns)
    yield from table.lines(grid.header, grid.rows, footer=grid.footer, width=width)
    yield ""
    yield from _pairs(grid.further)
    yield from grid.notes


def _pairs(pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    if not pairs:
        return
    widths = [max(map(len, column)) for column in zip(*pairs, strict=True)]
    for name, value in pairs:
        yield f"{name:<{widths[0]}}  {value:>{widths[1]}}"
    yield ""

"""The summary as GitHub-flavoured Markdown, for the summary page of a CI run."""

import re
from collections.abc import Iterator, Mapping, Sequence

from pytest_editbench.report import grids
from pytest_editbench.report.protocol import Summary
from pytest_editbench.report.table import fitted

CELL_WIDTH = 60  # characters
ACTIVE = re.compile(r"[\\`*_{}\[\]<>#|~&]")  # what Markdown, HTML or GitHub would act on


def lines(
    summaries: Mapping[str, Summary],
    width: int = 80,  # noqa: ARG001  # Markdown wraps
    columns: Sequence[str] = (),
) -> Iterator[str]:
    """The same figures as on the terminal, in one table."""
    if not summaries:
        return
    grid = grids.of(summaries, columns)
    yield _row(grid.header)
    yield _row(["---", *("---:" for _ in grid.header[1:])], escape=False)
    yield from map(_row, grid.rows)
    if grid.footer is not None:
        yield _row([f"**{escaped(cell)}**" for cell in grid.footer], escape=False)
    yield ""
    yield from (f"- {escaped(name)}: {escaped(value)}" for name, value in grid.further)
    if grid.further:
        yield ""
    yield from (f"<sub>{note}</sub>  " for note in grid.notes)


def escaped(text: str, width: int = CELL_WIDTH) -> str:
    """The text as Markdown shows it unchanged, on one line."""
    return ACTIVE.sub(lambda sign: f"&#{ord(sign[0])};", fitted(text, width))


def _row(cells: Sequence[str], *, escape: bool = True) -> str:
    return f"| {' | '.join(map(escaped, cells) if escape else cells)} |"

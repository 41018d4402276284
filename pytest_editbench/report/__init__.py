"""Records and scores as text; yields lines and computes nothing."""

from collections.abc import Iterator, Mapping, Sequence

from pytest_editbench.report import agents, markdown, sections, terminal
from pytest_editbench.report.protocol import Report, Summary
from pytest_editbench.report.sections import Drawing


def _whole(lines: Report, drawing: Drawing) -> Report:
    """The summary, and below it the tables by agent that have anything to tell."""

    def report(
        summaries: Mapping[str, Summary], width: int = 80, columns: Sequence[str] = ()
    ) -> Iterator[str]:
        yield from lines(summaries, width, columns)
        further = [*agents.sections(summaries)]
        if further:
            yield ""
            yield from drawing(further, width)

    return report


REPORTS: Mapping[str, Report] = {
    "terminal": _whole(terminal.lines, sections.terminal),
    "markdown": _whole(markdown.lines, sections.as_markdown),
}

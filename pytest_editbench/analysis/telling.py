"""Analyses for people: as tables, as Markdown, in a few words."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from pytest_editbench.analysis.results import FIGURES, Verdict, totals
from pytest_editbench.report.markdown import escaped
from pytest_editbench.report.sections import UNKNOWN, Section, counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_editbench.analysis.results import ChangeAnalysis, FileAnalysis, Totals

HEADER = ("file", "role", "lines", "outcome")
_WIDTH = 80  # columns
LONGEST = 2_000  # characters of a line of text


def sections(analyses: Sequence[ChangeAnalysis]) -> Iterator[Section]:
    """A table for each change, with what was said of its files below it."""
    for each in analyses:
        yield Section(each.name, HEADER, [row(file) for file in each.files], [*_texts(each), *notes(each)])
    if len(analyses) > 1:
        yield Section(f"All {counted(len(analyses), 'change')}", text=[*_figures(totals(analyses))])


def markdown(analyses: Sequence[ChangeAnalysis]) -> Iterator[str]:
    """The same for a comment on a change, or the summary page of a CI run."""
    for each in analyses:
        yield f"### {escaped(each.name, LONGEST)}"
        yield ""
        yield f"| {' | '.join(HEADER)} |"
        yield "| --- | --- | ---: | --- |"
        for file in each.files:
            yield f"| {' | '.join(escaped(cell, LONGEST) for cell in row(file))} |"
        yield ""
        for file in each.files:
            yield from _file(file)
        yield from (f"<sub>{escaped(line, LONGEST)}</sub>  " for line in notes(each))
        yield ""
    if len(analyses) > 1:
        yield from (f"All changes: {escaped(line, LONGEST)}  " for line in _figures(totals(analyses)))


def brief(analyses: Sequence[ChangeAnalysis], agent: str) -> Iterator[str]:
    """A few lines for the end of a session."""
    sums = totals(analyses)
    head = f"analysis by {agent}: {counted(len(analyses), 'change')}"
    yield head
    for line in _figures(sums):
        yield from wrap(line, _WIDTH, initial_indent="  ", subsequent_indent="    ")
    failed = [file for each in analyses for file in each.files if file.outcome is not Verdict.ANALYSED]
    if failed:
        yield f"WARNING: {failed[0].path}: {failed[0].outcome}: {failed[0].message}{_more(failed[1:])}"


def _more(others: Sequence[object]) -> str:
    return f" (and {len(others):,} more)" if others else ""


def row(file: FileAnalysis) -> tuple[str, ...]:
    """The cells of a file, under `HEADER`."""
    lines = UNKNOWN if file.lines is None else f"{file.lines:,}"
    return file.path, file.role, lines, file.outcome.value


def _texts(analysis: ChangeAnalysis) -> Iterator[str]:
    for file in analysis.files:
        yield f"{file.path} ({', '.join(file.how)}): {file.summary or file.message}"
        yield from (f"  - {highlight}" for highlight in file.highlights)
        yield from (f"  ! risk: {risk}" for risk in file.risks)


def _file(file: FileAnalysis) -> Iterator[str]:
    name, how = escaped(file.path, LONGEST), escaped(", ".join(file.how), LONGEST)
    yield f"**{name}** ({how}): {escaped(file.summary or file.message, LONGEST)}"
    yield ""
    yield from (f"- {escaped(highlight, LONGEST)}" for highlight in file.highlights)
    yield from (f"- **Risk:** {escaped(risk, LONGEST)}" for risk in file.risks)
    if file.highlights or file.risks:
        yield ""


def notes(analysis: ChangeAnalysis) -> Iterator[str]:
    """How it went and what it took, a line each."""
    if analysis.left_out:
        yield f"left out, since too large to be stored: {counted(analysis.left_out, 'file')}"
    yield from _figures(totals([analysis]))


def _figures(sums: Totals) -> Iterator[str]:
    """What it took, and how it went; sums over fewer than all files say so."""
    outcomes = ", ".join(f"{count:,} {verdict}" for verdict, count in sums.outcomes.items())
    yield f"{counted(sums.files, 'file')}: {outcomes or 'none asked about'}; {counted(sums.risks, 'risk')}"
    yield "; ".join((f"{sums.duration:,.1f} s in {counted(sums.asks, 'ask')}", *_used(sums)))


def _used(sums: Totals) -> Iterator[str]:
    for name in FIGURES:
        if name in sums.usage:
            found = sums.usage[name]
            value = f"$ {found.value:,.4f}" if name == "cost" else f"{found.value:,.0f}"
            of = "" if found.told == sums.files else f" ({found.told:,} of {sums.files:,} files)"
            yield f"{name.replace('_', ' ')} {value}{of}"
    if "input_tokens" not in sums.usage:
        yield "tokens unknown"
    if "cost" not in sums.usage:
        yield "cost unknown"


def bounded(analyses: Iterable[ChangeAnalysis], room: int) -> tuple[list[ChangeAnalysis], int]:
    """The first analyses whose texts have room, in characters, and how many are left out."""
    kept, found = [], list(analyses)
    for each in found:
        texts = [each.name, *_texts(each)]
        room -= sum(map(len, texts)) + 100 * len(each.files)
        if room < 0:
            break
        kept.append(each)
    return kept, len(found) - len(kept)

"""Findings as sections of text and tables, drawn for terminals and as Markdown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Protocol

from pytest_editbench.report import markdown, table

UNKNOWN = "–"
LABEL_WIDTH = 60  # columns; ids of cases must not be cut
LONGEST = 2_000  # characters of a line of text
LEAST = 0.0001  # p that is told as a number


@dataclass(frozen=True, slots=True)
class Section:
    """A table and lines of text below it, both optional; anything may stand in them."""

    title: str
    header: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    text: Sequence[str] = ()
    narrow: bool = False  # whether labels are cut where the table would not fit otherwise


class Drawing(Protocol):
    """Draws sections."""

    def __call__(self, sections: Iterable[Section], width: int = 80) -> Iterator[str]:
        """The lines of these sections, `width` columns wide where that can be chosen."""
        ...


def terminal(sections: Iterable[Section], width: int = 80) -> Iterator[str]:
    """For people at a terminal: nothing in it that the terminal would act on."""
    for number, section in enumerate(sections):
        if number:
            yield ""
        yield f"{section.title}:"
        if section.rows:
            label_width = min(LABEL_WIDTH, _room(section, width)) if section.narrow else LABEL_WIDTH
            yield from table.lines(section.header, section.rows, width=width, label_width=label_width)
        for line in section.text:
            yield from wrap(
                table.fitted(line, LONGEST), width, break_long_words=False, break_on_hyphens=False
            )


def _room(section: Section, width: int) -> int:
    """What the widest cell leaves to labels, or as much as one needs at least."""
    cells = (cell for row in (section.header, *section.rows) for cell in row[1:])
    widest = max((min(table.columns_of(cell), table.CELL_WIDTH) for cell in cells), default=0)
    return max(width - len(table.GAP) - widest, table.LABEL_WIDTH)


def as_markdown(sections: Iterable[Section], width: int = 80) -> Iterator[str]:  # noqa: ARG001  # Markdown wraps
    """For the summary page of a CI run."""
    for section in sections:
        yield f"### {markdown.escaped(section.title)}"
        yield ""
        if section.rows:
            yield _row(section.header)
            yield f"| {' | '.join(['---', *('---:' for _ in section.header[1:])])} |"
            yield from map(_row, section.rows)
            yield ""
        for line in section.text:
            yield markdown.escaped(line, LONGEST)
            yield ""


DRAWINGS: Mapping[str, Drawing] = {"terminal": terminal, "markdown": as_markdown}


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(markdown.escaped(cell) for cell in cells)} |"


def percent(rate: float | None) -> str:
    """A share in percent."""
    return UNKNOWN if rate is None else f"{100 * rate:.1f} %"


def points(share: float | None, *, signed: bool = False) -> str:
    """A difference of shares in percentage points."""
    if share is None:
        return UNKNOWN
    return f"{_zeroed(100 * share, 1):{'+' if signed else ''}.1f}"


def chance(p: float | None) -> str:
    """A p in a table, never rounded down to nothing."""
    if p is None:
        return UNKNOWN
    return f"< {LEAST:.4f}" if p < LEAST else f"{p:.4f}"


def p_is(p: float | None) -> str:
    """The same in a sentence."""
    told = chance(p)
    return f"p {told}" if told.startswith("<") else f"p = {told}"


def value(number: float | None, *, signed: bool = False) -> str:
    """A figure of any size in about three digits."""
    if number is None:
        return UNKNOWN
    size = abs(number)
    digits = 0 if size >= 1_000 else 1 if size >= 10 else 2 if size >= 1 or not size else 4
    return f"{_zeroed(number, digits):{'+' if signed else ''},.{digits}f}"


def _zeroed(number: float, digits: int) -> float:
    """The number rounded, and without the sign of a zero."""
    return round(number, digits) + 0.0


def counted(number: int, noun: str) -> str:
    """The number and its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

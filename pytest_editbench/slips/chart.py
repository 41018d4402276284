"""The findings about formats as one picture, an SVG file."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import templating
from pytest_editbench.slips.slip import SLIPS
from pytest_editbench.slips.study import ALL, STRICT, Findings, Landing

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Sequence

MARK = "<!-- editbench: formats under slips -->"  # in the first lines of such a file
# Lengths are user units of the SVG.
_LABELS = 110
_COLUMN = 150
_ROW = 44
_TOP = 84
_BAR = 126
_THICK = 12
_EDGE = 16


class Part(NamedTuple):
    """A stretch of a bar."""

    x: float
    y: float
    width: float
    height: float
    landing: str
    title: str


class Label(NamedTuple):
    """A text and where it stands."""

    x: float
    y: float
    text: str


def render(found: Sequence[Findings]) -> str:
    """The picture: a row for each format, a column for each slip, strict above and all tolerances below."""
    parts = [part for row, each in enumerate(found) for part in _row(each, row)]
    blanks = [
        Label(_x(column), _y(row) + _THICK, "no occasion")
        for row, each in enumerate(found)
        for column, slip in enumerate(SLIPS)
        if not each.rates(slip, STRICT)
    ]
    return templating.render_html(
        "formats/chart.svg.j2",
        _text,
        mark=MARK,
        width=_LABELS + _COLUMN * len(SLIPS) + 2 * _EDGE,
        height=_TOP + _ROW * len(found) + _EDGE,
        landings=[landing.value for landing in Landing],
        columns=[Label(_x(column), _TOP - 14, slip) for column, slip in enumerate(SLIPS)],
        rows=[Label(_EDGE, _y(row) + _THICK + 3, each.name) for row, each in enumerate(found)],
        parts=parts,
        blanks=blanks,
    )


def _row(found: Findings, row: int) -> Iterator[Part]:
    for column, slip in enumerate(SLIPS):
        for line, setting in enumerate((STRICT, ALL)):
            title = f"{found.name}, {slip}, {'strict' if setting == STRICT else 'all tolerances'}"
            place = _x(column), _y(row) + line * (_THICK + 2)
            yield from _stretches(found.rates(slip, setting), title, *place)


def _stretches(count: Counter[Landing], title: str, x: float, y: float) -> Iterator[Part]:
    total = count.total()
    for landing in Landing:
        if count[landing]:
            width = _BAR * count[landing] / total
            told = f"{title}: {landing} {count[landing]} of {total}"
            yield Part(round(x, 1), y, round(width, 1), _THICK, landing.value, told)
            x += width


def _x(column: int) -> float:
    return _EDGE + _LABELS + column * _COLUMN


def _y(row: int) -> float:
    return _TOP + row * _ROW


def _text(value: object) -> object:
    return value

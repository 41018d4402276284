"""Plain-text tables that fit the width they are given."""

import unicodedata
from collections.abc import Iterator, Sequence

GAP = "  "
LABEL_WIDTH = 30  # columns
CELL_WIDTH = 30
RULE = "─"
HARMLESS = "\N{REPLACEMENT CHARACTER}"

Row = Sequence[str]  # a label and its cells


def lines(
    header: Row,
    rows: Sequence[Row],
    *,
    width: int,
    footer: Row | None = None,
    label_width: int = LABEL_WIDTH,
) -> Iterator[str]:
    """The table with labels to the left and cells to the right, a rule round the rows.

    Columns that do not fit in `width` go into a further block below, under the same labels. Labels
    and cells may hold anything: what is not printable is replaced, what is too long is cut.
    """
    table = [header, *rows] if footer is None else [header, *rows, footer]
    columns = [
        [fitted(cell, CELL_WIDTH if number else label_width) for cell in column]
        for number, column in enumerate(zip(*table, strict=True))
    ]
    for number, block in enumerate(_blocks(columns[0], columns[1:], width)):
        if number:
            yield ""
        yield from _block([columns[0], *block], footed=footer is not None)


def fitted(text: str, width: int) -> str:
    """The text in at most `width` columns, with nothing in it that a terminal would act on."""
    text = "".join(sign if sign.isprintable() else HARMLESS for sign in text)
    if columns_of(text) <= width:
        return text
    while columns_of(text) > width - 1:
        text = text[: min(len(text) - 1, width)]
    return f"{text}…"


def columns_of(text: str) -> int:
    """Columns that a terminal needs for the text; combining signs, which could be many, count as one."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def _blocks(labels: Row, columns: Sequence[Row], width: int) -> Iterator[list[Row]]:
    """The columns in groups that each fit beside the labels; a group has one at least."""
    block: list[Row] = []
    used = _width(labels)
    for column in columns:
        needed = len(GAP) + _width(column)
        if block and used + needed > width:
            yield block
            block, used = [], _width(labels)
        block.append(column)
        used += needed
    yield block


def _width(column: Row) -> int:
    return max(map(columns_of, column))


def _block(columns: Sequence[Row], *, footed: bool) -> Iterator[str]:
    widths = [_width(column) for column in columns]
    rule = RULE * (sum(widths) + len(GAP) * (len(columns) - 1))
    rows = list(zip(*columns, strict=True))
    for number, row in enumerate(rows):
        if number == 1 or (footed and number == len(rows) - 1):
            yield rule
        yield GAP.join(_padded(cell, widths[place], place) for place, cell in enumerate(row)).rstrip()


def _padded(cell: str, width: int, place: int) -> str:
    room = " " * (width - columns_of(cell))
    return room + cell if place else cell + room

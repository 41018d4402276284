"""What `editbench doctor` prints: the corpus judged again, and what is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench import languages
from pytest_editbench.compare import display

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_editbench.doctor.corpus import Pair, Tally

_HEAD = ("language", "pairs", "same", "different", "false accepts", "false rejects", "not read")


def healthy(tallies: Mapping[str, Tally]) -> bool:
    """Whether no verdict of the corpus came out wrong."""
    return not any(tally.false_accepts or tally.false_rejects for tally in tallies.values())


def lines(tallies: Mapping[str, Tally]) -> Iterator[str]:
    """The table, each wrong verdict in one line, and what is missing."""
    rows = [_HEAD, *(_row(group, tally) for group, tally in tallies.items()), _total(tallies)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield "  ".join((row[0].ljust(widths[0]), *cells)).rstrip()
    for tally in tallies.values():
        yield from (_wrong("false accept", pair) for pair in tally.false_accepts)
        yield from (_wrong("false reject", pair) for pair in tally.false_rejects)
    if missing := languages.missing():
        yield f"no grammar for {', '.join(missing)}: install pytest-editbench[languages]"


def data(tallies: Mapping[str, Tally]) -> dict[str, dict[str, int]]:
    """The numbers of the table, by language and column."""
    return {group: dict(zip(_HEAD[1:], _counts(tally), strict=True)) for group, tally in tallies.items()}


def _row(group: str, tally: Tally) -> tuple[str, ...]:
    return (group, *map(str, _counts(tally)))


def _counts(tally: Tally) -> tuple[int, ...]:
    wrong = len(tally.false_accepts), len(tally.false_rejects)
    return (tally.pairs, tally.same, tally.pairs - tally.same, *wrong, tally.unread)


def _total(tallies: Mapping[str, Tally]) -> tuple[str, ...]:
    columns = zip(*(_row(group, tally)[1:] for group, tally in tallies.items()), strict=True)
    return ("total", *(str(sum(map(int, column))) for column in columns))


def _wrong(what: str, pair: Pair) -> str:
    texts = (display.escaped(text.decode("utf-8", "replace"))[:60] for text in (pair.accepted, pair.actual))
    return f"{what}: {pair.group}, {pair.kind}: {' ≠ '.join(texts)}"

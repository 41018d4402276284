"""A second opinion: two contents are equal when a formatter makes the same text of both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import linediff
from pytest_editbench.compare import levels, syntax
from pytest_editbench.compare.content import is_text, lines
from pytest_editbench.compare.indent import Indent
from pytest_editbench.errors import FormatterError
from pytest_editbench.model import MatchLevel

if TYPE_CHECKING:
    from pathlib import PurePosixPath

    from pytest_editbench.formatters import Formatter
    from pytest_editbench.model import File, FileComparison

Chooser = Callable[["PurePosixPath"], "Formatter | None"]
EXACT = frozenset((".md", ".markdown", ".mdx", ".yaml", ".yml"))  # blank lines are structure there
REMEMBERED_BYTES = 256 * 1024  # of one file; 128 of them at most


class Opinion(NamedTuple):
    """What a formatter has to say on two contents."""

    equal: bool
    note: str = ""  # why the formatter could not say, and who did


def equal(path: PurePosixPath, accepted: bytes, actual: bytes, formatter: Formatter) -> Opinion:
    """Hold what the formatter makes of both sides against each other.

    Code is compared without blank lines outside literals and with objects on one line where they fit,
    Markdown and YAML as they are; no white space is put back before. Where the formatter fails on a
    side, the syntax normal form answers, and the note says so.
    """
    if levels.eol(path, accepted, actual).same:
        return Opinion(True)
    if not (is_text(accepted) and is_text(actual)):
        return Opinion(False)
    sides = {"expected": accepted, "actual": actual}
    texts = set()
    for side, data in sides.items():
        try:
            texts.add(normal(path, data, formatter))
        except FormatterError as error:
            level, unsure = levels.level(path, accepted, actual)
            reason = f"{error} (the {side} side); the syntax normal form answers instead"
            note = "; ".join(filter(None, (reason, unsure)))
            return Opinion(level is not MatchLevel.NONE, note)
    return Opinion(len(texts) == 1)


def nobody(_path: PurePosixPath) -> None:
    """The choice where no formatter is set."""


def second(file: FileComparison, accepted: File, actual: File, formatter: Formatter) -> FileComparison:
    """The comparison of a file with level `format` as the formatter sees it, and the indentation too."""
    loose = file.level in (MatchLevel.FORMAT, MatchLevel.NONE)
    if loose and accepted.executable == actual.executable:
        said = equal(file.path, accepted.data, actual.data, formatter)
        file = replace(file, level=MatchLevel.FORMAT if said.equal else MatchLevel.NONE, note=said.note)
    return indented(file, actual.data, formatter) if file.indent_score is not None else file


def indented(file: FileComparison, actual: bytes, formatter: Formatter) -> FileComparison:
    """The comparison with the indentation held against the formatter's text; as it is where that fails."""
    try:
        off = indent(file.path, actual, formatter)
    except FormatterError:
        return file
    return replace(file, indent_score=off.score, indent_basis=formatter.name, indent_lines=off.lines)


def normal(path: PurePosixPath, data: bytes, formatter: Formatter) -> bytes:
    """What is compared: the formatter's text, of code without blank lines; else `FormatterError`."""
    text = levels.unended(_formatted(path, levels.unended(data), formatter, collapsed=True))
    return text if path.suffix.lower() in EXACT else syntax.without_blank_lines(path, text)


def indent(path: PurePosixPath, actual: bytes, formatter: Formatter) -> Indent:
    """The indent score of a text against what the formatter makes of it; the basis is the formatter's name.

    In each change run of a line diff from the text to the formatted text, the lines of the one are paired
    with those of the other by position; a line without partner is held against no indentation. The score
    is the mean of the differences over all pairs, in columns (a blank is one, a tab two), 0 when nothing
    differs. `FormatterError` when the formatter gives no text. Example: where `b();` should be indented by
    2, and a line indented by 4 should have been joined with the one above it, the score is (2 + 4) / 2 = 3.
    """
    text = levels.unended(actual)
    ended = text + b"\n" if len(text) < len(actual) and actual.endswith((b"\n", b"\r")) else text
    old, new = lines(ended), lines(_formatted(path, ended, formatter, collapsed=False))
    distances = [
        abs(_columns(one) - _columns(other))
        for run in linediff.runs(old, new)
        for one, other in zip_longest(run.removed(old), run.added(new), fillvalue=b"")
    ]
    return Indent(sum(distances) / max(len(distances), 1), sum(map(bool, distances)))


def _columns(line: bytes) -> int:
    lead = line[: len(line) - len(line.lstrip(b" \t"))]
    return len(lead) + lead.count(b"\t")


def _formatted(path: PurePosixPath, data: bytes, formatter: Formatter, *, collapsed: bool) -> bytes:
    # The expected side is the same in every trial.
    ask = _remembered if len(data) <= REMEMBERED_BYTES else _asked
    return ask(path, data, formatter, collapsed)


def _asked(path: PurePosixPath, data: bytes, formatter: Formatter, collapsed: bool) -> bytes:
    return formatter.format(path, data, collapsed=collapsed)


_remembered = lru_cache(maxsize=128)(_asked)

"""The match levels of a file: what each of them looks past."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from pytest_editbench.compare import syntax
from pytest_editbench.compare.content import DIFF_BYTES, is_text
from pytest_editbench.compare.protocol import Alike, Level
from pytest_editbench.model import MatchLevel

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Verdict(NamedTuple):
    """How close two contents are."""

    level: MatchLevel
    note: str = ""  # why a looser level could not be tried


def exact(_path: PurePosixPath, accepted: bytes, actual: bytes) -> Alike:
    """Equal byte by byte."""
    return Alike(accepted == actual)


def eol(_path: PurePosixPath, accepted: bytes, actual: bytes) -> Alike:
    """Equal but for line ends, a byte-order mark and one final newline."""
    return Alike(unended(accepted) == unended(actual))


def lines(path: PurePosixPath, accepted: bytes, actual: bytes) -> Alike:
    """Equal but for trailing blanks and blank lines outside literals, where a language lets them be."""
    return syntax.same_lines(path, unended(accepted), unended(actual))


def formatted(path: PurePosixPath, accepted: bytes, actual: bytes) -> Alike:
    """Equal but for what a formatter owns."""
    return syntax.same_form(path, unended(accepted), unended(actual))


def unended(data: bytes) -> bytes:
    r"""The normal form of level `eol`: `\n` for every line end, no byte-order mark, no final newline.

    A lone `\r` ends a line only where no `\n` does; at most one final newline is dropped, for more
    of them are blank lines. Binary content is its own normal form.
    """
    if not is_text(data):
        return data
    data = data.removeprefix(BYTE_ORDER_MARK)
    data = data.replace(b"\r\n", b"\n") if b"\n" in data else data.replace(b"\r", b"\n")
    return data.removesuffix(b"\n")


LEVELS: Mapping[MatchLevel, Level] = {
    MatchLevel.EXACT: exact,
    MatchLevel.EOL: eol,
    MatchLevel.LINES: lines,
    MatchLevel.FORMAT: formatted,
}


LOOSE = (MatchLevel.LINES, MatchLevel.FORMAT)  # what only a syntax tree can tell


def level(path: PurePosixPath, accepted: bytes, actual: bytes) -> Verdict:
    """The closest level at which the two contents are equal."""
    note = ""
    for name, equal in LEVELS.items():
        if name in LOOSE and not (is_text(accepted) and is_text(actual)):
            return Verdict(MatchLevel.NONE)
        if name in LOOSE and max(len(accepted), len(actual)) > DIFF_BYTES:
            return Verdict(MatchLevel.NONE, "compared at level eol: too large")
        found = equal(path, accepted, actual)
        if found.same:
            return Verdict(name)
        note = found.note or note
    return Verdict(MatchLevel.NONE, note)

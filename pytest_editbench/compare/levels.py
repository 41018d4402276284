"""The match levels of a file: what each of them looks past."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from pytest_editbench.compare.content import is_text
from pytest_editbench.compare.protocol import Level
from pytest_editbench.model import MatchLevel

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def exact(_path: PurePosixPath, accepted: bytes, actual: bytes) -> bool:
    """Equal byte by byte."""
    return accepted == actual


def eol(_path: PurePosixPath, accepted: bytes, actual: bytes) -> bool:
    """Equal but for line ends, a byte-order mark and one final newline."""
    return unended(accepted) == unended(actual)


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
    # Blanks and blank lines are meaning in literals, docstrings and continued lines: without
    # a syntax tree nothing looser than `eol` is sound.
    MatchLevel.LINES: eol,
    MatchLevel.FORMAT: eol,
}


def level(path: PurePosixPath, accepted: bytes, actual: bytes) -> MatchLevel:
    """The closest level at which the two contents are equal."""
    return next((name for name, equal in LEVELS.items() if equal(path, accepted, actual)), MatchLevel.NONE)

"""What each match level of a file looks past, and what it must not."""

from pathlib import PurePosixPath

import pytest

from pytest_editbench.compare import levels
from pytest_editbench.model import MatchLevel

PATH = PurePosixPath("notes.txt")


@pytest.mark.parametrize(
    ("accepted", "actual"),
    [
        pytest.param(b"a\nb\n", b"a\r\nb\r\n", id="CRLF for LF"),
        pytest.param(b"a\nb\n", b"a\rb\r", id="CR for LF"),
        pytest.param(b"a\nb\n", b"a\r\nb\n", id="mixed line ends"),
        pytest.param(b"a\n", b"\xef\xbb\xbfa\n", id="a byte-order mark"),
        pytest.param(b"a\n", b"a", id="no final newline"),
        pytest.param(b"", b"\n", id="an empty file with a newline"),
    ],
)
def test_level_eol_looks_past(accepted, actual):
    assert levels.level(PATH, accepted, actual).level is MatchLevel.EOL
    assert levels.level(PATH, actual, accepted).level is MatchLevel.EOL


@pytest.mark.parametrize(
    ("accepted", "actual"),
    [
        pytest.param(b"a\n", b"a\n\n", id="a blank line at the end"),
        pytest.param(b"a\nb\n", b"a\n\nb\n", id="a blank line"),
        pytest.param(b"a\n", b"a \n", id="a trailing blank"),
        pytest.param(b"  a\n", b"\ta\n", id="a tab for blanks"),
        pytest.param(b"return x\n", b"returnx\n", id="a lost blank between words"),
        pytest.param(b'"a b"\n', b'"ab"\n', id="a lost blank in a string"),
        pytest.param(b"for x in y:\n    a\nreturn\n", b"for x in y:\n    a\n    return\n", id="an indent"),
        pytest.param(b"a\rb\n", b"a\nb\n", id="a lone CR where lines end in LF"),
        pytest.param(b"a\0\n", b"a\0\r\n", id="line ends of binary content"),
        pytest.param(b"\xff\n", b"\xfe\n", id="bytes that are no UTF-8"),
        pytest.param(b"a\xef\xbb\xbf\n", b"a\n", id="a byte-order mark that is not at the start"),
    ],
)
def test_no_level_looks_past(accepted, actual):
    assert levels.level(PATH, accepted, actual).level is MatchLevel.NONE


def test_equal_bytes_are_exact():
    assert levels.level(PATH, b"\0\r\n", b"\0\r\n").level is MatchLevel.EXACT


def test_the_table_has_every_level_but_none_closest_first():
    assert [*levels.LEVELS, MatchLevel.NONE] == list(MatchLevel)

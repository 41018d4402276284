"""Diffs for people stay unified diffs, whatever the texts hold."""

from pathlib import PurePosixPath

from hypothesis import example, given
from hypothesis import strategies as st
from unidiff import PatchSet

from pytest_editbench.compare import display
from pytest_editbench.compare.content import is_text, lines
from pytest_editbench.compare.trees import compare
from pytest_editbench.model import File

PIECES = [
    b"a",
    b" b",
    b"\t",
    b"\n",
    b"\r",
    b"\r\n",
    b"\x0c",
    b"\x1b[31m",
    b"\x7f",
    b"\xff",
    b"\xed\xa0\x80",  # a lone surrogate
    b"--- a/x\n",
    b"+++ b/x\n",
    b"@@ -1 +1 @@\n",
    b"\\ No newline at end of file\n",
    b"\xef\xbb\xbf",
    *(text.encode() for text in ("\u202e", "\u2066", "\u200f", "\u2028", "\u0085", "\ufeff", "é")),
]
HOSTILE = st.lists(st.sampled_from(PIECES), max_size=25).map(b"".join)
NAMES = st.sampled_from(["a.txt", "b c.ts", "d\te", "f\n@@", "\u202eg", "\udcff", "sub/h"])
CONTROLS = {*map(chr, range(32)), "\x7f", "\x85", *"\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069"}


def diff(old, new, name="a.txt"):
    accepted, actual = {PurePosixPath(name): File(old)}, {PurePosixPath(name): File(new)}
    comparison = compare(None, {"expected": accepted}, actual)
    return comparison, display.unified(comparison, accepted, actual, limit_lines=10_000, limit_chars=10**6)


@given(HOSTILE, HOSTILE, NAMES)
@example(b"a", b"a\n", "a.txt")
@example(b"", b"a", "a.txt")
def test_a_diff_of_hostile_texts_is_read_back_with_all_its_lines(old, new, name):
    comparison, text = diff(old, new, name)

    patches = PatchSet(text)

    removed, added = (sum(getattr(patch, side) for patch in patches) for side in ("removed", "added"))
    assert removed + added == comparison.lines_changed
    assert added - removed == len(lines(new)) - len(lines(old))


@given(HOSTILE, HOSTILE, NAMES)
def test_nothing_in_a_diff_can_deceive_a_terminal_or_a_reader(old, new, name):
    _, text = diff(old, new, name)

    assert not (CONTROLS - {"\n", "\t"}) & set(text)


@given(HOSTILE, HOSTILE)
def test_content_with_a_nul_byte_is_told_in_one_line(old, new):
    _, text = diff(b"\0" + old, b"\0" + new)

    assert not is_text(b"\0" + old)
    assert len(text.splitlines()) == (old != new)

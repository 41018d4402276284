"""Comparison: laws that hold for any content."""

from pathlib import PurePosixPath
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from hypothesis import given
from hypothesis import strategies as st
from unidiff import PatchSet

from pytest_editbench import linediff
from pytest_editbench.compare import display, levels
from pytest_editbench.compare.content import lines
from pytest_editbench.compare.trees import compare
from pytest_editbench.model import File, MatchLevel

PATH = PurePosixPath("a.txt")
CONTENT = st.one_of(
    st.binary(max_size=60),
    st.lists(
        st.sampled_from([b"a", b" ", b"\t", b"\n", b"\r", b"\r\n", b"\0", b"\xef\xbb\xbf", b"\xff"]),
        max_size=12,
    ).map(b"".join),
)
PLAIN = st.lists(st.sampled_from(["one\n", "two\n", "{\n", "}\n", "x = 1\n"]), max_size=30).map("".join)


def diff(old, new):
    accepted, actual = {PATH: File(old)}, {PATH: File(new)}
    comparison = compare({}, {"expected": accepted}, actual)
    return comparison, display.unified(comparison, accepted, actual)


@given(CONTENT)
def test_content_is_exactly_itself(data):
    assert levels.level(PATH, data, data).level is MatchLevel.EXACT


@given(CONTENT, CONTENT)
def test_levels_are_symmetric(one, other):
    assert levels.level(PATH, one, other).level is levels.level(PATH, other, one).level


@given(CONTENT, CONTENT, CONTENT)
def test_every_level_is_transitive(one, two, three):
    for equal in levels.LEVELS.values():
        if equal(PATH, one, two).same and equal(PATH, two, three).same:
            assert equal(PATH, one, three).same


@given(CONTENT, CONTENT)
def test_what_a_level_accepts_every_looser_one_accepts(one, other):
    level = levels.level(PATH, one, other).level
    verdicts = [level.satisfies(demanded) for demanded in MatchLevel if demanded is not MatchLevel.NONE]

    assert verdicts == sorted(verdicts)


@given(
    st.text(st.sampled_from("ab \t"), min_size=1, max_size=20).map(str.encode), st.booleans(), st.booleans()
)
def test_line_ends_are_all_that_eol_looks_past(line, mark, final):
    disguised = (b"\xef\xbb\xbf" if mark else b"") + line + b"\r\n" + line + (b"\r\n" if final else b"")

    assert levels.eol(PATH, line + b"\n" + line + b"\n", disguised).same
    assert not levels.eol(PATH, line + b"\n" + line + b"x\n", disguised).same


@given(st.binary())
def test_lines_joined_are_the_content(data):
    assert b"".join(lines(data)) == data


@given(st.lists(st.sampled_from([b"a", b"b", b"c"])), st.lists(st.sampled_from([b"a", b"b", b"c"])))
def test_runs_turn_the_old_text_into_the_new_one(old, new):
    runs = linediff.runs(old, new)

    rebuilt, place = [], 0
    for run in runs:
        assert run.old or run.new
        rebuilt += [*old[place : run.old.start], *run.added(new)]
        assert len(rebuilt) == run.new.stop
        place = run.old.stop
    assert rebuilt + old[place:] == new


@given(PLAIN, PLAIN)
def test_a_diff_can_be_read_back(old, new):
    comparison, text = diff(old.encode(), new.encode())

    patches = PatchSet(text)

    assert sum(patch.added + patch.removed for patch in patches) == comparison.lines_changed


@given(CONTENT, CONTENT)
def test_a_diff_is_valid_xml_text(old, new):
    _, text = diff(old, new)

    assert ElementTree.fromstring(f"<a>{escape(text)}</a>").text in (text, None)


@given(st.text())
def test_escaped_text_is_printable(text):
    assert display.escaped(text).isprintable()


@given(CONTENT, CONTENT)
def test_the_indent_score_tells_whether_any_line_is_off(old, new):
    comparison, _ = diff(old, new)

    for file in comparison.files:
        assert (file.indent_score or 0) >= 0
        assert bool(file.indent_score) == bool(file.indent_lines)

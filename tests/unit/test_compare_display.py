"""A comparison told to people."""

from pathlib import PurePosixPath

import pytest

from pytest_editbench.compare import display, hunks
from pytest_editbench.compare.trees import compare
from pytest_editbench.model import File, Folder, Link

NUMBERS = b"".join(b"line %d\n" % number for number in range(1, 41))


def tree(entries):
    return {
        PurePosixPath(name): File(entry) if isinstance(entry, bytes) else entry
        for name, entry in entries.items()
    }


def told(accepted, actual, **limits):
    """The diff of two trees, or of one file."""
    if isinstance(accepted, bytes):
        accepted, actual = {"a.txt": accepted}, {"a.txt": actual}
    accepted, actual = tree(accepted), tree(actual)
    return display.unified(compare({}, {"expected": accepted}, actual), accepted, actual, **limits)


def headline(accepted, actual):
    return display.headline(compare({}, {"expected": tree(accepted)}, tree(actual)))


def body(text):
    return text.splitlines()[3:]


def test_a_diff_is_in_the_standard_format_with_three_lines_of_context(snapshot):
    assert told(NUMBERS, NUMBERS.replace(b"line 20\n", b"line twenty\nand more\n")) == snapshot


def test_equal_texts_have_no_hunks():
    assert list(hunks.lines([b"a\n"], [b"a\n"])) == []


def test_near_changes_share_a_hunk_and_far_ones_do_not(snapshot):
    actual = NUMBERS.replace(b"line 2\n", b"2\n").replace(b"line 9\n", b"9\n").replace(b"line 17\n", b"17\n")

    text = told(NUMBERS, actual)

    assert text == snapshot
    assert [text.count(f" line {number}\n") for number in (5, 6, 12, 14)] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("accepted", "actual", "place"),
    [
        (b"", b"a\n", "@@ -0,0 +1 @@"),
        (b"a\nb\n", b"", "@@ -1,2 +0,0 @@"),
        (b"a\n", b"a\nb\n", "@@ -1 +1,2 @@"),
    ],
)
def test_hunks_count_lines_as_unified_diffs_do(accepted, actual, place):
    assert told(accepted, actual).splitlines()[2] == place


def test_white_space_shows_in_lines_that_differ_by_nothing_else():
    text = told(b"\treturn a b\nc d\n", b"  return a  b \r\ne d\n")

    assert body(text) == ["-→return·a·b", "-c d", "+··return·a··b·␍", "+e d"]


def test_an_added_line_of_blanks_shows_them():
    assert body(told(b"a\n", b"a\n  \n")) == [" a", "+··"]


def test_trailing_blanks_on_an_empty_line_show():
    assert body(told(b"a\n\nb\n", b"a\n \t\nb\n")) == [" a", "-", "+·→", " b"]


def test_a_lost_final_newline_shows():
    assert body(told(b"a b\n", b"a b")) == ["-a b", "+a b", "\\ No newline at end of file"]


def test_what_a_terminal_or_a_reader_could_be_deceived_by_is_escaped():
    text = told(b"x\n", "\x1b[31m\u202eevil\u2029\x00".replace("\x00", "").encode() + b"\xff\xed\xa0\x80\n")

    assert body(text)[1] == r"+\x1b[31m\u202eevil\u2029\xff\xed\xa0\x80"


def test_hostile_paths_are_escaped():
    text = told({}, {"a\n\x1b\udcff": b""})

    assert text == r"only in actual: a\n\x1b\udcff"


def test_long_lines_are_cut_round_the_difference():
    line = told(b"x" * 5000 + b"A" + b"y" * 5000, b"x" * 5000 + b"B" + b"y" * 5000).splitlines()[3]

    assert line == f"-…{'x' * 60}A{'y' * 179}…"


def test_what_has_no_lines_takes_one_line(snapshot):
    accepted = {
        "bin": b"\0",
        "gone": b"",
        "link": Link("a"),
        "mode": File(b"", executable=True),
        "empty": Folder(),
    }
    actual = {
        "bin": b"\0\1",
        "stray": b"",
        "link": Link("b\n"),
        "mode": b"",
        "kind": Link("a"),
        "box": Folder(),
    }

    assert told(accepted, actual) == snapshot


def test_labels_name_the_two_trees():
    accepted, actual = tree({"a": b"1\n"}), tree({"a": b"2\n", "b": b""})
    comparison = compare({}, {"expected": accepted}, actual)

    text = display.unified(comparison, accepted, actual, labels=("input", "answer"))

    assert text.splitlines()[:2] == ["--- input/a", "+++ answer/a"]
    assert text.splitlines()[-1] == "only in answer: b"


def test_lines_over_the_limit_are_counted_instead_of_shown():
    text = told(NUMBERS, NUMBERS.upper(), limit_lines=10)

    assert len(text.splitlines()) == 11
    assert text.endswith("… 73 more lines not shown")  # of 2 + 1 + 80


def test_characters_over_the_limit_are_not_shown():
    text = told(NUMBERS, NUMBERS.upper(), limit_chars=100)

    assert len(text) < 100 + len("… 73 more lines not shown")


def test_a_headline_names_what_went_wrong(snapshot):
    accepted = {"a.ts": b"1\n2\n", "b.ts": b"", "eol.ts": b"1\n", "bin": b"\0"}
    actual = {"a.ts": b"1\n3\n", "c.txt": b"", "eol.ts": b"1", "bin": b"\0\0"}

    assert headline(accepted, actual) == snapshot


def test_a_headline_names_a_few_of_many():
    actual = {f"{number}.txt": b"" for number in range(9)}

    assert headline({}, actual) == "unexpected: 0.txt, 1.txt, 2.txt, 3.txt, 4.txt and 4 more"


def test_a_headline_stays_one_line_whatever_a_path_holds():
    text = headline({"a\nb": Link("x")}, {"a\nb": Link("y\n")})

    assert text == r"1 file differs: a\nb (points to y\n, not to x)"


def test_the_headline_of_equal_trees_is_empty():
    assert headline({"a": b"1"}, {"a": b"1"}) == ""

"""The cursor of an excerpt, read and written in three notations."""

from pathlib import PurePosixPath

import pytest

from pytest_editbench.cases.examples import cursor
from pytest_editbench.cases.examples.cursor import Notation
from pytest_editbench.cases.examples.place import Mend, Place
from pytest_editbench.errors import CaseError

PLACE = Place("x.md", line=10)


def where(marked):
    """What a marked excerpt says: its text, and offset, line and column of the cursor."""
    found = cursor.read(marked, PLACE)
    return found.text, found.offset, found.line, found.column


def test_a_caret_points_at_its_column_in_the_line_above():
    assert where("fn a\nstr\n// ^[CURSOR_POSITION]\npub b\n") == ("fn a\nstr\npub b", 8, 2, 3)


def test_a_less_than_sign_points_at_the_first_character_of_the_marker_line():
    assert where("a\n  bc\n  // <[CURSOR_POSITION]\n") == ("a\n  bc", 4, 2, 2)
    assert where("abc\n# <[CURSOR_POSITION]\n") == ("abc", 0, 1, 0)


def test_an_inline_cursor_wins_over_a_marker_line():
    found = cursor.read("a<|user_cursor|>b\n# <[CURSOR_POSITION]\n", PLACE)

    assert (found.text, found.offset, found.notation) == ("ab\n# <[CURSOR_POSITION]", 1, Notation.INLINE)


def test_offsets_and_columns_count_bytes():
    assert where("ä\né = <|user_cursor|>1\n") == ("ä\né = 1", 8, 2, 5)


def test_an_inline_cursor_may_stand_behind_the_last_line_feed():
    assert where("a\n<|user_cursor|>\n") == ("a\n", 2, 2, 0)


def test_a_caret_counts_the_bytes_of_what_stands_left_of_the_cursor():
    assert where("é = 1\n#    ^[CURSOR_POSITION]\n") == ("é = 1", 5, 1, 5)


def test_a_caret_below_the_middle_of_a_character_counts_characters():
    found = cursor.read("日本語 = 1\n#^[CURSOR_POSITION]\n", PLACE)

    assert found.offset == 3
    assert "within a character" in found.mends[0].what


def test_a_caret_behind_the_end_of_the_line_stands_for_the_end():
    found = cursor.read("ab\n#    ^[CURSOR_POSITION]\n", PLACE)

    assert found.offset == 2
    told = "the cursor's marker stands behind the end of its line; taken as the line's end"
    assert found.mends == (Mend(11, told),)


def test_code_that_names_the_marker_is_no_marker_line():
    text = 'M = "[CURSOR_POSITION]"\nx = 1'

    assert where(f"{text}\n#    ^[CURSOR_POSITION]\n") == (text, 29, 2, 5)


@pytest.mark.parametrize("sign", ["//", "#", "--", ";", "%", "<!--", "/*"])
def test_a_marker_line_may_be_a_comment_of_any_language(sign):
    assert where(f"abcdefgh\n{sign}    ^[CURSOR_POSITION] -->\n")[1] == len(sign) + 4


@pytest.mark.parametrize(
    ("marked", "line", "message"),
    [
        ("a\n", 10, "no cursor is marked; mark it with <|user_cursor|>, ^[CURSOR_POSITION] or"),
        ("a<|user_cursor|>\n<|user_cursor|>\n", 10, "cursors are marked on lines 10 and 11; keep one"),
        ("a\n#^[CURSOR_POSITION]\n#^[CURSOR_POSITION]\n", 11, "lines 11 and 12"),
        ("#^[CURSOR_POSITION]\na\n", 10, "there is none above it"),
        ("a\n# [CURSOR_POSITION]\n", 11, "points nowhere; write ^ or < directly in front of it"),
    ],
)
def test_a_cursor_that_is_not_marked_once_is_an_error(marked, line, message):
    with pytest.raises(CaseError, match=r"^x\.md:") as caught:
        cursor.read(marked, PLACE)

    assert str(caught.value).startswith(f"x.md:{line}: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "offset", "marked"),
    [
        ("a\nstr\nb", 5, "a\nstr\n// ^[CURSOR_POSITION]\nb\n"),
        ("a\nstr\nb", 4, "a\nstr\n//^[CURSOR_POSITION]\nb\n"),
        ("a\nstr\nb", 3, "a\nstr\n // <[CURSOR_POSITION]\nb\n"),
        ("a\nstr\nb", 2, "a\nstr\n// <[CURSOR_POSITION]\nb\n"),
        ("    x = 1", 8, "    x = 1\n    //  ^[CURSOR_POSITION]\n"),
        ("    x = 1", 4, "    x = 1\n//  ^[CURSOR_POSITION]\n"),
        ("\tx", 2, "\tx\n//^[CURSOR_POSITION]\n"),
        ("é = 1", 5, "é = <|user_cursor|>1\n"),
        ("a\n", 2, "a\n\n// <[CURSOR_POSITION]\n"),
    ],
)
def test_the_notation_is_chosen_by_what_stands_left_of_the_cursor(text, offset, marked):
    assert cursor.write(text, offset, "//") == marked


def test_a_text_that_holds_a_marker_line_gets_the_inline_cursor():
    text = "x = 1\n#  ^[CURSOR_POSITION]"

    assert cursor.write(text, 1, "#") == "x<|user_cursor|> = 1\n#  ^[CURSOR_POSITION]\n"


def test_a_text_with_both_markers_cannot_be_marked():
    with pytest.raises(CaseError, match="cannot be marked in any notation"):
        cursor.write("<|user_cursor|>\n#  ^[CURSOR_POSITION]", 0, "#")


@pytest.mark.parametrize("offset", [-1, 1, 3])
def test_a_cursor_stands_between_characters(offset):
    with pytest.raises(ValueError, match=f"at byte {offset}"):
        cursor.write("é", offset, "#")


@pytest.mark.parametrize(
    ("name", "sign"), [("a.py", "#"), ("a.rs", "//"), ("a.html", "//"), ("a.json", "//"), ("Makefile", "//")]
)
def test_the_marker_line_is_a_comment_of_the_language_or_of_c(name, sign):
    assert cursor.comment_sign(PurePosixPath(name)) == sign

"""A diff's hunks, placed by their context."""

import pytest

from pytest_editbench.cases.examples import patches, placing
from pytest_editbench.cases.examples.place import Place
from pytest_editbench.errors import CaseError

PLACE = Place("x.md")
FILE = b"def a():\n    x = 1\n    return x\n\ndef b():\n    x = 1\n    return x\n"


def applied(hunks, data=FILE):
    """What a diff makes of a file; its hunks begin at line 3."""
    (file,) = patches.read(f"--- a/a.py\n+++ b/a.py\n{hunks}", PLACE).files
    return placing.apply(file, data, PLACE)


def test_a_hunk_goes_where_its_lines_stand_whatever_line_is_told():
    found = applied("@@ -99,2 +99,2 @@\n def b():\n-    x = 1\n+    x = 2\n")

    assert found.data == FILE[: FILE.index(b"def b")] + b"def b():\n    x = 2\n    return x\n"
    assert [(mend.line, mend.what) for mend in found.mends] == [(3, "the hunk stands at line 5, not 99")]


@pytest.mark.parametrize(("number", "line"), [(2, 1), (6, 5)])
def test_between_equal_places_the_line_number_chooses(number, line):
    found = applied(f"@@ -{number},2 +{number},2 @@\n     x = 1\n-    return x\n+    return 2\n")

    assert found.data.split(b"\n")[line : line + 2] == [b"    x = 1", b"    return 2"]
    assert found.data.count(b"return 2") == 1


def test_a_number_that_fits_none_of_the_equal_places_is_an_error_that_names_them():
    with pytest.raises(CaseError, match=r"^x\.md:3: the hunk fits a\.py at lines 2, 6; give it more context"):
        applied("@@ -3,2 +3,2 @@\n     x = 1\n-    return x\n+    return 2\n")


def test_of_many_places_only_the_first_are_named():
    with pytest.raises(CaseError, match=r"at lines 1, 2, 3, 4, 5, …; "):
        applied("@@ -99 +99 @@\n-a\n+b\n", b"a\n" * 9)


@pytest.mark.parametrize(
    ("hunk", "message"),
    [
        (" def c():\n-    x = 1\n", "does not fit a.py, which has no line `def c():` at this point"),
        (" def a():\n-    return x\n", "does not fit a.py: its lines do not stand together there"),
        ("-    x  = 1\n+    x = 2\n", "which has no line `x  = 1`"),
        ("-   x = 1\n+    x = 2\n", "which has no line `x = 1`"),
    ],
)
def test_nothing_is_placed_where_it_only_nearly_fits(hunk, message):
    with pytest.raises(CaseError) as caught:
        applied(f"@@ -1,2 +1 @@\n{hunk}")

    assert message in str(caught.value)


def test_hunks_are_placed_in_the_file_as_it_was():
    found = applied("@@ -1 +1,2 @@\n+import a\n def a():\n@@ -5 +6 @@\n-def b():\n+def c():\n")

    assert found.data == b"import a\n" + FILE.replace(b"def b", b"def c")
    assert found.mends == ()


def test_hunks_may_share_context_but_not_what_they_change():
    assert (
        applied("@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -2,2 +2,2 @@\n b\n-c\n+C\n", b"a\nb\nc\n").data
        == b"A\nb\nC\n"
    )
    with pytest.raises(CaseError, match=r"^x\.md:7: changes lines that the hunk of line 3 changes too"):
        applied("@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -1,2 +1,2 @@\n-a\n+B\n b\n", b"a\nb\nc\n")


def test_lines_without_context_go_behind_the_line_that_is_told():
    assert applied("@@ -2,0 +3 @@\n+new\n", b"a\nb\nc\n").data == b"a\nb\nnew\nc\n"
    assert applied("@@ -0,0 +1 @@\n+new\n", b"a\nb\n").data == b"new\na\nb\n"
    with pytest.raises(CaseError, match="at lines 1, 2, 3, 4; give it more context"):
        applied("@@ @@\n+new\n", b"a\nb\nc\n")


@pytest.mark.parametrize(
    ("data", "hunk", "after"),
    [
        (b"a\nb", "-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n", b"a\nc"),
        (b"a\nb", "-b\n\\ No newline at end of file\n+b\n", b"a\nb\n"),
        (b"a\nb\n", "-b\n+b\n\\ No newline at end of file\n", b"a\nb"),
        (b"b\nb", "-b\n\\ No newline at end of file\n+c\n", b"b\nc\n"),
        (b"a\nb", "-b\n+c\n", b"a\nc"),
        (b"a\nb", " b\n+c\n", b"a\nb\nc"),
        (b"b\nb", "-b\n+c\n", b"c\nb"),
    ],
    ids=[
        "kept",
        "added",
        "removed",
        "only the last line fits",
        "not told",
        "not told, behind",
        "exact first",
    ],
)
def test_the_line_feed_at_the_end_of_a_file_is_as_the_diff_tells(data, hunk, after):
    assert applied(f"@@ -9 +9 @@\n{hunk}", data).data == after


def test_a_line_feed_that_the_diff_says_is_missing_must_be_missing():
    with pytest.raises(CaseError, match="does not fit"):
        applied("@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+c\n", b"a\nb\n")


@pytest.mark.parametrize(
    ("data", "hunk", "after"),
    [
        (b"a\r\nb\r\nc\r\n", " a\n-b\n+B\n+C\n", b"a\r\nB\r\nC\r\nc\r\n"),
        (b"a\r\nb\r\nc", " b\n-c\n+C\n+D\n", b"a\r\nb\r\nC\r\nD"),
        (b"a\r\nb", " b\n+c\n", b"a\r\nb\r\nc"),
        (b"a\r\nb\nc\r\n", " b\n+x\n", b"a\r\nb\nx\nc\r\n"),
        (b"a\r\nb\r\n", "-b\r\n+b\n", b"a\r\nb\n"),
    ],
    ids=["all lines", "last line", "behind the last line", "mixed", "line ends are what changes"],
)
def test_carriage_returns_stay_as_the_file_has_them_unless_the_diff_shows_them(data, hunk, after):
    assert applied(f"@@ -9 +9 @@\n{hunk}", data).data == after


def test_bytes_that_are_no_text_stay_as_they_are():
    assert applied("@@ -1 +1 @@\n-a\n+b\n", b"\xff\na\n").data == b"\xff\nb\n"


def test_the_wished_cursor_is_told_in_lines_of_the_new_file():
    found = applied("@@ -1 +1,2 @@\n+import é\n def a():\n@@ -5 +6,2 @@\n+# é<|user_cursor|>\n def b():\n")

    assert found.data.split(b"\n")[found.cursor[0] - 1] == "# é".encode()
    assert found.cursor == (6, 4)


def test_lines_that_come_below_the_wished_cursor_do_not_move_it():
    found = applied("@@ -1 +1,2 @@\n+<|user_cursor|>import a\n def a():\n@@ -5 +6,2 @@\n+# more\n def b():\n")

    assert found.cursor == (1, 0)

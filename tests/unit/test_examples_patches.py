"""Unified diffs, read as a careful person would."""

import pytest

from pytest_editbench.cases.examples import patches
from pytest_editbench.cases.examples.place import Place
from pytest_editbench.errors import CaseError

PLACE = Place("x.md", line=20)
HEAD = "--- a/a.py\n+++ b/a.py\n"


def read(text):
    return patches.read(text, PLACE)


def hunk(text):
    """The only hunk of a diff of `a.py`, given below its two names."""
    ((found,),) = [file.hunks for file in read(HEAD + text).files]
    return found


def shown(found):
    """The hunk's lines as a diff shows them."""
    return [line.sign + line.text for line in found.lines]


def told(text):
    """What was mended, with the lines' numbers in the diff below its two names."""
    return [(mend.line - 22, mend.what) for mend in read(HEAD + text).mends]


def test_a_well_formed_hunk_is_read_without_mending():
    text = "@@ -3,3 +3,4 @@ def f():\n a\n-b\n+c\n+d\n e\n"

    found = hunk(text)

    assert shown(found) == [" a", "-b", "+c", "+d", " e"]
    assert (found.line, found.old_start, found.new_start) == (3, 2, 2)
    assert told(text) == []


def test_a_diff_of_a_signature_is_no_signature():
    assert shown(hunk("@@ -1,2 +1,2 @@\n -- \n-2.4\n+2.5\n")) == [" -- ", "-2.4", "+2.5"]


def test_counts_that_do_not_add_up_are_passed_over():
    text = "@@ -1,6 +1,8 @@\n a\n-b\n+c\n"

    assert shown(hunk(text)) == [" a", "-b", "+c"]
    assert told(text) == [(0, "the hunk's line counts do not add up; read up to the next header")]


def test_a_header_without_numbers_is_read():
    text = "@@ def f @@\n-a\n+b\n"

    assert (shown(hunk(text)), hunk(text).old_start) == (["-a", "+b"], None)
    assert told(text) == [(0, "the hunk's line counts are not told; read up to the next header")]


def test_a_blank_line_in_a_hunk_is_context_that_lost_its_space():
    text = "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n"

    assert shown(hunk(text)) == [" a", " ", "-b", "+c"]
    assert told(text) == [(2, "a blank context line lacks its leading space")]


def test_a_blank_line_behind_a_hunk_is_context_if_it_is_counted():
    assert shown(hunk("@@ -1,2 +1,2 @@\n-a\n+b\n\n")) == ["-a", "+b", " "]
    assert shown(hunk("@@ -1 +1 @@\n-a\n+b\n\n")) == ["-a", "+b"]
    assert shown(hunk("@@ -7,9 +1 @@\n-a\n+b\n\n\n")) == ["-a", "+b"]


def test_blank_lines_may_part_two_diffs():
    found = read(f"{HEAD}@@ -1 +1 @@\n-a\n+b\n\n\n--- a/c\n+++ b/c\n@@ -9,9 +1 @@\n-a\n+b\n")

    assert [(file.line, file.old, len(file.hunks[0].lines)) for file in found.files] == [
        (1, "a.py", 2),
        (8, "c", 2),
    ]


def test_removed_and_added_lines_that_look_like_names_are_content_where_counted():
    assert shown(hunk("@@ -1,2 +1,2 @@\n--- sql\n+++ sql\n x\n")) == ["--- sql", "+++ sql", " x"]


def test_names_directly_above_a_hunk_begin_a_file_even_where_counted_as_content():
    found = read(f"{HEAD}@@ -1,2 +1,2 @@\n-a\n+b\n--- a/c\n+++ b/c\n@@ -1 +1 @@\n-a\n+b\n")

    assert [file.old for file in found.files] == ["a.py", "c"]


def test_a_second_hunk_belongs_to_the_same_file():
    found = read(f"{HEAD}@@ -1 +1 @@\n-a\n+b\n@@ -5 +5 @@\n-c\n+d\n")

    assert [[each.line for each in file.hunks] for file in found.files] == [[3, 6]]


@pytest.mark.parametrize(
    ("marks", "old", "new"),
    [("-a\n\\ No newline at end of file\n+b\n", True, False), ("-a\n+b\n\\ no newline\n", False, True)],
)
def test_a_missing_last_line_feed_belongs_to_the_line_above_the_mark(marks, old, new):
    found = hunk(f"@@ -1 +1 @@\n{marks}")

    assert ([line.unended for line in found.old], [line.unended for line in found.new]) == ([old], [new])
    assert shown(found) == ["-a", "+b"]


def test_prose_around_diffs_is_passed_over_and_told():
    found = read(f"Look:\n\n{HEAD}@@ -1 +1 @@\n-a\n+b\nThat is all.\n")

    assert len(found.files) == 1
    assert [mend.line for mend in found.mends] == [20, 27]
    assert found.mends[0].what == "is no part of a diff; passed over"


def test_prose_may_end_a_hunk_whose_counts_do_not_add_up():
    found = read(f"{HEAD}@@ -9 +1 @@\n-a\n+b\nand then\n@@ -8,8 +8 @@\n-c\n+d\n")

    assert [shown(each) for each in found.files[0].hunks] == [["-a", "+b"], ["-c", "+d"]]
    assert "is no part of a diff; passed over" in [mend.what for mend in found.mends]


def test_a_signature_of_mail_ends_the_last_hunk():
    assert shown(hunk("@@ -1 +1 @@\n-a\n+b\n-- \n2.45.1\n")) == ["-a", "+b"]


@pytest.mark.parametrize("counts", ["-1 +1,2", "-9 +1"])
def test_a_marker_line_says_where_the_cursor_should_end_and_is_no_content(counts):
    found = hunk(f"@@ {counts} @@\n-a\n+print()\n#     ^[CURSOR_POSITION]\n+c\n")

    assert shown(found) == ["-a", "+print()", "+c"]
    assert found.cursor == (0, 5)


@pytest.mark.parametrize(
    ("marker", "cursor"),
    [
        ("# <[CURSOR_POSITION]", (1, 0)),
        ("+  // <[CURSOR_POSITION]", (1, 2)),
        ("+//   ^[CURSOR_POSITION]", (1, 5)),
        (" //   ^[CURSOR_POSITION]", (1, 5)),
        ("^[CURSOR_POSITION]", (1, 0)),
        ("-//   ^[CURSOR_POSITION]", None),
    ],
)
def test_marker_lines_in_patches_count_columns_behind_the_sign(marker, cursor):
    assert hunk(f"@@ -1 +1,2 @@\n a\n+bcdefg\n{marker}\n").cursor == cursor


def test_an_inline_cursor_in_a_patch_is_taken_out():
    found = hunk("@@ -1 +1,2 @@\n a\n+é = <|user_cursor|>1\n")

    assert (shown(found), found.cursor) == ([" a", "+é = 1"], (1, 5))


def test_git_tells_of_new_deleted_and_renamed_files():
    found = read(
        "diff --git a/new b/new\nnew file mode 100644\nindex 0..1\n"
        "diff --git a/old b/old\ndeleted file mode 100644\nindex 1..0\n"
        "--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
        "diff --git a/one two b/three\nsimilarity index 90%\nrename from one two\nrename to three\n"
    )

    assert [(file.old, file.new) for file in found.files] == [
        (None, "new"),
        ("old", None),
        ("one two", "three"),
    ]
    assert found.mends == ()


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("a/x y.py\t2024-01-01 10:00", "b/x y.py\t", ("x y.py", "x y.py")),
        ('"a/caf\\303\\251 \\"q\\".py"', '"b/caf\\303\\251 \\"q\\".py"', ('café "q".py', 'café "q".py')),
        ("x.py", "x.py", ("x.py", "x.py")),
        ("a/x.py", "a/x.py", ("a/x.py", "a/x.py")),
        ("i/x.py", "w/x.py", ("x.py", "x.py")),
        ("/dev/null", "b/x.py", (None, "x.py")),
        ("a/x.py", "/dev/null", ("x.py", None)),
    ],
)
def test_names_are_read_as_git_and_others_write_them(old, new, names):
    (file,) = read(f"--- {old}\n+++ {new}\n@@ -1 +1 @@\n-a\n+b\n").files

    assert (file.old, file.new) == names


def test_a_diff_that_came_with_carriage_returns_loses_them():
    (file,) = read("--- a/a\r\n+++ b/a\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n").files

    assert [line.text for line in file.hunks[0].lines] == ["a", "b"]


def test_carriage_returns_of_the_content_alone_are_kept():
    assert shown(hunk("@@ -1 +1 @@\n-a\r\n+b\r\n")) == ["-a\r", "+b\r"]


@pytest.mark.parametrize("text", ["", "\n", "(No edit history)\n"])
def test_a_blank_patch_changes_nothing(text):
    assert read(text).files == ()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("no diff\n", 20, "holds no diff; begin it with the lines --- a/path and +++ b/path"),
        ("@@ -1 +1 @@\n-a\n+b\n", 20, "no file is named for this hunk; write --- a/path"),
        (
            f"{HEAD}@@ -9 +1 @@\n-a\nprose\n+b\n",
            24,
            'is no line of a hunk; begin it with a space, "+" or "-"',
        ),
        (f"{HEAD}@@ -1 +1 @@\n", 22, "the hunk has no lines"),
        (f"{HEAD}@@@ -1 -1 +1 @@@\n  a\n", 22, "is the diff of a merge; write it against one parent"),
        ("--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n", 20, '"../x" leads out of the repository'),
        ("--- /etc/x\n+++ /etc/x\n@@ -1 +1 @@\n-a\n+b\n", 20, "is no path inside the repository"),
        ("--- /dev/null\n+++ /dev/null\n", 20, "on both sides; name the file"),
        ("diff --git a/x b/x\nBinary files a/x and b/x differ\n", 21, "data that is no text"),
        ("diff --git a/x b/y\ncopy from x\ncopy to y\n", 21, "copies are not read"),
        ("diff --git a/x y b/z w\n@@ -1 +1 @@\n-a\n+b\n", 21, "no file is named for this hunk"),
        ("diff --git a/x y b/z w\n", 20, "does not tell which file is meant"),
        (
            f"{HEAD}@@ -1 +1 @@\n-a\n#^[CURSOR_POSITION]\n+b\n",
            24,
            "must stand below the line with the cursor",
        ),
        (f"{HEAD}@@ -0,0 +1,2 @@\n+<|user_cursor|>\n+<|user_cursor|>\n", 24, "a second cursor is marked"),
        (f"{HEAD}@@ -1 +1 @@\n+<|user_cursor|>\n@@ -5 +5 @@\n+<|user_cursor|>\n", 24, "in the same patch"),
    ],
)
def test_what_nobody_could_read_is_an_error_with_its_line(text, line, message):
    with pytest.raises(CaseError) as caught:
        read(text)

    assert str(caught.value).startswith(f"x.md:{line}: ")
    assert message in str(caught.value)

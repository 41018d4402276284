"""The buffer of an example: uncommitted diff, edit history, cursor, and what patches make of it."""

from pathlib import PurePosixPath

import pytest

from pytest_editbench.cases.examples import buffer, markdown
from pytest_editbench.errors import CaseError

PATH = PurePosixPath("src/a.py")
FILE = b"import os\n\n\ndef area(w, h):\n    return w * h\n"
FRONT = '+++\nrepository_url = "git@host:one/shapes.git"\nrevision = "r"\n+++\n'
TO_SIZE = (
    "--- a/src/a.py\n+++ b/src/a.py\n@@ -4,2 +4,2 @@\n-def area(w, h):\n+def area(size):\n     return w * h\n"
)
EXPECTED = (
    "--- a/src/a.py\n+++ b/src/a.py\n@@ -4,2 +4,2 @@\n def area(size):\n-    return w * h\n"
    "+    return size.w * size.h\n#                         ^[CURSOR_POSITION]\n"
)
EXCERPT = "def area(size<|user_cursor|>):\n    return w * h\n"


def reading(excerpt=EXCERPT, path="src/a.py", front=FRONT, **sections):
    """An example; sections by title with underscores, each with its fences."""
    parts = [front, f"## Cursor Position\n```{path}\n{excerpt}```\n"]
    for title, fences in sections.items():
        parts.append(
            f"## {title.replace('_', ' ')}\n" + "".join(f"```diff\n{fence}```\n" for fence in fences)
        )
    return markdown.read("".join(parts), "x.md", "x")


def patch(old, new, hunk):
    return f"--- {old}\n+++ {new}\n{hunk}"


def test_the_history_lies_on_top_of_the_uncommitted_diff():
    uncommitted = "--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-import os\n+import sys\n"

    found = buffer.make(reading(Uncommitted_Diff=[uncommitted], Edit_History=[TO_SIZE]), {PATH: FILE})

    assert found.before[PATH] == FILE.replace(b"os", b"sys")
    assert found.files[PATH] == found.before[PATH].replace(b"w, h", b"size")


def test_the_cursor_is_found_where_the_excerpt_stands():
    spot = buffer.make(reading(Edit_History=[TO_SIZE]), {PATH: FILE}).cursor

    assert (spot.path, spot.line, spot.column) == (PATH, 4, 13)
    assert FILE.replace(b"w, h", b"size")[: spot.offset].endswith(b"def area(size")


def test_a_history_that_the_uncommitted_diff_holds_is_rolled_back_and_replayed():
    front = FRONT.replace('"r"\n', '"r"\nuncommitted_diff_requires_edit_history_rollback = true\n')
    made = reading(front=front, Uncommitted_Diff=[TO_SIZE], Edit_History=[TO_SIZE])

    found = buffer.make(made, {PATH: FILE})

    assert (found.before[PATH], found.files[PATH]) == (FILE, FILE.replace(b"w, h", b"size"))


def test_every_expected_patch_is_an_answer_with_its_cursor():
    made = reading(Edit_History=[TO_SIZE], Expected_Patch=[EXPECTED, ""])
    found = buffer.answers(made, buffer.make(made, {PATH: FILE}))

    assert [answer.name for answer in found] == ["expected", "expected.2"]
    assert found[0].files[PATH].endswith(b"    return size.w * size.h\n")
    assert found[1].files[PATH] == FILE.replace(b"w, h", b"size")
    assert (found[0].cursor.line, found[0].cursor.column, found[1].cursor) == (5, 25, None)


def test_the_rejected_patch_makes_files_too():
    made = reading(Edit_History=[TO_SIZE], Rejected_Patch=[EXPECTED])
    at = buffer.make(made, {PATH: FILE})

    assert b"size.w" in buffer.rejected(made, at)[PATH]
    assert buffer.rejected(reading(), at) is None


def test_paths_may_have_the_name_of_the_repository_in_front():
    history = TO_SIZE.replace("/src", "/shapes/src")
    create = patch("/dev/null", "b/shapes/new.py", "@@ -0,0 +1 @@\n+x\n")
    made = reading(path="shapes/src/a.py", Edit_History=[history, create])

    found = buffer.make(made, {PATH: FILE})

    assert sorted(map(str, found.files)) == ["new.py", "src/a.py"]
    assert [mend.what for mend in found.mends] == [
        'the repository\'s folder name, "shapes/", is taken off the paths'
    ]
    assert found.cursor.path == PATH


def test_a_folder_named_like_the_repository_stays():
    inner = PurePosixPath("shapes/a.py")
    made = reading(path="shapes/a.py", Edit_History=[TO_SIZE.replace("src/", "shapes/")])

    assert list(buffer.make(made, {inner: FILE, PurePosixPath("b.py"): b""}).files.changed) == [inner]


def test_files_are_created_deleted_and_renamed():
    create = patch("/dev/null", "b/new.py", "@@ -0,0 +1 @@\n+x\n")
    delete = patch("a/old.py", "/dev/null", "@@ -1,2 +0,0 @@\n-a\n-b\n")
    rename = "diff --git a/src/a.py b/src/b.py\nrename from src/a.py\nrename to src/b.py\n"
    made = reading(path="src/b.py", Edit_History=[TO_SIZE, create, delete, rename])

    found = buffer.make(made, {PATH: FILE, PurePosixPath("old.py"): b"a\nb\n"})

    assert {str(path): data for path, data in found.files.items()} == {
        "new.py": b"x\n",
        "src/b.py": FILE.replace(b"w, h", b"size"),
    }
    assert sorted(map(str, found.before)) == ["old.py", "src/a.py"]


def test_a_diff_that_names_the_new_file_on_both_sides_creates_it():
    create = patch("a/new.py", "b/new.py", "@@ -0,0 +1 @@\n+x\n")

    found = buffer.make(reading(Edit_History=[TO_SIZE, create]), {PATH: FILE})

    assert found.files[PurePosixPath("new.py")] == b"x\n"


def test_the_files_of_the_repository_are_not_changed():
    repository = {PATH: FILE}

    buffer.make(reading(Edit_History=[TO_SIZE]), repository)

    assert repository == {PATH: FILE}


def test_an_excerpt_of_a_file_with_carriage_returns_is_found():
    spot = buffer.make(reading(Edit_History=[TO_SIZE]), {PATH: FILE.replace(b"\n", b"\r\n")}).cursor

    assert (spot.line, spot.column, spot.offset) == (4, 13, len(b"import os\r\n\r\n\r\ndef area(size"))


@pytest.mark.parametrize(
    ("excerpt", "data", "line"),
    [("a\n<|user_cursor|>\n", b"a\n", 2), ("<|user_cursor|>\n", b"", 1), ("b<|user_cursor|>\n", b"a\nb", 2)],
    ids=["behind the last line feed", "empty file", "no last line feed"],
)
def test_the_cursor_may_stand_at_the_end_of_a_file(excerpt, data, line):
    spot = buffer.make(reading(excerpt), {PATH: data}).cursor

    assert (spot.line, spot.offset) == (line, len(data))


def test_moved_hunks_and_what_else_was_read_past_are_told():
    found = buffer.make(reading(Edit_History=[TO_SIZE.replace("-4,2", "-9,2")]), {PATH: FILE})

    assert [(mend.line, mend.what) for mend in found.mends] == [(14, "the hunk stands at line 4, not 9")]


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (reading(), "x.md:7: the excerpt does not stand in src/a.py; copy its lines from there"),
        (reading("<|user_cursor|>\n"), "the excerpt stands in src/a.py at lines 2, 3, 6; take more lines"),
        (reading(path="b.py"), "x.md:6: the cursor's file b.py is not in the repository; correct the path"),
        (reading(Edit_History=[TO_SIZE, TO_SIZE]), "has no line `def area(w, h):` at this point"),
        (
            reading(Edit_History=[patch("a/b.py", "b/b.py", "@@ -1 +1 @@\n-a\n+b\n")]),
            "x.md:12: b.py is not in the repository at this point; correct the path",
        ),
        (
            reading(Edit_History=[patch("/dev/null", "b/src/a.py", "@@ -0,0 +1 @@\n+b\n")]),
            "x.md:12: src/a.py exists already; name the file that the diff changes",
        ),
        (
            reading(Edit_History=[patch("a/src/a.py", "/dev/null", "@@ -1 +0,0 @@\n-import os\n")]),
            "x.md:12: deletes src/a.py but leaves lines of it; show all its lines as deleted",
        ),
    ],
)
def test_what_does_not_fit_the_repository_is_told_with_its_line(made, message):
    with pytest.raises(CaseError) as caught:
        buffer.make(made, {PATH: FILE})

    assert message in str(caught.value)


def test_a_file_that_stands_whole_in_the_excerpt_needs_no_repository():
    text = FILE.decode().replace("w, h", "size<|user_cursor|>")
    other = patch("a/other.py", "b/other.py", "@@ -1 +1 @@\n-a\n+b\n")
    made = reading(text, Edit_History=[TO_SIZE, other], Expected_Patch=[EXPECTED])

    found = buffer.of_excerpt(made)

    assert (found.before[PATH], found.files[PATH]) == (FILE, FILE.replace(b"w, h", b"size"))
    assert b"size.w" in buffer.answers(made, found)[0].files[PATH]


def test_an_excerpt_that_lacks_lines_of_the_history_is_no_whole_file():
    more = "--- a/src/a.py\n+++ b/src/a.py\n@@ -9 +9 @@\n-import re\n+import sys\n"

    with pytest.raises(CaseError, match="has no line `import sys`"):
        buffer.of_excerpt(reading(Edit_History=[more]))

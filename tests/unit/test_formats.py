"""Edit formats: what they write and read, what is refused, and what each tolerance saves."""

from __future__ import annotations

import time
from pathlib import Path, PurePosixPath

import pytest

from pytest_editbench.cases import discovery, whole
from pytest_editbench.formats import FORMATS, TOLERANCES, FormatError, Refusal, carried_out, presented
from pytest_editbench.formats.instructing import example
from pytest_editbench.model import File, Folder, Link, Tree
from pytest_editbench.scoring import usages

ROOT = Path(__file__).parents[2]
A = PurePosixPath("a.py")

each_format = pytest.mark.parametrize("name", FORMATS)
says_deletions = ["unified-diff", "apply-patch", "line-range", "hashed-lines", "json-edits"]


def tree(**files: str | bytes) -> Tree:
    """Files `NAME.py` with that content."""
    return {
        PurePosixPath(f"{name}.py"): File(text.encode() if isinstance(text, str) else text)
        for name, text in sorted(files.items())
    }


def apply(name: str, answer: str, before: Tree, *tolerances: str) -> Tree:
    return carried_out(FORMATS[name], answer, before, frozenset(tolerances)).tree


def refused(name: str, answer: str, before: Tree, *tolerances: str) -> str:
    with pytest.raises(FormatError) as caught:
        apply(name, answer, before, *tolerances)
    return str(caught.value)


def refusal(name: str, before: Tree, after: Tree) -> str:
    found = FORMATS[name].render(before, after)
    assert isinstance(found, Refusal)
    return str(found.reason)


def block(old: str, new: str) -> str:
    """A search/replace block of a.py."""
    return f"FILE: a.py\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n"


def diff(*lines: str) -> str:
    return "\n".join(("--- a/a.py", "+++ b/a.py", *lines, ""))


def patch(*lines: str) -> str:
    return "\n".join(("*** Begin Patch", "*** Update File: a.py", *lines, "*** End Patch", ""))


# --- every format ------------------------------------------------------------------------------------


@each_format
def test_the_right_edit_of_every_case_of_the_suite_comes_out_right(name):
    fmt = FORMATS[name]
    for case in discovery.discover([ROOT / "cases"]):
        contents = whole.read(case)
        for answer in contents.answers.values():
            written = fmt.render(contents.input, answer)
            assert isinstance(written, str), case.id
            assert carried_out(fmt, written, contents.input).tree == answer, case.id


@each_format
def test_the_example_in_the_instructions_is_right(name):
    before, after = example()
    fmt = FORMATS[name]
    answer = fmt.render(before, after)

    assert isinstance(answer, str)
    assert answer in fmt.instructions
    assert presented(fmt, before) in fmt.instructions
    assert carried_out(fmt, answer, before).tree == after


@each_format
def test_prose_around_an_answer_means_nothing(name):
    before, after = example()
    answer = f"Here is the change:\n\n{FORMATS[name].render(before, after)}\n- That is all.\n\n> Bye\n"

    assert apply(name, answer, before) == after


@each_format
@pytest.mark.parametrize(
    "path",
    [
        *("../a.py", "/a.py", "b/../../a.py", "", ".", "b\x00", "n" * 300),
        *("./a.py", "a.py/", "b//a.py", "b/../a.py"),  # that are not written as they are shown
        *(".git", ".git/config", ".GIT/hooks/post-commit", "b/.git/config"),
    ],
)
def test_a_path_that_is_no_place_in_the_tree_is_an_error(name, path):
    answer = FORMATS[name].render({}, {PurePosixPath("PATH"): File(b"x\n")})

    assert isinstance(answer, str)
    assert refused(
        name, answer.replace("PATH", path.replace("\x00", "\\u0000" if "json" in name else "\x00")), {}
    )


@pytest.mark.parametrize("name", says_deletions)
def test_nothing_is_moved_into_a_folder_of_git_nor_out_of_it(name):
    for before, after in ((".git/x", "a.py"), ("a.py", ".git/x")):
        answer = FORMATS[name].render(tree(BEFORE="x\n"), tree(AFTER="x\n"))
        assert isinstance(answer, str)
        answer = answer.replace("BEFORE.py", before).replace("AFTER.py", after)

        assert "lies in a folder of git" in refused(name, answer, {PurePosixPath(before): File(b"x\n")})


@each_format
def test_no_format_tells_a_change_of_git(name):
    assert refusal(name, {}, {PurePosixPath(".git/x"): File(b"x\n")}) == "a path that no line can hold"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("b/../a.py", 'the path "b/../a.py" holds ".."; paths start at the top of the folder'),
        ("/a.py", 'the path "/a.py" is absolute; paths start at the top of the folder'),
        ("./a.py", 'the path "./a.py" is to be written "a.py"'),
        (".Git/x", 'the path ".Git/x" lies in a folder of git'),
    ],
)
def test_what_is_wrong_with_a_path_is_told(path, reason):
    assert reason in refused("whole-file", f"FILE: {path}\n```\nx\n```\n", {})


@each_format
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_crlf_after_every_line_of_an_answer_says_nothing(name, end):
    before, after = ({A: File(end.join((b"one", text, b"three", b"")))} for text in (b"two", b"2"))
    answer = FORMATS[name].render(before, after)

    assert isinstance(answer, str)
    assert apply(name, answer.replace("\n", "\r\n"), before) == after


@each_format
def test_an_answer_without_an_edit_is_an_error_of_one_line(name):
    for answer in ("", "I cannot do that.\n", "```\nx\n```\n", "\ud800"):
        assert "\n" not in refused(name, answer, tree(a="x\n"))


@each_format
def test_a_byte_order_mark_crlf_and_a_missing_last_line_end_stay_as_they_are(name):
    before = tree(a=b"\xef\xbb\xbfone\r\ntwo\r\nthree")
    after = tree(a=b"\xef\xbb\xbfone\r\n2\r\nthree")
    answer = FORMATS[name].render(before, after)

    assert isinstance(answer, str)
    assert "\r" not in answer
    assert apply(name, answer, before) == after


@each_format
def test_new_and_empty_files_and_several_at_once_can_be_told(name):
    before = tree(a="one\n", b="")
    after = tree(a="two\n", b="filled\n", c="new\n", d="")
    answer = FORMATS[name].render(before, after)

    assert isinstance(answer, str)
    assert apply(name, answer, before) == after


@pytest.mark.parametrize("name", says_deletions)
def test_most_formats_delete_and_rename(name):
    before, after = tree(a="one\n", b="two\n", c=""), tree(z="two\n")
    answer = FORMATS[name].render(before, after)

    assert isinstance(answer, str)
    assert apply(name, answer, before) == after


@pytest.mark.parametrize("name", ["whole-file", "search-replace"])
def test_two_formats_can_neither_delete_nor_rename(name):
    assert refusal(name, tree(a="one\n"), {}) == "a file deleted"
    assert refusal(name, tree(a="one\n"), tree(b="one\n")) == "a file renamed"


@each_format
@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        (tree(a="x\n"), tree(a="x\n"), "no change"),
        (tree(a="x\n"), tree(a=b"\xff\n"), "not UTF-8 text"),
        ({}, {A: Link("b")}, "a link"),
        ({A: Link("b")}, {A: File(b"x\n")}, "a link"),
        ({}, {A: File(b"x\n", executable=True)}, "an executable file"),
        ({A: File(b"x\n")}, {A: File(b"x\n", executable=True)}, "an executable file"),
        ({}, {A: Folder()}, "an empty folder"),
        ({}, {PurePosixPath("a\nb"): File(b"x\n")}, "a path that no line can hold"),
        (tree(a=b"\xef\xbb\xbfx\n"), tree(a="x\n"), "a byte-order mark taken away"),
        (tree(a="x\r\ny\r\n"), tree(a="x\ny\n"), "line ends other than those of the file"),
    ],
)
def test_what_no_format_can_tell_is_refused_by_name(name, before, after, reason):
    assert refusal(name, before, after) == reason


@each_format
def test_the_line_end_after_the_last_line_can_be_told_by_two_formats_alone(name):
    before, after = tree(a="one\ntwo\n"), tree(a="one\ntwo")
    answer = FORMATS[name].render(before, after)

    if name in ("unified-diff", "json-edits"):
        assert isinstance(answer, str)
        assert apply(name, answer, before) == after
    else:
        assert str(answer) == "the line end after the last line (a.py)"


@each_format
def test_an_executable_file_stays_one(name):
    before, after = {A: File(b"x\n", executable=True)}, {A: File(b"y\n", executable=True)}
    answer = FORMATS[name].render(before, after)

    assert isinstance(answer, str)
    assert apply(name, answer, before) == after


@each_format
def test_a_file_that_is_no_text_a_link_and_no_line_end_are_shown_as_such(name):
    shown = presented(FORMATS[name], {**tree(a=b"\xff", b="```\nx"), PurePosixPath("l"): Link("a.py")})

    assert "FILE: a.py\n(Not UTF-8 text: 1 bytes.)\n" in shown
    assert "FILE: l\n(A link to 'a.py'.)\n" in shown


@each_format
def test_a_megabyte_of_answer_takes_no_time(name):
    old = [f"line {number % 500} of {number}" for number in range(30_000)]
    new = [f"{line} changed" if number % 30 == 0 else line for number, line in enumerate(old)]
    before, after = tree(a="\n".join([*old, ""])), tree(a="\n".join([*new, ""]))
    answer = FORMATS[name].render(before, after)

    start = time.process_time()
    assert isinstance(answer, str)
    assert apply(name, answer, before) == after
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    "line", ["x", "```", "@@", "<<<<<<< SEARCH", "FILE: a.py", "--- a/a.py", "+++ b", " ", "[{"]
)
@each_format
def test_a_megabyte_of_one_line_takes_no_time(name, line):
    start = time.process_time()
    with pytest.raises(FormatError):
        apply(name, f"{line}\n" * (200_000 // (len(line) + 1)), tree(a="x\n" * 1000), *TOLERANCES)
    assert time.process_time() - start < 2


# --- one by one --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "answer", "reason"),
    [
        ("whole-file", "FILE: a.py\n```\nx\n", "line 2: no fence closes the one that is opened here"),
        ("whole-file", "FILE: a.py\nx\n", "line 2: expected a fence"),
        ("whole-file", "FILE: a.py\n```\n1\n```\nFILE: a.py \n```\n2\n```\n", "line 5: a.py is named twice"),
        (
            "search-replace",
            "<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n",
            "line 1: no FILE: PATH stands above",
        ),
        (
            "search-replace",
            block("x\n", "y\n").replace("=======\n", ""),
            "expected ======= before >>>>>>> REPLACE",
        ),
        ("search-replace", block("x\n", "y\n").replace("<<<<<<< SEARCH\n", ""), "no <<<<<<< SEARCH opens"),
        ("search-replace", block("", "y\n"), "there is such a file already"),
        ("search-replace", block("z\n", "y\n"), 'a.py: line 2: the file does not hold the quoted lines: "z"'),
        ("search-replace", block("b\n", "y\n"), "fit at several places of the file: lines 2, 4"),
        ("search-replace", block("a\n", "y\n") * 2, "two edits of the answer make the same change"),
        ("search-replace", block("a\n", "y\n") + block("a\nb\n", "z\n"), "two edits of the answer overlap"),
        (
            "search-replace",
            block("a\n", "y\n").replace("a.py", "b.py"),
            "this path is not a file of the tree",
        ),
        ("unified-diff", diff("@@ -1 +1 @@", "-b", "+y"), 'line 1 of the file is "a", not "b"'),
        ("unified-diff", diff("@@ -9 +9 @@", "-b", "+y"), "line 9 of the file is missing"),
        (
            "unified-diff",
            diff("@@ -1,2 +1 @@", "-a", "+y"),
            "the hunk has 1 old and 1 new lines, not 2 and 1",
        ),
        ("unified-diff", diff("@@ ... @@", "-a", "+y"), "expected @@ -START,COUNT +START,COUNT @@"),
        ("unified-diff", diff("-a", "+y"), "line 3: expected a hunk to start with @@"),
        ("unified-diff", "@@ -1 +1 @@\n-a\n+y\n", "has no --- PATH and +++ PATH above it"),
        ("unified-diff", diff(), "no hunk (@@ …) follows for a.py"),
        (
            "unified-diff",
            diff("@@ -1 +1 @@", "-a", "+y").replace("+++ b/a.py", "+++ b/b.py"),
            "name two files; a rename needs rename from and rename to above them",
        ),
        ("unified-diff", diff("@@ -1 +1 @@", "-a", "\\ No newline", "+y"), "wrong about the line end"),
        (
            "unified-diff",
            "diff --git a/a.py b/a.py\nold mode 100644\nnew mode 100755\n",
            "modes of files cannot",
        ),
        ("apply-patch", patch("@@", "-z", "+y"), "the file does not hold the quoted lines"),
        ("apply-patch", patch("@@", "-b", "+y"), "fit at several places"),
        ("apply-patch", patch("@@ b", " c", "+y"), 'the line "b" stands 2 times in the file'),
        ("apply-patch", patch("@@", "-a", "y"), 'in front of "y"'),
        ("apply-patch", patch("@@", "+y"), "no line of the file is quoted"),
        ("apply-patch", patch(), "no hunk follows for a.py"),
        ("apply-patch", "*** Begin Patch\n*** Update File: a.py\n", "0 lines *** End Patch follow"),
        ("apply-patch", "*** Begin Patch\nx\n*** End Patch", "line 2: expected *** Add File:"),
        ("line-range", "FILE: a.py\nREPLACE 3-2\n```\n```\n", "expected REPLACE 12 or REPLACE 12-12"),
        ("line-range", "FILE: a.py\nREPLACE 0\n```\n```\n", "lines are numbered from 1"),
        ("line-range", "FILE: a.py\nDELETE 4-5\n", "there is no line 5; the file has 4 lines"),
        ("line-range", "FILE: a.py\nINSERT BELOW 4\n```\n```\n", "expected INSERT AFTER 12"),
        ("line-range", "DELETE 4\n", "no FILE: PATH stands above"),
        ("line-range", "FILE: a.py\nREMOVE\nDELETE 1\n", "says things that exclude each other about a.py"),
        ("hashed-lines", "FILE: a.py\nDELETE 1:zzz\n", "a.py: line 2: line 1 is "),
        ("hashed-lines", "FILE: a.py\nDELETE 1\n", "expected DELETE 12:abc"),
        ("json-edits", "{", "line 1: no valid JSON"),
        ("json-edits", "x\n```json\n{\n```\n", "line 3: no valid JSON"),
        ("json-edits", "[" * 100_000, "0 blocks ```json"),
        ("json-edits", '{"edits": ' + "[" * 100_000, "no valid JSON: it is nested too deeply"),
        ("json-edits", '{"edits": [], "edits": []}', "a key stands twice"),
        ("json-edits", '{"edits": [{"path": "a.py", "find": "a"}]}', "edit 1: expected path and find"),
        ("json-edits", '{"edits": [{"path": 1, "create": "a"}]}', "edit 1: path must be a text"),
        ("json-edits", '{"edits": [{"path": "a.py", "delete": false}]}', "delete must be true"),
        (
            "json-edits",
            '{"edits": [{"path": "a.py", "find": "b", "replace": ""}]}',
            "more than once: lines 2 and 4",
        ),
        ("json-edits", '{"edits": [{"path": "a.py", "find": "", "replace": "x"}]}', "nowhere to be found"),
        ("json-edits", '{"edits": [{"path": "b.py", "create": "\\ud800"}]}', "U+D800 is no character"),
    ],
)
def test_what_is_wrong_with_an_answer_is_told(name, answer, reason):
    assert reason in refused(name, answer, tree(a="a\nb\nc\nb\n"))


def test_a_fence_in_the_content_makes_a_longer_fence():
    after = tree(a="````\n```\nx\n")
    answer = FORMATS["whole-file"].render({}, after)

    assert isinstance(answer, str)
    assert answer.startswith("FILE: a.py\n`````\n")
    assert apply("whole-file", answer, {}) == after


def test_markers_in_the_content_make_longer_markers():
    before, after = tree(a="<<<<<<< ours\n=======\n>>>>>>> theirs\n"), tree(a="=======\n")
    answer = FORMATS["search-replace"].render(before, after)

    assert isinstance(answer, str)
    assert "\n<<<<<<<< SEARCH\n" in answer
    assert apply("search-replace", answer, before) == after


def test_a_hunk_below_an_anchor_is_at_the_first_place_there():
    before = tree(a="def f():\n    x\n\ndef g():\n    x\n\ndef h():\n    x\n")

    after = apply("apply-patch", patch("@@ def g():", "-    x", "+    y"), before)

    assert after == tree(a="def f():\n    x\n\ndef g():\n    y\n\ndef h():\n    x\n")


@pytest.mark.parametrize(
    ("anchor", "placed"),
    [
        ("@@ def a(x):", "outer"),
        ("@@     def a(x):", "inner"),
        ("@@    def a(x):   ", ""),
        ("@@def a(x):", ""),
    ],
)
def test_an_anchor_is_equal_to_a_line_to_the_last_blank(anchor, placed):
    inner, outer = "class A:\n    def a(x):\n{}", "def a(x):\n{}"
    old, new = "        return x > 1\n", "        return x >= 1\n"
    before = tree(a=inner.format(old) + outer.format(old))
    answer = patch(anchor, f"-{old[:-1]}", f"+{new[:-1]}")

    if not placed:
        assert refused("apply-patch", answer, before)
    else:
        sides = (old, new) if placed == "outer" else (new, old)
        assert apply("apply-patch", answer, before) == tree(a=inner.format(sides[0]) + outer.format(sides[1]))


def test_an_anchor_with_another_indent_has_a_place_with_blank_drift_alone():
    answer, before = patch("@@   g():  ", "-  x", "+  y"), tree(a="f():\n  x\n  g():\n  x\n")

    assert 'the line "  g():  " does not stand' in refused("apply-patch", answer, before, "fuzzy-context")
    carried = carried_out(FORMATS["apply-patch"], answer, before, TOLERANCES)
    assert (carried.tree, carried.saved) == (tree(a="f():\n  x\n  g():\n  y\n"), ("blank-drift",))


MIXED = tree(a="def a():\r\n    x\r\n\ndef b():\n    x\n\ndef a():\n    x\n")


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("search-replace", block("def a():\n    x\n", "def a():\n    y\n")),
        ("apply-patch", patch("@@", " def a():", "-    x", "+    y")),
        ("apply-patch", patch("@@ def a():", "-    x", "+    y")),
        (
            "json-edits",
            r'{"edits": [{"path": "a.py", "find": "a():\n    x\n", "replace": "a():\n    y\n"}]}',
        ),
    ],
)
def test_among_mixed_line_ends_what_looks_alike_is_not_told_apart(name, answer):
    assert ("several places" if "@@ d" not in answer else "2 times") in refused(name, answer, MIXED) or (
        "more than once: lines 1 and 7" in refused(name, answer, MIXED)
    )


@each_format
@pytest.mark.parametrize("place", [1, 7])
def test_among_mixed_line_ends_the_right_answer_lands(name, place):
    lines = MIXED[A].data.split(b"\n")  # type: ignore[union-attr]  # a file
    lines[place] = lines[place].replace(b"x", b"y")
    after = {A: File(b"\n".join(lines))}
    answer = FORMATS[name].render(MIXED, after)

    assert isinstance(answer, str)
    assert apply(name, answer, MIXED) == after


def test_carriage_returns_that_only_the_answer_has_are_white_space_to_blank_drift():
    answer = block("a\r\nb\n", "a\r\nc\r\n")

    assert refused("search-replace", answer, tree(a="a\nb\n"))
    assert apply("search-replace", answer, tree(a="a\nb\n"), "blank-drift") == tree(a="a\nc\n")


def test_blank_drift_keeps_the_line_ends_that_are_there():
    answer = block("  a\n  b\n  x\n", "  a\n  c\n  d\n  x\n  y\n")

    after = apply("search-replace", answer, tree(a="a\r\nb\r\nx\n"), "blank-drift")

    assert after == tree(a="a\r\nc\r\nd\r\nx\ny\n")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (' x = "1"', "' x = \"1\"'"),
        ("it's", '"it\'s"'),
        ("a\\", r"'a\\'"),
        ("'\"", "'\\'\"'"),
        ("\tx", r"'\tx'"),
    ],
)
def test_a_quotation_ends_where_its_mark_comes_again(line, told):
    reason = refused("search-replace", block(f"{line}\n", "y\n"), tree(a="x\n"))

    assert reason == f"a.py: line 2: the file does not hold the quoted lines: {told}"
    assert usages.sorted_reason(reason) == "the file does not hold the quoted lines: …"


def test_a_hunk_may_be_said_to_end_the_file():
    after = apply("apply-patch", patch("@@", " b", "+d", "*** End of File"), tree(a="b\nc\nb\n"))

    assert after == tree(a="b\nc\nb\nd\n")


def test_a_diff_need_not_have_the_letters_of_git():
    answer = "--- a.py\t2024-01-01\n+++ a.py\n@@ -1 +1 @@\n-a\n+b\n"

    assert apply("unified-diff", answer, tree(a="a\n")) == tree(a="b\n")


def test_a_blank_line_of_a_diff_may_have_lost_its_sign():
    answer = diff("@@ -1,3 +1,3 @@", " a", "", "-b", "+c")

    assert apply("unified-diff", answer, tree(a="a\n\nb\n")) == tree(a="a\n\nc\n")


def test_a_file_comes_into_a_folder_that_was_empty():
    before = {PurePosixPath("d"): Folder()}

    assert apply("whole-file", "FILE: d/x\n```\n1\n```\n", before) == {PurePosixPath("d/x"): File(b"1\n")}


@pytest.mark.parametrize("path", ["a.py/b", "l/b", "d"])
def test_a_file_cannot_come_beneath_a_file_or_a_link_or_in_place_of_a_folder(path):
    before = {**tree(a="x\n"), PurePosixPath("l"): Link("d"), PurePosixPath("d/c"): File(b"")}

    assert refused("whole-file", f"FILE: {path}\n```\n1\n```\n", before)


# --- tolerances --------------------------------------------------------------------------------------

NESTED = "def f():\n    if x:\n        return 1\n\n    return 2\n"


@pytest.mark.parametrize(
    ("name", "answer", "needed", "after"),
    [
        ("search-replace", block("return 2\n", "return 3\n"), ("blank-drift",), NESTED.replace("2", "3")),
        (
            "search-replace",
            block("if x:\n    return 1\n", "if x:\n    y\n    return 1\n"),
            ("blank-drift",),
            NESTED.replace("        return 1", "        y\n        return 1"),
        ),
        (
            "search-replace",
            block("        return 1\n    return 2\n", "        return 1\n    return 3\n"),
            ("blank-drift",),
            NESTED.replace("2", "3"),
        ),
        (
            "search-replace",
            block("    return 2  \n", "    return 3\n"),
            ("blank-drift",),
            NESTED.replace("2", "3"),
        ),
        (
            "search-replace",
            block("def f(x):\n    if x:\n        return 1\n", "def f(x):\n    if x:\n        return 0\n"),
            ("fuzzy-context",),
            NESTED.replace("1", "0"),
        ),
        (
            "json-edits",
            '{"edits": [{"path": "a.py", "find": "return 2\\n", "replace": "return 3\\n"}]}',
            (),
            "",
        ),
        (
            "json-edits",
            '{"edits": [{"path": "a.py", "find": "  return 2", "replace": "  return 3"}]}',
            (),
            NESTED.replace("2", "3"),
        ),
        (
            "json-edits",
            '{"edits": [{"path": "a.py", "find": "if x:\\n  return 1", "replace": "if x:\\n  return 0"}]}',
            ("blank-drift",),
            "",
        ),
        (
            "unified-diff",
            diff("@@ -9 +9 @@", "-    return 2", "+    return 3"),
            ("line-drift",),
            NESTED.replace("2", "3"),
        ),
        (
            "unified-diff",
            diff("@@ -5,7 +5 @@", "-    return 2", "+    return 3"),
            ("line-drift",),
            NESTED.replace("2", "3"),
        ),
        (
            "unified-diff",
            diff("@@ -5 +5 @@", "-  return 2", "+  return 3"),
            ("blank-drift",),
            NESTED.replace("2", "3"),
        ),
        (
            "unified-diff",
            diff("@@ -4 +4 @@", "-  return 2", "+  return 3"),
            ("blank-drift", "line-drift"),
            NESTED.replace("2", "3"),
        ),
        (
            "apply-patch",
            patch("@@", "-  return 2", "+  return 3"),
            ("blank-drift",),
            NESTED.replace("2", "3"),
        ),
    ],
)
def test_a_tolerance_saves_an_answer_and_only_what_is_needed_is_named(name, answer, needed, after):
    before = tree(a=NESTED)
    if not after:
        after = NESTED.replace("1", "0") if "return 1" in answer else NESTED.replace("2", "3")
    for left_out in needed:
        allowed = [tolerance for tolerance in TOLERANCES if tolerance != left_out]
        assert refused(name, answer, before, *allowed)

    carried = carried_out(FORMATS[name], answer, before, TOLERANCES)

    assert (carried.tree, carried.saved) == (tree(a=after), needed)


def test_line_drift_places_hashed_lines_where_all_hashes_fit():
    before, after = tree(a="a\nb\nc\n"), tree(a="a\nB\nc\n")
    answer = FORMATS["hashed-lines"].render(before, after)
    moved = tree(a="new\na\nb\nc\n")

    assert isinstance(answer, str)
    assert "line 2 is" in refused("hashed-lines", answer, moved)
    carried = carried_out(FORMATS["hashed-lines"], answer, moved, {"line-drift"})
    assert (carried.tree, carried.saved) == (tree(a="new\na\nB\nc\n"), ("line-drift",))


@pytest.mark.parametrize(
    ("name", "answer", "before"),
    [
        ("search-replace", block("x\n", "y\n"), "  x\n    x\n"),
        (
            "search-replace",
            block("abcdefgh\nx\nabcdefgi\n", "abcdefgh\ny\nabcdefgi\n"),
            "abcdefgk\nx\nabcdefgi\n" * 2,
        ),
        ("unified-diff", diff("@@ -9 +9 @@", "-x", "+y"), "x\nx\n"),
        ("hashed-lines", "FILE: a.py\nDELETE 9:ktb\n", "x\nx\n"),
    ],
)
def test_a_tolerance_that_finds_two_places_is_still_an_error(name, answer, before):
    assert refused(name, answer, tree(a=before), *TOLERANCES)


def test_blank_drift_does_not_guess_on_which_side_of_a_blank_line_something_goes():
    answer = block("a\nb\n", "a\nnew\nb\n")

    assert "leaves out blank lines" in refused("search-replace", answer, tree(a="a\n\nb\n"), *TOLERANCES)


def test_blank_drift_does_not_guess_an_indent():
    answer = block("  a\nb\n", "  a\n      c\n")

    assert "indented" in refused("search-replace", answer, tree(a="    a\n b\n"), *TOLERANCES)


def test_fuzzy_context_lets_no_removed_line_differ():
    answer = block("abcdefgh\n", "y\n")

    assert refused("search-replace", answer, tree(a="abcdefgi\n"), *TOLERANCES)


def test_line_numbers_alone_are_believed():
    answer = "FILE: a.py\nDELETE 1\n"

    assert carried_out(FORMATS["line-range"], answer, tree(a="a\nb\n"), TOLERANCES).tree == tree(a="b\n")

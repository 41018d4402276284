"""What the solver does to the files of a tree, and where it refuses to touch them."""

from pathlib import PurePosixPath

import pytest

from pytest_editbench.agents.solver import NotUnderstood, solve
from pytest_editbench.model import File, Link, Tree


def tree(**files: bytes) -> Tree:
    return {
        PurePosixPath(name.replace("__", "/").replace("_", ".")): File(data) for name, data in files.items()
    }


def replacing(old: str, new: str) -> str:
    return f"Replace this block:\n\n```\n{old}\n```\n\nWith this:\n\n```\n{new}\n```\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(b"a\r\nb\r\nc\r\n", b"a\r\nX\r\nc\r\n", id="CRLF"),
        pytest.param(b"a\nb", b"a\nX", id="no final newline"),
        pytest.param(b"a\r\nb", b"a\r\nX", id="CRLF, no final newline"),
        pytest.param(b"\xef\xbb\xbfb\na\n", b"\xef\xbb\xbfX\na\n", id="byte-order mark"),
        pytest.param(b"a\r\nb\nc\r\n", b"a\r\nX\nc\r\n", id="mixed line ends"),
        pytest.param(b"\xff\xfe\nb\n", b"\xff\xfe\nX\n", id="invalid UTF-8 elsewhere"),
        pytest.param(b"a  \nb\n\x0c\n", b"a  \nX\n\x0c\n", id="odd white space elsewhere"),
    ],
)
def test_bytes_outside_the_change_stay(before: bytes, after: bytes) -> None:
    assert solve(replacing("b", "X"), tree(a_py=before)) == tree(a_py=after)


def test_unchanged_lines_within_a_block_keep_their_own_bytes() -> None:
    before, after = b"a\nkept  \r\nb\n", b"A\nkept  \r\nB\n"
    assert solve(replacing("a\nkept\nb", "A\nkept\nB"), tree(a_py=before)) == tree(a_py=after)


def test_a_block_that_would_match_without_its_blanks_elsewhere_matches_exactly_first() -> None:
    assert solve(replacing("  b", "  X"), tree(a_py=b"b\n  b\n")) == tree(a_py=b"b\n  X\n")


def test_deleting_the_last_line_keeps_the_file_without_a_final_newline() -> None:
    assert solve("Delete this block:\n```\nb\n```\n", tree(a_py=b"a\nb")) == tree(a_py=b"a")


def test_headings_tell_which_of_several_files_is_meant() -> None:
    prompt = f"## In `src/a.py`\n\n{replacing('x', '1')}\n## In `src/b.py`\n\n{replacing('x', '2')}"
    after = solve(prompt, tree(src__a_py=b"x\n", src__b_py=b"x\n"))
    assert after == tree(src__a_py=b"1\n", src__b_py=b"2\n")


def test_a_file_named_in_the_title_without_backticks_is_found_by_its_name() -> None:
    prompt = f"# Fix a bug in b.py\n\n{replacing('x', 'y')}"
    assert solve(prompt, tree(src__a_py=b"x\n", src__b_py=b"x\n")) == tree(src__a_py=b"x\n", src__b_py=b"y\n")


def test_a_file_that_a_warning_names_is_left_alone() -> None:
    prompt = f"In `a.py`, one line is wrong; don't touch `b.py`.\n\n{replacing('x', 'y')}"
    assert solve(prompt, tree(a_py=b"x\n", b_py=b"x\n")) == tree(a_py=b"y\n", b_py=b"x\n")


def test_a_block_that_stands_in_two_files_is_refused_where_none_is_named() -> None:
    with pytest.raises(NotUnderstood, match="2 different ways"):
        solve(replacing("x", "y"), tree(a_py=b"x\n", b_py=b"x\n"))


def test_files_are_created_deleted_and_renamed() -> None:
    prompt = (
        "Create `src/new.py` with exactly this content:\n\n```py\nx = 1\n```\n\n"
        "Delete the file `old.py`. Rename `a.py` to `b.py`."
    )
    after = solve(prompt, tree(old_py=b"1\n", src__a_py=b"2\n"))
    assert after == tree(src__new_py=b"x = 1\n", src__b_py=b"2\n")


@pytest.mark.parametrize("name", ["../x.py", "/x.py", "a.py/x.py", "link/x.py"])
def test_no_file_is_made_outside_the_workspace_or_beneath_a_file_or_link(name: str) -> None:
    before = {**tree(a_py=b"1\n"), PurePosixPath("link"): Link("..")}
    with pytest.raises(NotUnderstood):
        solve(f"Create the file `{name}` with exactly this content:\n```\nx\n```\n", before)


def test_an_executable_file_stays_executable() -> None:
    path = PurePosixPath("run")
    after = solve(replacing("a", "b"), {path: File(b"a\n", executable=True)})
    assert after == {path: File(b"b\n", executable=True)}


@pytest.mark.parametrize(
    "prompt",
    [
        pytest.param("", id="nothing"),
        pytest.param("Make the code better.", id="no known instruction"),
        pytest.param("```\na\n```\n", id="a block without a word"),
        pytest.param(replacing("nowhere", "x"), id="a block that is not there"),
        pytest.param(replacing("", "x"), id="an empty block"),
        pytest.param(
            f"{replacing('b', 'x')}\nRemove `c` from the `list`.", id="an instruction of no known form"
        ),
        pytest.param("Around line 90, " + replacing("b", "x"), id="a line that is far off"),
        pytest.param(f"{replacing('a', 'x')}\n{replacing('a', 'y')}", id="two changes of one block"),
        pytest.param("Change `a` to `x` on line 2.", id="text that is not on its line"),
        pytest.param("Do not delete this block:\n```\nb\n```\n", id="a block that must stay"),
        pytest.param("Don't remove the line `b`.", id="a line that must stay"),
        pytest.param(
            "A line is missing on line 2. It should read:\n```\nx\n```\n", id="a block without a place"
        ),
        pytest.param(
            "Delete the line `b`. In the file `a.py`, turn `c` round.",
            id="a second instruction of no known form",
        ),
        pytest.param("Rename `a` to `b` on lines 1-999999999999.", id="a list of lines that do not exist"),
    ],
)
def test_what_is_not_clear_is_refused(prompt: str) -> None:
    with pytest.raises(NotUnderstood):
        solve(prompt, tree(a_py=b"a\nb\nc\nb2\n"))


def test_a_result_that_does_not_read_as_the_prompt_shows_is_refused() -> None:
    prompt = (
        "Swap the statements `a()` and `b()`.\n\n"
        "After the fix, the affected region must read exactly:\n\nAround line 1:\n```\nb()\nA()\n```\n"
    )
    with pytest.raises(NotUnderstood, match="reads as the prompt shows"):
        solve(prompt, tree(a_py=b"a()\nb()\n"))


def test_a_change_outside_of_the_regions_that_are_shown_is_refused() -> None:
    prompt = (
        "Rename every `a` to `b`.\n\n"
        "After the fix, the affected region must read exactly:\n\nAround line 1:\n```\nb = 1\n```\n"
    )
    with pytest.raises(NotUnderstood):
        solve(prompt, tree(a_py=b"a = 1\n\n\na = 2\n"))


def test_the_after_state_decides_how_blank_lines_travel() -> None:
    before = b"a\n\nb {\n  1\n}\n\nc\nd\n"
    told = "Move the block starting with `b {` directly before `d`."
    shown = "After the fix, the affected regions must read exactly:\n\nAround line 1:\n```\na\n\nc\n```\n\n"
    shown += "Around line 4:\n```\nb {\n  1\n}\n\nd\n```\n"
    with pytest.raises(NotUnderstood, match="different ways"):
        solve(told, tree(a_js=before))
    assert solve(f"{told}\n\n{shown}", tree(a_js=before)) == tree(a_js=b"a\n\nc\nb {\n  1\n}\n\nd\n")


def test_a_template_that_spans_lines_is_not_dedented_against_the_after_state() -> None:
    before = b"f();\nif (true) {\n  g(`\n  text`);\n}\n"
    told = (
        "Remove the `if (true) {` on line 2 together with its closing brace, and dedent the body one level."
    )
    shown = (
        "After the fix, the affected region must read exactly:\n\nAround line 2:\n```\ng(`\n  text`);\n```\n"
    )
    with pytest.raises(NotUnderstood, match="2 different ways"):
        solve(told, tree(a_ts=before))
    assert solve(f"{told}\n\n{shown}", tree(a_ts=before)) == tree(a_ts=b"f();\ng(`\n  text`);\n")


def test_brackets_in_strings_comments_and_regular_expressions_do_not_count() -> None:
    before = b"if (x) {\n  a('}', /[}]/);  // }\n  /* } */\n  b(`${c({})} }`);\n} else {\n  d();\n}\n"
    after = b"if (x) {\n  d();\n} else {\n  a('}', /[}]/);  // }\n  /* } */\n  b(`${c({})} }`);\n}\n"
    assert solve("Swap the two branch bodies of `if (x) {`.", tree(a_ts=before)) == tree(a_ts=after)


def test_a_block_does_not_decide_for_a_sentence_whose_place_is_not_told() -> None:
    prompt = "Change `>` to `>=`.\n\n" + replacing("if x > 1:", "if x >= 2:")
    with pytest.raises(NotUnderstood):
        solve(prompt, tree(a_py=b"if x > 1:\n    y > 2\n"))


def test_an_instruction_in_a_heading_counts_and_a_title_that_repeats_the_text_does_not() -> None:
    prompt = f"## Delete the file `b.py`\n\n## In `a.py`\n\n{replacing('x', 'y')}"
    assert solve(prompt, tree(a_py=b"x\n", b_py=b"x\n")) == tree(a_py=b"y\n")
    titled = "# Rename `x` to `y`\n\nRename every `x` to `y`, on two lines."
    assert solve(titled, tree(a_py=b"x\nx\n")) == tree(a_py=b"y\ny\n")


def test_an_explanation_beside_a_block_is_not_carried_out_a_second_time() -> None:
    prompt = "The identifier `b` is misspelled; it should be `c`: change `b` to `c`.\n\n" + replacing(
        "b()", "c()"
    )
    assert solve(prompt, tree(a_py=b"a()\nb()\n")) == tree(a_py=b"a()\nc()\n")

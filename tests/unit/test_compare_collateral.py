"""What was changed beside the asked change."""

from pathlib import PurePosixPath

import pytest

from pytest_editbench.compare.trees import compare
from pytest_editbench.model import Collateral, File, Folder, Link, Outside

PATH = PurePosixPath("a.ts")
BEFORE = b"".join(b"  line(%d);\n" % number for number in range(10))
ACCEPTED = BEFORE.replace(b"line(4)", b"four()")


def collateral(before, accepted, actual):
    """Of one file, or of trees by file name."""
    sides = [before, accepted, actual]
    if not any(isinstance(side, dict) for side in sides):
        sides = [{} if side is None else {"a.ts": side} for side in sides]
    before, accepted, actual = (
        {
            PurePosixPath(name): File(entry) if isinstance(entry, bytes) else entry
            for name, entry in side.items()
        }
        for side in sides
    )
    return compare(before, {"expected": accepted}, actual).collateral


def outside(actual, before=BEFORE, accepted=ACCEPTED):
    """The kinds of a change that has all that was asked."""
    found = collateral(before, accepted, actual)
    assert (found.right, found.wrong, found.missing) == (2, 0, 0)
    return found.outside


def test_a_change_as_asked_has_nothing_outside():
    assert collateral(BEFORE, ACCEPTED, ACCEPTED) == Collateral(right=2)


def test_no_change_misses_all_lines():
    assert collateral(BEFORE, ACCEPTED, BEFORE) == Collateral(missing=2)


def test_another_change_of_the_asked_line_is_half_right_and_half_wrong():
    found = collateral(BEFORE, ACCEPTED, BEFORE.replace(b"line(4)", b"for()"))

    assert found == Collateral(right=1, wrong=1)  # removed as asked, the added one is another


def test_a_change_of_the_next_line_instead_is_missing_and_outside():
    found = collateral(BEFORE, ACCEPTED, BEFORE.replace(b"line(5)", b"four()"))

    assert found == Collateral(missing=2, outside={Outside.CODE: 2})


@pytest.mark.parametrize(
    ("kind", "actual", "count"),
    [
        (Outside.LINE_ENDS, ACCEPTED.replace(b"\n", b"\r\n"), 20),
        (Outside.LINE_ENDS, ACCEPTED.replace(b"four();\n", b"four();\r\n"), 2),
        (Outside.MARK, b"\xef\xbb\xbf" + ACCEPTED, 2),
        (Outside.FINAL_NEWLINE, ACCEPTED[:-1], 2),
        (Outside.TRAILING_BLANKS, ACCEPTED.replace(b"line(7);", b"line(7); \t"), 2),
        (Outside.INDENTATION, ACCEPTED.replace(b"  line(7)", b"\tline(7)"), 2),
        (Outside.BLANK_LINES, ACCEPTED.replace(b"  line(7)", b"\n\n  line(7)"), 2),
        (Outside.COMMENTS, ACCEPTED.replace(b"  line(7)", b"  // seven\n  line(7)"), 1),
        (Outside.COMMENTS, ACCEPTED.replace(b"  line(7)", b"  /*\n   * 7\n   *\n   */\n  line(7)"), 4),
        (Outside.CODE, ACCEPTED.replace(b"line(7)", b"seven()"), 2),
        (Outside.CODE, ACCEPTED.replace(b"  line(7);\n", b""), 1),
    ],
)
def test_what_lies_outside_is_told_by_kind(kind, actual, count):
    assert outside(actual) == {kind: count}


def test_a_moved_line_is_code_on_both_sides():
    lines = ACCEPTED.splitlines(keepends=True)
    lines.insert(8, lines.pop(7))

    assert outside(b"".join(lines)) == {Outside.CODE: 2}


def test_kinds_add_up():
    actual = b"\xef\xbb\xbf" + ACCEPTED.replace(b"line(7)", b"seven()").replace(b"  line(0)", b"line(0)")

    assert outside(actual) == {Outside.MARK: 2, Outside.CODE: 2, Outside.INDENTATION: 2}


def test_a_file_indented_anew_has_its_asked_line_wrong_and_the_others_outside():
    found = collateral(BEFORE, ACCEPTED, ACCEPTED.replace(b"  ", b"    "))

    assert found == Collateral(right=1, wrong=1, outside={Outside.INDENTATION: 18})


def test_what_begins_a_comment_depends_on_the_language():
    sides = ({"a.py": side} for side in (b"a\n", b"b\n", b"b\n# c\n// d\n"))

    assert collateral(*sides).outside == {Outside.COMMENTS: 1, Outside.CODE: 1}


def test_a_line_end_that_had_to_change_is_missing_where_it_did_not():
    found = collateral(b"a\nb\n", b"a\r\nb\n", b"a\nb\n")

    assert found == Collateral(missing=2)


@pytest.mark.parametrize("before", [False, True])
def test_a_mode_that_nobody_asked_to_change_lies_outside(before):
    found = collateral(File(b"a\n", before), File(b"b\n", before), File(b"b\n", not before))

    assert found == Collateral(right=2, outside={Outside.MODE: 1})


def test_a_mode_that_had_to_change_is_asked():
    found = collateral(File(b"a\n"), File(b"a\n", executable=True), File(b"a\n", executable=True))

    assert found == Collateral(right=1)


def test_a_new_file_that_was_asked_for_is_compared_line_by_line():
    assert collateral(None, b"a\nb\n", b"a\nc\n") == Collateral(right=1, wrong=1)


def test_a_new_file_need_not_be_executable():
    found = collateral(None, b"a\n", File(b"a\n", executable=True))

    assert found == Collateral(right=1, outside={Outside.MODE: 1})


def test_a_stray_file_lies_outside_with_all_its_lines():
    assert collateral(None, None, b"a\nb\n") == Collateral(outside={Outside.FILES: 2})


def test_a_stray_file_without_lines_counts_as_one():
    assert collateral(None, None, b"") == Collateral(outside={Outside.FILES: 1})


def test_a_lost_file_lies_outside_with_all_the_lines_it_had():
    assert collateral(b"a\nb\n", b"a\nb\n", None) == Collateral(outside={Outside.FILES: 2})


def test_a_file_that_had_to_go_is_right_when_gone_and_missing_when_not():
    assert collateral(b"a\nb\n", None, None) == Collateral(right=2)
    assert collateral(b"a\nb\n", None, b"a\nb\n") == Collateral(missing=2)


def test_an_asked_file_that_was_not_made_is_missing():
    assert collateral(None, b"a\nb\n", None) == Collateral(missing=2)


@pytest.mark.parametrize(
    ("before", "accepted", "actual", "found"),
    [
        (b"\0a", b"\0b", b"\0b", Collateral(right=1)),
        (b"\0a", b"\0b", b"\0c", Collateral(wrong=1)),
        (b"\0a", b"\0b", b"\0a", Collateral(missing=1)),
        (b"\0a", b"\0a", b"\0b", Collateral(outside={Outside.OPAQUE: 1})),
        (Link("x"), Link("x"), Link("y"), Collateral(outside={Outside.OPAQUE: 1})),
        (b"a\n", b"a\n", Link("x"), Collateral(outside={Outside.OPAQUE: 1})),
        (None, None, Folder(), Collateral(outside={Outside.FILES: 1})),
    ],
)
def test_what_has_no_lines_counts_as_one(before, accepted, actual, found):
    assert collateral(before, accepted, actual) == found


def test_an_empty_folder_that_was_filled_is_not_lost():
    found = collateral({"d": Folder()}, {"d": Folder()}, {"d/a": b"x\n"})

    assert found == Collateral(outside={Outside.FILES: 1})


def test_files_are_told_apart_and_added_up():
    before, accepted = {"a": File(b"1\n")}, {"a": File(b"2\n")}
    trees = [{PurePosixPath(name): entry for name, entry in tree.items()} for tree in (before, accepted)]
    actual = {**trees[1], PurePosixPath("b"): File(b"\n")}

    found = compare(trees[0], {"expected": trees[1]}, actual)

    assert found.collateral_by_file == {
        "a": Collateral(right=2),
        "b": Collateral(outside={Outside.FILES: 1}),
    }
    assert found.collateral == Collateral(right=2, outside={Outside.FILES: 1})


def test_without_the_input_nothing_is_known():
    tree = {PATH: File(b"1\n")}

    assert compare(None, {"expected": tree}, tree).collateral is None


def test_the_example_of_the_documentation_holds():
    before = b"const limit = 1;\n// per second\ngo(limit);\nstop();\n"
    accepted = before.replace(b"1", b"2")
    actual = accepted.replace(b"second", b"minute").replace(b"go", b"  go")[:-1]

    assert outside(actual, before, accepted) == {
        Outside.FINAL_NEWLINE: 2,
        Outside.INDENTATION: 2,
        Outside.COMMENTS: 2,
    }

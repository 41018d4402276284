"""A whole tree against the accepted ones."""

from dataclasses import replace
from pathlib import PurePosixPath

import pytest

from pytest_editbench import linediff
from pytest_editbench.compare import content, levels, trees
from pytest_editbench.compare.content import DIFF_BYTES, DIFF_LINES
from pytest_editbench.compare.trees import compare
from pytest_editbench.model import File, Folder, Link, MatchLevel


def tree(**entries):
    """A tree by file name, `_` for the dot; bytes are files."""
    return {
        PurePosixPath(name.replace("_", ".")): File(entry) if isinstance(entry, bytes) else entry
        for name, entry in entries.items()
    }


def judged(accepted, actual, before=None):
    return compare(before or {}, {"expected": accepted}, actual)


def names(paths):
    return [str(path) for path in paths]


def test_equal_trees_are_exact():
    same = tree(a_ts=b"x\n", b_bin=b"\0", c=Link("a.ts"), d=Folder())

    comparison = judged(same, dict(same))

    assert (comparison.level, comparison.files) == (MatchLevel.EXACT, ())
    assert (comparison.lines_changed, comparison.indent_score) == (0, 0.0)


def test_the_level_of_a_tree_is_the_loosest_of_its_files():
    comparison = judged(tree(a=b"x\n", b=b"y\n", c=b"z\n"), tree(a=b"x\n", b=b"y", c=b"z\r\n"))

    assert comparison.level is MatchLevel.EOL


def test_every_wrong_file_is_named():
    comparison = judged(tree(a=b"1", b=b"2", c=b"3"), tree(a=b"x", b=b"2", c=b"y"))

    assert names(file.path for file in comparison.files) == ["a", "c"]


def test_missing_and_unexpected_files_are_named_and_nothing_matches():
    comparison = judged(tree(a=b"1\n", b=b"2\n2\n"), tree(a=b"1\n", c=b"3\n"))

    assert (names(comparison.missing), names(comparison.unexpected)) == (["b"], ["c"])
    assert comparison.level is MatchLevel.NONE
    assert (comparison.lines_changed, comparison.chars_changed) == (3, 3)


def test_a_stray_file_alone_spoils_the_match():
    assert judged(tree(a=b"1"), tree(a=b"1", b=b"")).level is MatchLevel.NONE


def test_a_missing_empty_folder_counts():
    assert names(judged(tree(a=Folder()), {}).missing) == ["a"]


def test_a_stray_empty_folder_counts():
    assert names(judged({}, tree(a=Folder())).unexpected) == ["a"]


def test_an_empty_folder_that_was_filled_is_not_missing_itself():
    comparison = judged(
        {PurePosixPath("a"): Folder()},
        {PurePosixPath("a/b"): File(b"")},
    )

    assert (names(comparison.missing), names(comparison.unexpected)) == ([], ["a/b"])


@pytest.mark.parametrize(
    ("accepted", "actual", "note"),
    [
        (File(b"x", executable=True), File(b"x"), "must be executable"),
        (File(b"x"), File(b"x", executable=True), "must not be executable"),
        (File(b"x"), Link("x"), "is a link, not a file"),
        (Link("x"), File(b"x"), "is a file, not a link"),
        (Folder(), File(b""), "is a file, not an empty folder"),
        (Link("x"), Link("y"), "points to y, not to x"),
    ],
)
def test_a_difference_of_mode_kind_or_target_matches_at_no_level(accepted, actual, note):
    (file,) = judged(tree(a=accepted), tree(a=actual)).files

    assert (file.level, file.note) == (MatchLevel.NONE, note)


def test_a_wrong_file_that_the_agent_never_touched_says_so():
    comparison = judged(tree(a_ts=b"new"), tree(a_ts=b"old"), before=tree(a_ts=b"old"))

    assert comparison.files[0].note == "left as it was"


def test_of_several_answers_the_closest_level_counts():
    answers = {"expected": tree(a=b"x y\n"), "expected.2": tree(a=b"z\n")}

    comparison = compare({}, answers, tree(a=b"z"))

    assert (comparison.answer, comparison.level) == ("expected.2", MatchLevel.EOL)


def test_of_answers_at_one_level_the_one_with_fewer_changed_lines_counts():
    answers = {"expected": tree(a=b"1\n2\n3\n"), "expected.2": tree(a=b"1\n2\n")}

    assert compare({}, answers, tree(a=b"1\n")).answer == "expected.2"


def test_of_equally_good_answers_the_first_counts():
    answers = {"expected": tree(a=b"1\n"), "expected.2": tree(a=b"2\n")}

    assert compare({}, answers, tree(a=b"3\n")).answer == "expected"


def test_lines_and_characters_are_counted_on_both_sides():
    (file,) = judged(tree(a="à b\nsame\n".encode()), tree(a=b"b\nsame\n")).files

    assert (file.lines_changed, file.chars_changed) == (2, 4)


def test_the_indent_score_of_a_tree_is_the_mean_over_its_text_files():
    accepted = tree(a=b"  x\n", b=b"y\n", c=b"\0", d=b"\0")
    actual = tree(a=b"x\n", b=b"y\n", c=b"\0\0", d=b"\0")

    assert judged(accepted, actual).indent_score == (2 + 0) / 2


def test_without_text_there_is_no_indent_score():
    comparison = judged(tree(a=b"\0"), tree(a=b"\0\0"))

    assert comparison.indent_score is None
    assert comparison.files[0].indent_score is None


def scored(monkeypatch, bases):
    """The indentation of a tree whose files differ by 2, 4, … columns, held against these bases."""
    compare_files = trees.files.compare

    def against(path, accepted, actual):
        return replace(compare_files(path, accepted, actual), indent_basis=bases[str(path)])

    monkeypatch.setattr(trees.files, "compare", against)
    accepted = dict.fromkeys(bases, b"x\n")
    actual = {name: b"  " * number + b"x\n" for number, name in enumerate(bases, 1)}
    return judged(tree(**accepted), tree(**actual))


def test_indent_scores_of_several_bases_are_never_averaged_and_a_formatters_count(monkeypatch):
    found = scored(monkeypatch, {"a": "expected", "b": "prettier", "c": "prettier"})

    assert (found.indent_basis, found.indent_score, found.indent_lines) == ("prettier", (4 + 6) / 2, 2)


def test_files_of_one_basis_name_it(monkeypatch):
    found = scored(monkeypatch, {"a": "expected", "b": "expected"})

    assert (found.indent_basis, found.indent_score) == ("expected", (2 + 4) / 2)


def test_content_too_large_for_a_diff_is_still_judged(monkeypatch):
    monkeypatch.setattr("pytest_editbench.compare.content.DIFF_BYTES", 3)

    (file,) = judged(tree(a=b"one\n"), tree(a=b"one\r\n")).files

    assert (file.level, file.lines_changed) == (MatchLevel.EOL, 0)


def test_content_too_large_for_a_diff_says_so():
    big = b"x\n" * (DIFF_BYTES // 2)

    (file,) = judged(tree(a=big), tree(a=big + b"y\n")).files

    assert "33,554,434 bytes, too large to be diffed" in file.note


@pytest.mark.parametrize("end", [b"\n", b"\r"], ids=["LF", "lone CR"])
def test_a_file_of_too_many_lines_is_judged_and_its_lines_are_not_looked_at(monkeypatch, end):
    def runs(old, new):
        raise AssertionError("diffed")

    monkeypatch.setattr(linediff, "runs", runs)
    many = b"x" + end * (DIFF_LINES + 1)

    [file] = (comparison := judged(tree(a_js=b"x\n"), tree(a_js=many), tree(a_js=b"y\n"))).files

    assert (file.level, file.lines_changed, file.indent_score) == (MatchLevel.LINES, 0, None)
    assert file.note == f"{DIFF_LINES + 1:,} lines, too many to be diffed"
    assert comparison.collateral.wrong == 1


def test_a_file_of_as_many_lines_as_are_allowed_is_diffed():
    many = b"x\n" * (DIFF_LINES - 1)

    [file] = judged(tree(a_js=many), tree(a_js=many + b"y\n")).files

    assert (file.note, file.lines_changed) == ("", 1)


def test_what_is_too_large_is_not_parsed_for_a_looser_level(monkeypatch):
    monkeypatch.setattr(levels, "DIFF_BYTES", 20)
    long = b"const limit = 2;" + b"\n" * 20

    assert levels.level(PurePosixPath("a.js"), b"const limit = 2;", long) == (
        MatchLevel.NONE,
        "compared at level eol: too large",
    )
    assert levels.level(PurePosixPath("a.js"), long, long).level is MatchLevel.EXACT


@pytest.mark.parametrize("data", [b"", b"a", b"a\n", b"a\nb", b"\n\n", b"\xe2\n\x82\r\n", "é\n".encode()])
def test_lines_and_characters_are_counted_as_they_are_split(data):
    split = content.lines(data)

    assert content.count_lines(data) == len(split)
    assert content.count_characters(data) == sum(map(content.characters, split))

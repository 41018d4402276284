"""Edit scores of trees: which files count, and where a cursor is among them."""

from __future__ import annotations

from pathlib import PurePosixPath

from pytest_editbench import editscores
from pytest_editbench.model import File, Folder, Link
from pytest_editbench.scoring.edits import treescores
from pytest_editbench.scoring.edits.treescores import Point, of_trees

A, B, C = (PurePosixPath(name) for name in ("a", "b", "c"))


def tree(**files: bytes) -> dict[PurePosixPath, File]:
    return {PurePosixPath(name): File(data) for name, data in files.items()}


GIVEN = tree(a=b"one\n", b=b"two\n", c=b"three\n")


def test_only_files_that_differ_somewhere_count():
    found = of_trees(GIVEN, {"expected": tree(a=b"1\n", b=b"two\n", c=b"three\n")}, GIVEN)
    assert found is not None
    assert (found.lines.missing, found.lines.right, found.inserted_tokens) == (2, 0, 0)


def test_files_count_as_one_text_in_path_order():
    wanted = {**GIVEN, **tree(a=b"1\n", c=b"3\n")}
    found = of_trees(GIVEN, {"expected": wanted}, {**GIVEN, **tree(c=b"3\n", a=b"1\n")})
    assert found is not None
    assert (found.perfect, found.lines.right) == (True, 4)


def test_a_file_that_comes_or_goes_is_one_without_text():
    gone = {path: entry for path, entry in GIVEN.items() if path != B}
    found = of_trees(GIVEN, {"expected": gone}, {**gone, **tree(d=b"new\n")})
    assert found is not None
    assert (found.lines.right, found.lines.wrong, found.lines.missing) == (1, 1, 0)


def test_the_answer_that_the_scores_are_best_for_is_named():
    answers = {"expected": {**GIVEN, **tree(a=b"1\n")}, "expected.2": {**GIVEN, **tree(a=b"uno\n")}}
    found = of_trees(GIVEN, answers, answers["expected.2"])
    assert found is not None
    assert (found.answer, found.perfect) == ("expected.2", True)


def test_cursors_are_apart_by_what_lies_between_them_also_in_other_files():
    wanted = {**GIVEN, **tree(a=b"1\n")}
    wished = {"expected": Point(A, 1)}
    same = of_trees(GIVEN, {"expected": wanted}, wanted, wished=wished, cursor=Point(A, 2))
    other = of_trees(GIVEN, {"expected": wanted}, wanted, wished=wished, cursor=Point(C, 0))
    assert same is not None
    assert other is not None
    assert (same.cursor_distance, other.cursor_distance) == (1, 2)
    assert not other.perfect


def test_what_the_user_had_just_done_is_looked_at_where_the_edit_is():
    before = {A: b"zero\n", B: b"two\n"}
    undone = of_trees(
        GIVEN, {"expected": {**GIVEN, **tree(b=b"2\n")}}, {**GIVEN, **tree(a=b"zero\n")}, before
    )
    assert undone is not None
    assert undone.reversal_ratio == 1


def test_what_is_no_text_has_no_scores():
    binary = {A: File(b"\0a")}
    assert of_trees({A: File(b"\0")}, {"expected": binary}, binary) is None
    assert of_trees({A: Link("x")}, {"expected": {A: Link("y")}}, {A: Folder()}) is None


def test_texts_that_would_take_long_have_none(monkeypatch):
    monkeypatch.setattr(treescores, "LARGEST", 5)
    assert of_trees(GIVEN, {"expected": {**GIVEN, **tree(a=b"1\n", b=b"2\n")}}, GIVEN) is None


def test_figures_are_numbers_and_what_is_unknown_is_left_out():
    found = of_trees(GIVEN, {"expected": {**GIVEN, **tree(a=b"1\n")}}, GIVEN)
    assert found is not None
    figures = editscores.figures(found)
    assert set(editscores.FIGURES) - set(figures) == {"reversal-ratio", "cursor-distance"}
    assert {type(value) for value in figures.values()} == {float}
    assert figures["wrong-region"] == 0


def test_what_parts_the_files_is_no_line_of_them():
    moved = {C: GIVEN[C], B: GIVEN[B], PurePosixPath("z"): GIVEN[A]}
    found = of_trees(GIVEN, {"expected": moved}, moved)
    assert found is not None
    assert (found.perfect, found.lines.right) == (True, 2)
    assert (found.inserted_tokens, found.deleted_tokens) == (2, 2)


def test_a_file_that_only_gets_another_name_changes_no_blank_lines_and_loses_none():
    old, new = tree(a=b"1\n2\n3\n4\n"), tree(z=b"1\n2\n3\n4\n")
    renamed, idle = (of_trees(old, {"expected": new}, actual) for actual in (new, old))
    assert renamed is not None
    assert idle is not None
    assert (renamed.isolated_whitespace, renamed.wrong_region, renamed.perfect) == (False, False, True)
    assert (idle.perfect, idle.lines.missing) == (False, 8)

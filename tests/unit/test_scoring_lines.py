"""Scores that look at whole lines."""

import pytest

from pytest_editbench.scoring.edits import lines
from pytest_editbench.scoring.edits.lines import LineChange, LineMatch

OLD = "a\nb\nc\nd\n"


def match(expected, actual, old=OLD):
    return lines.exact(lines.changed(old, expected), lines.changed(old, actual))


def test_a_patch_is_its_runs_of_changed_lines():
    assert lines.changed("a\nb\nc\n", "a\nB\nc\nd\n") == (
        LineChange(1, ("b",), ("B",)),
        LineChange(3, (), ("d",)),
    )


def test_a_last_line_feed_makes_another_line():
    assert lines.changed("a", "a\n") == (LineChange(0, ("a",), ("a",)),)


def test_the_same_edit_has_no_wrong_and_no_missing_line():
    found = match("a\nX\nc\nd\n", "a\nX\nc\nd\n")

    assert (found, found.precision, found.recall, found.f1) == (LineMatch(2, 0, 0), 1, 1, 1)


def test_lines_of_one_patch_alone_are_wrong_or_missing():
    found = match("a\nX\nc\nd\n", "a\nY\nc\nd\ne\n")

    assert found == LineMatch(right=1, wrong=2, missing=1)
    assert (found.precision, found.recall, found.f1) == pytest.approx((1 / 3, 1 / 2, 2 / 5))


def test_lines_are_counted_as_often_as_they_stand_there():
    assert match(OLD + "x\nx\n", OLD + "x\n") == LineMatch(1, 0, 1)


def test_an_added_line_is_not_the_removed_one():
    assert match(OLD + "a\n", "b\nc\nd\n") == LineMatch(0, 1, 1)


@pytest.mark.parametrize(("expected", "actual", "share"), [(OLD, OLD, 1), ("", OLD, 0), (OLD, "", 0)])
def test_without_any_right_line_the_shares_are_0_unless_nothing_was_wanted_and_made(expected, actual, share):
    found = match(expected, actual)

    assert (found.precision, found.recall, found.f1) == (share, share, share)


@pytest.mark.parametrize(
    ("text", "disbalance"), [("", 0), ("f(a[1], {})", 0), ("{{}", 1), ("}(", 2), ("([{", 3), ("]]])", 4)]
)
def test_braces_that_lack_their_counterpart_are_counted(text, disbalance):
    assert lines.braces_disbalance(text) == disbalance


@pytest.mark.parametrize(
    ("new", "isolated"),
    [
        (OLD, False),
        ("a\n\nb\nc\nd\n", True),
        ("a\n  \nX\nc\nd\n", False),
        ("a\nb\nX\n\nd\n", False),
        ("X\nb\nc\n\nd\n", True),
    ],
    ids=["nothing", "blank line alone", "above a change", "below a change", "beside another change"],
)
def test_a_blank_line_is_isolated_when_no_visible_change_touches_it(new, isolated):
    assert lines.isolated_whitespace(lines.changed(OLD, new)) is isolated


@pytest.mark.parametrize(
    ("new", "wrong"),
    [("d\n", True), ("X\nd\n", True), ("c\nd\n", False), ("a\n", False), ("z\n" + OLD, False)],
)
def test_three_deletions_at_the_start_tell_of_a_wrong_region(new, wrong):
    assert lines.wrong_region(lines.changed(OLD, new)) is wrong

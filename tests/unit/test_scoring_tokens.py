"""Scores that look at tokens, and what undoes the user's own edits."""

import pytest

from pytest_editbench import linediff
from pytest_editbench.scoring.edits import alignment
from pytest_editbench.scoring.edits.alignment import Change
from pytest_editbench.scoring.edits.reversal import reversal_ratio
from pytest_editbench.scoring.edits.tokens import inserted_and_deleted, kept_rate, overlap


def test_texts_differ_in_whole_tokens():
    assert alignment.changes("x = 10\ny\n", "x = 12\ny\n") == [Change(4, 6, 4, 6)]


def test_beyond_the_limit_all_between_common_ends_is_one_stretch(monkeypatch):
    monkeypatch.setattr(linediff, "CELLS", 8)

    assert alignment.runs("abxcd", "aybzd") == [Change(1, 4, 1, 4)]
    assert alignment.runs("abcd", "acd") == [Change(1, 2, 1, 1)]


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ("a\n", "a\n", (0, 0)),
        ("", "f(a, b)\n", (8, 0)),
        ("x = 10\n", "x = 12\n", (1, 1)),
        ("a\nb c\n", "a\n", (0, 4)),
        ("a  b\n", "a b\n", (1, 1)),
    ],
)
def test_tokens_are_words_runs_of_white_space_and_single_signs(old, new, counts):
    assert inserted_and_deleted(old, new) == counts


@pytest.mark.parametrize(
    ("original", "expected", "actual", "rate"),
    [
        ("", "abcd ef", "abcd ef", 1),
        ("", "abcd", "abcd(ef", 4 / 7),
        ("x = 1", "x = 25", "x = 34", 0),
        ("a\n", "a\nb\n", "a\n", 0),
        ("a\nb\n", "a\n", "a\nb\n", 1),
        ("a\nb\n", "a\n", "b\n", 1),
        ("a", "a", "a", 1),
    ],
    ids=["all", "some", "none", "nothing new made", "nothing new wanted", "only deleted", "equal"],
)
def test_the_kept_rate_is_the_share_of_new_characters_that_survive(original, expected, actual, rate):
    assert kept_rate(original, expected, actual) == pytest.approx(rate)


def test_what_is_kept_of_the_original_is_not_new():
    assert kept_rate("one\ntwo\n", "one\ntwo\nthree\n", "one\ntwo\nthree\nfour\n") == pytest.approx(6 / 11)


@pytest.mark.parametrize(
    ("one", "two", "common"),
    [([(0, 4)], [(2, 6)], 2), ([(0, 9)], [(1, 2), (4, 6)], 3), ([(0, 1)], [(1, 2)], 0), ([], [(0, 1)], 0)],
)
def test_stretches_overlap_by_characters(one, two, common):
    assert overlap(one, two) == overlap(two, one) == common


@pytest.mark.parametrize(
    ("before", "buffer", "actual", "ratio"),
    [
        ("a\n", "a\nnew\n", "a\n", 1),
        ("a\nold\n", "a\n", "a\nold\n", 1),
        ("x = 1\n", "x = 2\n", "x = 1\n", 1),
        ("a\n", "a\nnew\n", "a\nnew\n", 0),
        ("a\n", "a\nnew\n", "a\nnew\nmore\n", 0),
        ("a\nold\nb\n", "a\nb\n", "a\nb\nold\n", 0),
        ("a\n", "a\nnew\n", "a\nmore\n", 3 / 7),
        ("a\n", "a\n", "b\n", 0),
    ],
    ids=["removes", "restores", "replaces", "nothing", "goes on", "elsewhere", "partly", "no history"],
)
def test_the_reversal_ratio_is_the_share_that_undoes_the_history(before, buffer, actual, ratio):
    assert reversal_ratio(before, buffer, actual) == pytest.approx(ratio)

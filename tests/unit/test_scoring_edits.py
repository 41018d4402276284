"""All scores of an edit together, against the best of several answers."""

import pytest

from pytest_editbench.scoring.edits.lines import LineMatch
from pytest_editbench.scoring.edits.scores import EditScores, Result, best, cursor_distance, score

OLD = "def area(w, h):\n    return w\n"
ANSWER = "def area(w, h):\n    return w * h\n"
OTHER = "def area(w, h):\n    return h * w\n"


def test_the_answer_itself_is_perfect():
    found = score(OLD, Result(ANSWER, 30), Result(ANSWER, 30), before="def area(w, h):\n")

    assert found == EditScores(
        answer="expected",
        delta_chrf=100,
        lines=LineMatch(2, 0, 0),
        kept_rate=1,
        cursor_distance=0,
        braces_disbalance=0,
        isolated_whitespace=False,
        wrong_region=False,
        inserted_tokens=4,
        deleted_tokens=0,
        reversal_ratio=0,
    )
    assert found.perfect


@pytest.mark.parametrize("actual", [Result(OLD), Result(OTHER), Result(ANSWER + "\n"), Result(ANSWER, 3)])
def test_anything_else_is_not_perfect(actual):
    assert not score(OLD, Result(ANSWER, 30), actual).perfect


def test_what_is_not_known_is_not_scored():
    found = score(OLD, Result(ANSWER, 30), Result(ANSWER))

    assert (found.cursor_distance, found.reversal_ratio) == (None, None)
    assert found.perfect


def test_the_best_answer_is_named():
    answers = {"expected": Result(ANSWER), "expected.2": Result(OTHER)}

    assert [best(OLD, answers, Result(text)).answer for text in (ANSWER, OTHER)] == ["expected", "expected.2"]
    assert best(OLD, answers, Result(OTHER)).perfect


def test_between_equal_answers_the_nearer_cursor_counts_then_the_first():
    answers = {
        "expected": Result(ANSWER, 3),
        "expected.2": Result(ANSWER, 9),
        "expected.3": Result(ANSWER, 9),
    }

    assert best(OLD, answers, Result(ANSWER, 8)).answer == "expected.2"
    assert best(OLD, answers, Result(ANSWER)).answer == "expected"


def test_without_an_answer_there_are_no_scores():
    with pytest.raises(ValueError, match="without an acceptable answer"):
        best(OLD, {}, Result(ANSWER))


@pytest.mark.parametrize(
    ("one", "two", "distance"), [(3, 10, 7), (10, 3, 7), (3, None, None), (None, 3, None)]
)
def test_the_distance_of_two_cursors_is_known_when_both_are(one, two, distance):
    assert cursor_distance(one, two) == distance

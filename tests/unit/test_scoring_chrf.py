"""delta-chrF: the worked examples of its definition."""

import time

import pytest

from pytest_editbench.scoring.edits.chrf import collapsed, delta_chrf

CODE = "def area(w, h):\n    return w\n\n\ndef twice(n):\n    return n + n\n"


def test_equal_texts_score_100():
    assert delta_chrf(CODE, CODE, CODE) == 100
    assert delta_chrf("", "", "") == 100


def test_the_wanted_edit_scores_100():
    assert delta_chrf(CODE, CODE.replace("n + n", "2 * n"), CODE.replace("n + n", "2 * n")) == 100


def test_a_missed_edit_scores_under_20():
    assert delta_chrf(CODE, CODE.replace("n + n", "2 * n"), CODE) < 20


def test_an_edit_where_none_was_wanted_scores_under_20():
    assert delta_chrf(CODE, CODE, CODE.replace("n + n", "2 * n")) < 20


def test_an_edit_elsewhere_scores_under_20():
    wanted, made = CODE.replace("return w", "yield (w)"), CODE.replace("n + n", "2 * n")

    assert delta_chrf(CODE, wanted, made) < 20


@pytest.mark.parametrize(
    ("old", "wanted", "made"),
    [
        ("let x = 42;", "let x = 100;", "let x = 99;"),
        ("timeout = 30\nretries = 3\n", "timeout = 60\nretries = 3\n", "timeout = 90\nretries = 3\n"),
        ("limit = 10\n", "limit = 25\n", "limit = 40\n"),
        ("    return w\n", "    return w * 100\n", "    return w * 250\n"),
    ],
)
def test_the_right_place_with_the_wrong_number_scores_40_to_60(old, wanted, made):
    assert 40 <= delta_chrf(old, wanted, made) <= 60


def test_a_score_worked_out_by_hand():
    # a → ab, held against a → b. Wanted: +b, +ab. Made: +b, −a. Orders 3 to 6 are empty on both sides.
    # n = 1: 1 of 2 made, 1 of 1 wanted; n = 2: 0 of 0 made (0/0 → 0), 0 of 1 wanted.
    precision, recall = (1 / 2 + 0 + 4) / 6, (1 + 0 + 4) / 6

    assert delta_chrf("a", "ab", "b") == pytest.approx(
        100 * 5 * precision * recall / (4 * precision + recall)
    )


def test_a_deleted_n_gram_is_not_an_added_one():
    # n = 1: +a against −a. The other orders are empty on both sides.
    assert delta_chrf("a", "aa", "") == pytest.approx(100 * 4 / 6)


@pytest.mark.parametrize(
    ("text", "short"), [("a \t b", "a b"), ("a\n\n\nb", "a\nb"), ("a\n  \n b", "a\n \n b")]
)
def test_runs_of_blanks_and_runs_of_line_feeds_count_as_one_character_each(text, short):
    assert collapsed(text) == short
    assert delta_chrf("x", text, short) == 100


def test_a_changed_line_in_a_long_file_takes_no_time_and_two_long_files_little():
    one = "".join(f"    value_{n} = compute({n * n}, 'name {n % 97}')\n" for n in range(2000))
    two = "".join(f"  item {n}: {n * 31} of {n % 89} -> {n ^ 1234}\n" for n in range(2000))
    wanted, made = (one.replace("compute(1000000,", f"compute({number},") for number in (1, 2))

    assert _seconds(one, wanted, made) < 0.005
    assert _seconds(one, wanted, two) < 0.5


def _seconds(*texts):
    """Processor time, which other processes do not take part in; the best of three."""
    taken = []
    for _ in range(3):
        start = time.process_time()
        delta_chrf(*texts)
        taken.append(time.process_time() - start)
    return min(taken)

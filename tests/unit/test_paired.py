"""The sign-flip test: exact, fast, and McNemar's where all differences are one."""

from itertools import product
from random import Random

import pytest
from scipy.stats import binomtest, norm

from pytest_editbench.scoring import paired
from pytest_editbench.scoring.paired import edgeworth, rounded, scaled, sign_flip

RANDOM = Random(20)
DRAWN = [[RANDOM.randint(-5, 5) for _ in range(RANDOM.randint(1, 9))] for _ in range(40)]


def counted(differences):
    """The tails by trying all signs."""
    weights = [abs(difference) for difference in differences if difference]
    sums = [sum(map(int.__mul__, weights, signs)) for signs in product((1, -1), repeat=len(weights))]
    total = sum(differences)
    return sum(each <= total for each in sums) / len(sums), sum(each >= total for each in sums) / len(sums)


@pytest.mark.parametrize("differences", DRAWN, ids=str)
def test_the_tails_are_those_of_all_ways_to_set_the_signs(differences):
    found = sign_flip(differences)

    assert (found.low, found.high) == pytest.approx(counted(differences), abs=1e-12)
    assert found.exact


@pytest.mark.parametrize(("lost", "won"), [(5, 0), (9, 2), (3, 3), (40, 22), (260, 240), (0, 4)])
def test_of_single_trials_it_is_mcnemars_exact_test(lost, won):
    found = sign_flip([-1] * lost + [1] * won + [0] * 30)

    assert found.low == pytest.approx(binomtest(lost, lost + won, alternative="greater").pvalue, rel=1e-9)
    assert found.high == pytest.approx(binomtest(won, lost + won, alternative="greater").pvalue, rel=1e-9)


def test_where_nothing_differs_nothing_is_shown():
    found = sign_flip([0, 0, 0])

    assert (found.low, found.high, found.either) == (1.0, 1.0, 1.0)


def test_five_cases_to_one_side_are_the_fewest_that_show():
    assert sign_flip([-1] * 4).low > 0.05 >= sign_flip([-1] * 5).low


def test_a_common_factor_changes_nothing():
    assert sign_flip([-6, 4, -8, 2]) == sign_flip([-3, 2, -4, 1])


def test_the_two_sided_chance_is_twice_the_smaller_tail():
    found = sign_flip([-1] * 6)

    assert found.either == 2 * found.low == 2 / 64


def test_five_hundred_cases_with_one_to_five_trials_are_counted_exactly():
    random = Random(7)
    passes = [(random.randint(0, k), random.randint(0, k), k) for k in random.choices(range(1, 6), k=500)]

    assert sign_flip(scaled(passes)).exact


def test_beyond_what_can_be_counted_the_chance_is_nearly_exact(monkeypatch):
    random = Random(3)
    differences = [random.choice([-3, -2, -1, 1, 2, 3]) for _ in range(300)] + [-1] * 30
    exact = sign_flip(differences)

    monkeypatch.setattr(paired, "EXACT_WORK", 0)
    found = sign_flip(differences)

    assert not found.exact
    assert (found.low, found.high) == pytest.approx((exact.low, exact.high), abs=2e-6)


def test_the_approximation_takes_steps_and_kurtosis_into_account():
    lost, won = 60, 40
    exact = binomtest(lost, lost + won, alternative="greater").pvalue

    assert edgeworth(won - lost, 100, 100) == pytest.approx(exact, abs=2e-5)
    assert abs(norm.cdf((won - lost) / 10) - exact) > 5e-3


def test_rates_of_unlike_numbers_of_trials_come_in_one_unit():
    assert scaled([(1, 0, 1), (0, 1, 2), (3, 1, 3)]) == [-6, 3, -4]


def test_rates_of_very_unlike_numbers_of_trials_are_rounded():
    assert scaled([(20, 10, 20), (0, 19, 19), (5, 0, 17), (1, 0, 16), (3, 3, 13)]) == [-50, 100, -29, -6, 0]


def test_no_cases_have_no_differences():
    assert scaled([]) == []


def test_real_differences_are_rounded_the_same_up_and_down():
    values = [0.1, 2.5, 0.0004, 7.0]

    assert rounded([-value for value in values]) == [-each for each in rounded(values)]
    assert rounded(values) == [1, 36, 0, 100]


def test_differences_that_are_all_zero_stay_so():
    assert rounded([0.0, 0.0]) == [0, 0]


def test_many_real_differences_are_rounded_so_that_they_can_be_counted():
    random = Random(5)
    differences = [random.gauss(0, 1) for _ in range(400)]

    assert sign_flip(rounded(differences)).exact


def test_too_many_real_differences_are_rounded_finely_and_not_counted(monkeypatch):
    monkeypatch.setattr(paired, "EXACT_WORK", 100)

    assert rounded([0.1, 2.5, 0.0004, 7.0]) == [14, 357, 0, 1000]

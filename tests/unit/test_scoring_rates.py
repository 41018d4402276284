"""Rates against figures from the literature."""

import pytest

from pytest_editbench.scoring.rates import Proportion, pass_at_k, wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_wilson_interval_agrees_with_published_figures(successes, n, low, high):
    assert wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("successes", "n"), [(0, 0), (3, 2), (-1, 2)])
def test_what_is_no_proportion_has_no_interval(successes, n):
    with pytest.raises(ValueError, match="are no proportion"):
        wilson(successes, n)


def test_a_proportion_knows_its_rate_and_interval():
    proportion = Proportion(3, 4)

    assert (proportion.rate, proportion.interval) == (0.75, wilson(3, 4))


@pytest.mark.parametrize(
    ("n", "c", "k", "chance"),
    [(1, 1, 1, 1.0), (4, 1, 1, 0.25), (4, 1, 2, 0.5), (4, 2, 2, 5 / 6), (3, 0, 3, 0.0), (3, 1, 3, 1.0)],
)
def test_pass_at_k_is_the_chance_of_a_pass_among_k_drawn_trials(n, c, k, chance):
    assert pass_at_k(n, c, k) == pytest.approx(chance)


@pytest.mark.parametrize(("n", "c", "k"), [(2, 3, 1), (2, 1, 3), (2, 1, 0), (2, -1, 1)])
def test_pass_at_k_is_not_defined_outside_its_range(n, c, k):
    with pytest.raises(ValueError, match="is not defined"):
        pass_at_k(n, c, k)

"""Scoring: laws that hold for any numbers."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from pytest_editbench.model import Outcome
from pytest_editbench.scoring.rates import pass_at_k, wilson
from pytest_editbench.scoring.summary import Result, group

PARTS = st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
RESULTS = st.lists(
    st.builds(
        Result,
        case=st.sampled_from(["one", "two", "three"]),
        agent=st.just("mycli"),
        trial=st.integers(1, 4),
        outcome=st.sampled_from(Outcome),
    ),
    unique_by=lambda result: (result.case, result.trial),
)


@given(PARTS)
def test_an_interval_holds_its_rate_and_stays_on_the_scale(part):
    successes, n = part
    low, high = wilson(successes, n)

    assert 0 <= low <= successes / n <= high <= 1


@given(PARTS)
def test_successes_and_failures_have_mirrored_intervals(part):
    successes, n = part
    low, high = wilson(successes, n)
    mirrored_low, mirrored_high = wilson(n - successes, n)

    assert abs(low - (1 - mirrored_high)) < 1e-9
    assert abs(high - (1 - mirrored_low)) < 1e-9


@given(st.lists(st.booleans(), min_size=1, max_size=8), st.data())
def test_pass_at_k_is_the_share_of_draws_with_a_pass(passes, data):
    k = data.draw(st.integers(1, len(passes)))
    draws = [any(draw) for draw in combinations(passes, k)]

    assert abs(pass_at_k(len(passes), sum(passes), k) - sum(draws) / len(draws)) < 1e-9


@given(RESULTS)
def test_counts_add_up(results):
    figures = group(results)

    assert sum(figures.outcomes.values()) == figures.trials == len(results)
    assert figures.passed <= figures.scored <= figures.trials
    assert figures.flaky <= figures.cases
    assert (figures.first_trials.n if figures.first_trials else 0) <= figures.cases


@given(RESULTS, st.randoms(use_true_random=False))
def test_the_order_of_results_means_nothing(results, random):
    shuffled = random.sample(results, len(results))

    assert group(shuffled) == group(results)

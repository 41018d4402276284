"""How likely a comparison is to show a drop: simulated, in closed form, and by others."""

from random import Random

import pytest
from scipy.stats import betabinom, binom
from statsmodels.stats.power import normal_power_het

from pytest_editbench.scoring import power, sizes
from pytest_editbench.scoring.chances import Chances, differences

SETTINGS = [(0.8, 0.1), (0.8, 0.32), (0.8, 0.0), (0.95, 0.05), (0.5, 0.3)]


def mcnemar(cases, lost, won):
    """The power of the exact one-sided test at 5 %, summed over all tables of single trials."""
    total = 0.0
    for unlike in range(cases + 1):
        least = next((k for k in range(unlike + 1) if binom.sf(k - 1, unlike, 0.5) <= 0.05), unlike + 1)
        total += binom.pmf(unlike, cases, lost + won) * binom.sf(least - 1, unlike, lost / (lost + won))
    return total


@pytest.mark.parametrize(("rate", "flips"), SETTINGS)
def test_a_suite_has_the_rate_and_the_flips_that_were_given(rate, flips):
    chances = Chances(rate, flips)

    assert chances.moment(1, 0) == pytest.approx(rate)
    assert 2 * chances.moment(1, 1) == pytest.approx(flips)


def test_passes_of_a_case_are_beta_binomial():
    size = 0.05 / (0.16 - 0.05)
    expected = betabinom.pmf(2, 3, 0.8 * size, 0.2 * size)

    assert 3 * Chances(0.8, 0.1).moment(2, 1) == pytest.approx(expected)


@pytest.mark.parametrize(("rate", "flips"), [(1.2, 0.0), (-0.1, 0.0), (0.8, 0.33), (0.8, -0.1), (1.0, 0.1)])
def test_rates_that_contradict_each_other_are_refused(rate, flips):
    with pytest.raises(ValueError, match="rate of"):
        Chances(rate, flips)


@pytest.mark.parametrize(("rate", "flips"), SETTINGS)
@pytest.mark.parametrize("trials", [1, 3])
def test_differences_have_the_drop_and_the_noise_they_are_made_for(rate, flips, trials):
    chance = differences(Chances(rate, flips), trials, 0.1)
    calm = differences(Chances(rate, flips), trials, 0.0)

    assert sum(chance.values()) == pytest.approx(1)
    assert sum(value * share for value, share in chance.items()) / trials == pytest.approx(-0.1 * rate)
    assert sum(value**2 * share for value, share in calm.items()) / trials**2 == pytest.approx(flips / trials)


def test_a_broken_agent_passes_and_flips_less():
    assert Chances(0.8, 0.2).broken(0.5) == Chances(0.4, 0.1)


def test_the_variance_of_a_case_shrinks_to_what_lies_between_cases():
    chances = Chances(0.8, 0.1)

    assert chances.variance(1) == pytest.approx(0.16)
    assert chances.variance(10**9) == pytest.approx(0.11)


@pytest.mark.parametrize("cases", [24, 80])
def test_simulated_power_of_single_trials_is_mcnemars(cases):
    chance = differences(Chances(0.8, 0.2), 1, 0.2)

    assert power.simulated(chance, cases) == pytest.approx(mcnemar(cases, chance[-1], chance[1]), abs=0.03)


@pytest.mark.parametrize(("lost", "won"), [(0.2, 0.05), (0.15, 0.0), (0.3, 0.15)])
@pytest.mark.parametrize("cases", [40, 120])
def test_the_closed_form_is_near_mcnemars_power(cases, lost, won):
    broken = lost - won
    noise = 2 * won / (1 - broken)

    found = power.expected(cases, broken, (1.0, 1.0), noise, 1.0)

    assert found == pytest.approx(mcnemar(cases, lost, won), abs=0.06)


@pytest.mark.parametrize(("rate", "flips"), SETTINGS)
@pytest.mark.parametrize("trials", [1, 3])
def test_the_closed_form_is_near_what_is_simulated(rate, flips, trials):
    chances = Chances(rate, flips)
    chance = differences(chances, trials, 0.1 / rate)

    found = power.of_breaking(chances, 100, trials, 0.1)

    assert found == pytest.approx(power.simulated(chance, 100, repetitions=500), abs=0.07)


def test_simulations_repeat():
    chance = differences(Chances(0.8, 0.2), 3, 0.1)

    assert power.simulated(chance, 30, 50) == power.simulated(chance, 30, 50)
    assert {power.simulated(chance, 30, 50, seed) for seed in range(9)} != {power.simulated(chance, 30, 50)}


def test_unpaired_power_is_that_of_statsmodels():
    chances = Chances(0.8, 0.32)
    spread = (0.8 * 0.2 + 0.7 * 0.3) ** 0.5

    found = power.unpaired(chances, 150, 1, 0.1)

    assert found == pytest.approx(normal_power_het(0.1, 150, 0.05, spread, spread, "larger"), abs=1e-9)


def test_a_drop_that_nothing_varies_with_always_shows_unpaired():
    assert power.unpaired(Chances(1.0, 0.0), 10, 1, 1.0) == 1.0


@pytest.mark.parametrize(("n", "share"), [(10, 0.0), (10, 1.0), (300, 0.02), (5_000, 0.4)])
def test_the_counts_that_are_summed_over_are_all_that_matter(n, share):
    counts = dict(power._binomial(n, share))

    assert sum(counts.values()) == pytest.approx(1, abs=1e-9)
    assert sum(count * chance for count, chance in counts.items()) == pytest.approx(n * share)


def test_the_smallest_drop_is_where_power_reaches_80_percent():
    assert sizes.smallest_drop(lambda drop: drop * 2, 0.9) == pytest.approx(0.4, abs=sizes.FINEST)


def test_a_drop_that_never_shows_has_no_size():
    assert sizes.smallest_drop(lambda drop: drop, 0.7) is None
    assert sizes.smallest_drop(lambda drop: drop, 0.7, guess=0.1) is None


@pytest.mark.parametrize("guess", [0.05, 0.4, 0.85])
def test_a_guess_changes_nothing_but_the_way(guess):
    assert sizes.smallest_drop(lambda drop: drop * 2, 0.9, guess) == pytest.approx(0.4, abs=sizes.FINEST)


@pytest.mark.parametrize("guess", [1, 100, 137, 9_000])
def test_the_fewest_cases_are_found_from_any_guess(guess):
    assert sizes.fewest_cases(lambda cases: cases / 171, guess) == 137


def test_a_drop_that_no_suite_shows_needs_no_number():
    assert sizes.fewest_cases(lambda _: 0.5) is None


def test_noisy_cases_show_only_large_drops():
    calm, noisy = [0.0] * 80, [1.0, -1.0] * 20 + [0.0] * 40

    assert sizes.of_rates(calm, 1) == pytest.approx(0.083, abs=0.005)
    assert sizes.of_rates(noisy, 1) == pytest.approx(0.22, abs=0.02)


def test_four_cases_show_no_drop_whatever():
    assert sizes.of_rates([0.0] * 4, 1) is None


def test_the_change_of_a_mean_that_shows_is_cohens():
    random = Random(1)
    differences = [random.gauss(0, 2) for _ in range(50)]
    spread = (sum((each - sum(differences) / 50) ** 2 for each in differences) / 49) ** 0.5

    assert sizes.of_values(differences) == pytest.approx((1.6449 + 0.8416) * spread / 50**0.5, rel=1e-4)
    assert sizes.of_values([1.0, 1.0]) is None

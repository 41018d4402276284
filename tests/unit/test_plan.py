"""What a run will tell, planned from rates or from an earlier run."""

import pytest
from stored import log, sample, suite, trials

from pytest_editbench.errors import UsageError
from pytest_editbench.findings.forecast import Basis
from pytest_editbench.runs import basis, plan, samples
from pytest_editbench.runs.basis import Prices
from pytest_editbench.runs.selection import Selection
from pytest_editbench.scoring import power
from pytest_editbench.scoring.chances import Chances, differences
from pytest_editbench.scoring.rates import wilson

GIVEN = Basis("as given", 0.8, 0.1)


@pytest.fixture
def closed(monkeypatch):
    """Plans in closed form, which are quick."""
    monkeypatch.setattr(plan, "SIMULATED", 0)


pytestmark = pytest.mark.usefixtures("closed")


def forecast(cases=40, trials=1, known=GIVEN, aim=0.2):
    return plan.forecast(cases, trials, known, aim)


def test_the_drop_that_is_promised_shows_four_times_in_five(monkeypatch):
    monkeypatch.setattr(plan, "SIMULATED", 100)
    found = forecast(60, 2)

    chance = differences(Chances(0.8, 0.1), 2, found.paired / 0.8)
    assert power.simulated(chance, 60, seed=99) == pytest.approx(0.8, abs=0.04)
    assert found.simulated


def test_the_cases_that_are_asked_for_show_the_drop_four_times_in_five(monkeypatch):
    monkeypatch.setattr(plan, "SIMULATED", 100)
    [need] = [need for need in forecast(40, 2).needs if need.trials == 2]

    chance = differences(Chances(0.8, 0.1), 2, 0.2 / 0.8)
    assert power.simulated(chance, need.cases, seed=98) == pytest.approx(0.8, abs=0.05)


def test_case_by_case_shows_smaller_drops_than_unpaired_and_more_trials_smaller_ones_yet():
    once, often = forecast(60, 1), forecast(60, 5)

    assert often.paired < once.paired < once.unpaired
    assert often.unpaired < once.unpaired


def test_equal_rates_with_more_noise_show_less():
    assert forecast(known=Basis("", 0.8, 0.3)).paired > forecast(known=Basis("", 0.8, 0.02)).paired + 0.02


def test_the_interval_of_single_trials_is_wilsons():
    assert forecast(80).interval == pytest.approx(wilson(64, 80))


def test_repeated_trials_narrow_the_interval_down_to_what_lies_between_cases():
    low, high = forecast(80, 1).interval
    narrow_low, narrow_high = forecast(80, 5).interval

    assert low < narrow_low < 0.8 < narrow_high < high


def test_more_trials_need_fewer_cases():
    needs = forecast().needs

    assert [need.trials for need in needs] == [1, 3, 5, 10]
    assert [need.cases for need in needs] == sorted((need.cases for need in needs), reverse=True)


def test_a_plan_tells_its_own_number_of_trials_too():
    assert [need.trials for need in forecast(trials=4).needs] == [1, 3, 4, 5, 10]


def test_a_drop_beyond_the_rate_needs_no_number():
    assert {need.cases for need in forecast(known=Basis("", 0.1, 0.0), aim=0.2).needs} == {None}


def test_a_plan_says_whether_it_suffices():
    assert forecast(60, aim=0.3).suffices
    assert not forecast(60, aim=0.05).suffices


def test_four_cases_show_nothing():
    found = forecast(4)

    assert found.paired is None
    assert not found.suffices


def test_large_suites_are_planned_in_closed_form(monkeypatch):
    monkeypatch.setattr(plan, "SIMULATED", 1_000)
    found = forecast(50_000, aim=0.02)

    assert not found.simulated
    assert found.paired < 0.005


def test_time_and_money_are_those_of_all_trials():
    found = forecast(40, 3, Basis("", 0.8, 0.1, seconds=2.0, cost=0.5))

    assert (found.seconds, found.cost) == (240.0, 60.0)
    assert (forecast().seconds, forecast().cost) == (None, None)


@pytest.mark.parametrize(
    ("rate", "flips", "why"), [(0.8, 0.4, "does not go with"), (0.0, 0.0, "passes nothing")]
)
def test_what_cannot_be_is_refused(rate, flips, why):
    with pytest.raises(UsageError, match=why):
        forecast(known=Basis("", rate, flips))


class TestBasis:
    def test_a_run_tells_rate_and_noise(self):
        found = basis.of(sample({"a": "PPP", "b": "PPM", "c": "MMM"}))

        assert (found.rate, found.flips) == (pytest.approx(5 / 9), pytest.approx(2 / 9))
        assert found.source == "3 cases in run.jsonl"

    def test_single_trials_do_not_tell_noise(self):
        with pytest.raises(UsageError, match="one trial a case, which does not tell"):
            basis.of(sample(suite(*"PPM")))

        assert basis.of(sample(suite(*"PPM")), flips=0.1).flips == 0.1

    def test_noise_is_never_more_than_goes_with_the_rate(self):
        found = basis.of(sample({"a": "PM"}))

        assert (found.rate, found.flips) == (0.5, 0.5)

    def test_only_the_cases_to_be_run_count_where_the_run_has_them(self):
        run = sample({"a": "PP", "b": "MM"})

        assert basis.of(run, ["a", "x"]).rate == 1.0
        assert basis.of(run, ["a", "x"]).source == "1 of these cases in run.jsonl"
        assert basis.of(run, ["x"]).rate == 0.5

    def test_unscored_trials_tell_nothing(self):
        assert basis.of(sample({"a": "PPE", "b": "EE"})).rate == 1.0
        with pytest.raises(UsageError, match="no trial was scored"):
            basis.of(sample({"a": "EE"}))

    def test_time_and_money_are_means_over_the_trials_that_tell(self):
        given = trials({"a": "PP"}, cost=0.5, duration=2.0) + trials({"b": "PP"}, duration=4.0)
        found = basis.of(samples.pick(log(given), Selection("run")))

        assert (found.seconds, found.cost, found.priced) == (3.0, 0.5, False)

    def test_prices_are_for_a_million_tokens(self):
        run = sample({"a": "PP"}, tokens=2_000_000, cost=9.0)

        assert basis.of(run, prices=Prices(3.0, 15.0)).cost == 6.0
        assert basis.of(sample({"a": "PP"}), prices=Prices(3.0, 15.0)).cost is None

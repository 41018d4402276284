"""Intervals of differences between pairs."""

from random import Random

import pytest
from scipy import stats

from pytest_editbench.scoring import intervals, student
from pytest_editbench.scoring.intervals import bootstrap, newcombe, of_rates, of_values, student_t


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 23, 200, 201, 5_000])
@pytest.mark.parametrize("share", [0.025, 0.5, 0.8, 0.975, 0.9999])
def test_a_quantile_is_students(share, degrees):
    assert student.quantile(share, degrees) == pytest.approx(stats.t.ppf(share, degrees), rel=1e-8, abs=1e-12)


@pytest.mark.parametrize(("share", "degrees"), [(0, 5), (1, 5), (0.5, 0)])
def test_a_quantile_that_is_not_there_is_refused(share, degrees):
    with pytest.raises(ValueError, match="quantile"):
        student.quantile(share, degrees)


def test_newcombes_interval_is_the_one_he_published():
    # Statistics in Medicine 17 (1998), 2635-2650: 36 pairs alike, 12 one way, 2 the other, method 10.
    assert newcombe(36, 2, 12, 0) == pytest.approx((0.0569, 0.3404), abs=5e-5)


def test_exchanging_the_sides_mirrors_newcombes_interval():
    low, high = newcombe(30, 4, 9, 7)

    assert newcombe(30, 9, 4, 7) == pytest.approx((-high, -low))


def test_few_equal_cases_leave_much_open():
    low, high = newcombe(5, 0, 0, 0)

    assert low == pytest.approx(-high)
    assert high > 0.4


def test_a_weak_correlation_counts_as_none():
    # bh - cd = 1 is less than n / 2, so φ is 0 and the joined interval is that of two independent rates.
    assert intervals._phi(2, 1, 1, 1) == 0


def test_all_lost_stays_on_the_scale():
    low, high = newcombe(0, 10, 0, 0)

    assert -1 <= low <= -1 + 1e-9
    assert high < -0.5


def test_the_bootstrap_is_the_same_on_every_run_and_every_python():
    differences = [-1.0, -1 / 3, 0.0, 0.0, 1 / 3, 0.0, -2 / 3, 0.0]

    assert bootstrap(differences) == bootstrap(differences)
    assert bootstrap(differences) == pytest.approx((-7 / 12, 1 / 12), abs=1e-12)


def test_another_seed_gives_nearly_the_same():
    random = Random(1)
    differences = [random.gauss(0, 1) for _ in range(100)]

    assert bootstrap(differences, seed=2) == pytest.approx(bootstrap(differences), abs=0.06)


def test_the_bootstrap_of_normal_values_is_students_interval():
    random = Random(2)
    differences = [random.gauss(0.3, 1) for _ in range(40)]

    assert bootstrap(differences) == pytest.approx(student_t(differences), abs=0.05)


def test_the_interval_holds_the_truth_as_often_as_it_says():
    random, held = Random(4), 0
    for _ in range(100):
        differences = [random.choice([-1, -1, 0, 0, 0, 0, 1, 2]) / 2 for _ in range(16)]
        low, high = bootstrap(differences)
        held += low <= 0.0625 <= high

    assert 0.9 <= held / 100 <= 0.99


def test_students_interval_is_that_of_scipy():
    values = [0.2, -0.1, 0.4, 0.0, -0.3]
    low, high = stats.ttest_1samp(values, 0).confidence_interval(0.95)

    assert student_t(values) == pytest.approx((low, high))


def singles(lost, won, same):
    firsts = [(True, False)] * lost + [(False, True)] * won + [(True, True)] * same
    return [(int(before), int(after), 1) for before, after in firsts], firsts


def test_single_trials_have_newcombes_interval():
    assert of_rates(*singles(4, 1, 10)).method == "Newcombe"


def test_repeated_trials_have_a_bootstrap_over_cases():
    passes = [(3, 2, 3), (1, 1, 3), (0, 1, 3)]

    assert of_rates(passes, [(True, True)] * 3).method == "bootstrap over cases"


def test_repeated_trials_that_never_differ_have_the_interval_of_first_trials():
    found = of_rates([(3, 3, 3)] * 20, [(True, True)] * 20)

    assert found.method.startswith("Newcombe, first trials")
    assert found.low < 0 < found.high


def test_above_two_thousand_cases_the_interval_is_students():
    assert of_rates(*singles(30, 20, 2_000)).method == "Student's t over cases"
    assert of_rates(*singles(30, 20, 1_950)).method == "Newcombe"


def test_two_thousand_cases_that_never_differ_still_have_an_interval():
    found = of_rates(*singles(0, 0, 2_001))

    assert found.low < 0 < found.high


def test_without_cases_there_is_no_interval():
    assert of_rates([], []) is None


def test_values_without_spread_have_no_interval():
    assert of_values([0.5, 0.5]) is None
    assert of_values([0.5]) is None


def test_many_values_have_students_interval():
    assert of_values([float(number % 7) for number in range(2_001)]).method == "Student's t over cases"

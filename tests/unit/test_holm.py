"""Many looks at one comparison."""

from random import Random

import pytest
from statsmodels.stats.multitest import multipletests

from pytest_editbench.scoring.holm import adjusted

RANDOM = Random(6)


@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_p_is_raised_as_statsmodels_does(count):
    chances = [RANDOM.random() ** 3 for _ in range(count)]

    assert adjusted(chances) == pytest.approx(list(multipletests(chances, method="holm")[1]))


def test_a_single_test_stays_as_it_is():
    assert adjusted([0.03]) == [0.03]


def test_no_tests_are_no_trouble():
    assert adjusted([]) == []


def test_the_smallest_is_multiplied_most_and_none_overtakes():
    assert adjusted([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])

"""What cases tell about agents."""

import pytest
from stored import log, suite, trials

from pytest_editbench.errors import UsageError
from pytest_editbench.findings.items import Score, Solved
from pytest_editbench.runs.items import contenders, items
from pytest_editbench.scoring import separation


def found(*logs):
    return items(contenders(logs))


def of(**agents):
    return found(log([each for agent, outcomes in agents.items() for each in trials(outcomes, agent)]))


@pytest.mark.parametrize(
    ("passed", "of", "expected"), [(0, 3, 0.0), (3, 3, 0.0), (1, 2, 1.0), (2, 3, 2 / 3), (1, 1, None)]
)
def test_the_flip_rate_is_the_share_of_unlike_pairs_of_trials(passed, of, expected):
    assert separation.flip_rate(passed, of) == expected


def test_a_case_has_its_rate_over_agents_and_its_spread():
    [item] = of(one={"a": "PPPM"}, two={"a": "PM"}).items

    assert item.scores == (Score(3, 4), Score(1, 2))
    assert (item.rate, item.spread) == (0.625, 0.25)
    assert item.flips == pytest.approx((0.5 + 1.0) / 2)


def test_cases_are_solved_always_never_or_sometimes():
    solved = of(one={"a": "PP", "b": "MM", "c": "PM"}, two={"a": "P", "b": "T", "c": "P"})

    assert [item.solved for item in solved.items] == [Solved.ALWAYS, Solved.NEVER, Solved.SOMETIMES]


def test_a_case_separates_where_agents_differ():
    agents = of(one={"a": "PM", "b": "P", "c": "M"}, two={"a": "PM", "b": "M", "c": "M"})

    assert [item.case for item in agents.separating] == ["b"]


def test_with_one_agent_a_case_separates_where_its_trials_differ():
    assert [item.case for item in of(one={"a": "PM", "b": "PP", "c": "MM"}).separating] == ["a"]


def test_a_case_that_better_agents_pass_discriminates_and_one_they_fail_does_the_reverse():
    agents = of(
        weak={"a": "M", "b": "M", "c": "M", "odd": "P", "all": "P"},
        fair={"a": "P", "b": "M", "c": "M", "odd": "P", "all": "P"},
        good={"a": "P", "b": "P", "c": "P", "odd": "M", "all": "P"},
    )
    discrimination = {item.case: item.discrimination for item in agents.items}

    assert discrimination["b"] == pytest.approx(0.5)
    assert discrimination["odd"] < -0.5
    assert discrimination["all"] is None


def test_two_agents_are_too_few_to_discriminate():
    assert [item.discrimination for item in of(one={"a": "P", "b": "M"}, two={"a": "M", "b": "P"}).items] == [
        None,
        None,
    ]


def test_the_matrix_counts_what_one_agent_solves_and_another_does_not():
    agents = of(
        one={"a": "P", "b": "P", "c": "P", "d": "E"}, two={"a": "M", "b": "PMM", "c": "PPM", "d": "P"}
    )

    assert agents.solved_by == ((0, 2), (0, 0))


def test_an_agent_that_was_not_asked_has_no_rate_there():
    agents = found(log(trials({"a": "P", "b": "P"}, "one")), log(trials({"a": "M"}, "two")))

    assert [item.scores[1].rate for item in agents.items] == [0.0, None]
    assert agents.rates == (1.0, 0.0)


def test_cases_that_nobody_was_scored_on_are_left_out_and_counted():
    agents = of(one={"a": "P", "b": "E"})

    assert ([item.case for item in agents.items], agents.unscored) == (["a"], 1)


def test_one_label_in_two_records_is_two_agents():
    one = log(trials({"a": "P"}), "d/monday.jsonl")
    two = log(trials({"a": "M"}) + trials({"a": "P"}, "slow"), "d/tuesday.jsonl")

    assert found(one, two).agents == ("monday.jsonl#fast", "tuesday.jsonl#fast", "slow")


def test_records_of_unlike_suites_are_refused():
    with pytest.raises(UsageError, match="a is not the same case in all"):
        found(log(trials({"a": "P"})), log(trials({"a": "P"}, "slow", digest="other")))


def test_records_without_a_verdict_are_refused():
    with pytest.raises(UsageError, match="no trial of these records was scored"):
        of(one={"a": "E"})


@pytest.mark.parametrize(
    ("one", "two", "why"),
    [
        ("PPPPPPPPPP", "PPPPPPPPPM", "saturated: 9 of 10 cases are always passed"),
        ("PPPPPMMMMM", "PPPPPMMPPP", "only 3 of 10 cases separate"),
        ("PPPPPMMMMM", "PPPPPPPPPP", ""),
    ],
)
def test_a_suite_is_saturated_where_too_little_separates(one, two, why):
    saturated = of(one=suite(*one), two=suite(*two)).saturated

    assert saturated.startswith(why)
    assert bool(saturated) == bool(why)

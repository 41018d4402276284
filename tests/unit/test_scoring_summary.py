"""Many results as few figures."""

from pytest_editbench.model import Diagnosis, Outcome, Usage
from pytest_editbench.scoring.rates import Proportion
from pytest_editbench.scoring.summary import Mean, Result, Sum, by_agent, group, summarise


def result(case="one", outcome=Outcome.PASSED, trial=1, agent="mycli", **more):
    return Result(case, agent, trial, outcome, **more)


def test_agents_come_in_the_order_that_is_asked_for_and_then_as_they_occur():
    results = [result(agent=agent) for agent in ("new", "b", "a")]

    assert list(by_agent(results, ["a", "lost", "b"])) == ["a", "b", "new"]


def test_what_ended_before_its_agent_was_known_is_the_only_agents():
    unknown = result("two", Outcome.SKIPPED, agent="-")

    assert by_agent([unknown, result()])["mycli"].total.trials == 2
    assert list(by_agent([unknown, result()])) == ["mycli"]
    assert list(by_agent([unknown, result(), result(agent="other")])) == ["-", "mycli", "other"]
    assert list(by_agent([unknown])) == ["-"]


def test_every_outcome_is_counted_even_where_there_is_none():
    figures = group([result(), result("two", Outcome.TIMEOUT)])

    assert list(figures.outcomes) == list(Outcome)
    assert (figures.outcomes[Outcome.TIMEOUT], figures.outcomes[Outcome.REJECTED]) == (1, 0)


def test_agents_that_could_not_be_asked_leave_the_rate_but_not_the_count():
    unasked = [Outcome.AGENT_ERROR, Outcome.INVALID_CASE, Outcome.SKIPPED]

    figures = group([result(), *(result(outcome, outcome) for outcome in unasked)])

    assert (figures.trials, figures.scored, figures.passed) == (4, 1, 1)
    assert figures.first_trials == Proportion(1, 1)


def test_the_rate_is_over_the_first_trials_whatever_the_order():
    figures = group([result(trial=2), result(outcome=Outcome.MISMATCH), result("two")])

    assert figures.first_trials == Proportion(1, 2)


def test_a_later_trial_does_not_stand_in_for_a_first_one_that_was_not_scored():
    figures = group([result(outcome=Outcome.AGENT_ERROR), result(trial=2), result("two", Outcome.MISMATCH)])

    assert figures.first_trials == Proportion(0, 1)


def test_without_any_scored_trial_the_rate_is_unknown():
    assert group([result(outcome=Outcome.AGENT_ERROR)]).first_trials is None


def test_nothing_is_known_of_no_results():
    figures = group([])

    assert (figures.cases, figures.trials, figures.first_trials, figures.seconds) == (0, 0, None, None)
    assert (figures.indent, figures.usage, figures.pass_at) == ({}, {}, {})
    assert (figures.indent_lines, figures.outside, figures.diagnoses) == ({}, None, {})


def test_several_trials_give_pass_at_one_and_pass_at_n():
    outcomes = [Outcome.PASSED, Outcome.MISMATCH, Outcome.MISMATCH]

    figures = group([result(outcome=outcome, trial=number) for number, outcome in enumerate(outcomes, 1)])

    assert {k: round(mean.value, 3) for k, mean in figures.pass_at.items()} == {1: 0.333, 3: 1.0}


def test_cases_with_too_few_scored_trials_are_left_out_of_pass_at_n_and_its_count():
    figures = group(
        [result(), result(trial=2), result("two"), result("two", Outcome.AGENT_ERROR, trial=2)],
    )

    assert figures.pass_at == {1: Mean(1.0, 2), 2: Mean(1.0, 1)}


def test_one_trial_a_case_gives_no_pass_at_k():
    assert group([result(), result("two")]).pass_at == {}


def test_a_case_that_passed_and_failed_is_flaky_and_one_that_could_not_be_asked_is_not():
    figures = group(
        [
            result(),
            result(outcome=Outcome.TIMEOUT, trial=2),
            result("two"),
            result("two", Outcome.AGENT_ERROR, trial=2),
        ]
    )

    assert figures.flaky == 1


def test_first_attempts_are_told_apart_once_there_was_a_second():
    figures = group(
        [result(first_attempt_passed=False, attempts=2), result("two", first_attempt_passed=True)]
    )

    assert (figures.first_attempts, figures.first_trials) == (Proportion(1, 2), Proportion(2, 2))


def test_without_second_attempts_there_is_no_rate_of_first_ones():
    assert group([result(first_attempt_passed=True)]).first_attempts is None


def test_indent_scores_are_never_averaged_across_bases():
    figures = group(
        [
            result(indent_score=1.0),
            result("two", indent_score=2.0),
            result("three", indent_score=9.0, indent_basis="prettier"),
            result("four"),
        ]
    )

    assert figures.indent == {"expected": Mean(1.5, 2), "prettier": Mean(9.0, 1)}


def test_seconds_are_the_median_of_the_trials_that_tell():
    figures = group(
        [result(duration=1.0), result("two", duration=2.0), result("three", duration=90.0), result("four")]
    )

    assert figures.seconds == 2.0


def test_usage_is_summed_over_the_trials_that_told_it():
    figures = group(
        [
            result(usage=Usage(input_tokens=10, tool_calls={"edit": 2, "read": 1})),
            result("two", usage=Usage(input_tokens=0)),
            result("three"),
        ]
    )

    assert figures.usage == {"input tokens": Sum(10, 2), "tool calls": Sum(3, 1)}


def test_a_summary_has_a_group_for_each_category_those_without_one_last():
    summary = summarise([result("a"), result("b", category="zeta"), result("c", category="alpha")])

    assert {name: group.cases for name, group in summary.categories.items()} == {
        "alpha": 1,
        "zeta": 1,
        None: 1,
    }
    assert list(summary.categories) == ["alpha", "zeta", None]
    assert summary.total.cases == 3


def test_agents_are_summarised_apart():
    summaries = by_agent([result(agent="b"), result(agent="a", outcome=Outcome.MISMATCH)])

    assert {agent: summary.total.passed for agent, summary in summaries.items()} == {"b": 1, "a": 0}
    assert list(summaries) == ["b", "a"]


def test_lines_that_are_off_are_counted_by_basis():
    figures = group(
        [
            result(indent_score=1.0, indent_lines=2),
            result("two", indent_score=0.0),
            result("three", indent_score=9.0, indent_basis="prettier", indent_lines=5),
            result("four"),
        ]
    )

    assert figures.indent_lines == {"expected": 2, "prettier": 5}


def test_lines_outside_the_asked_change_are_added_up_over_the_scored_trials_that_tell_them():
    figures = group(
        [
            result(outside=0),
            result("two", Outcome.MISMATCH, outside=7),
            result("three", Outcome.TIMEOUT),
            result("four", Outcome.AGENT_ERROR, outside=100),
        ]
    )

    assert figures.outside == Sum(7, 2)


def test_diagnoses_are_counted_in_order_of_precedence():
    told = [Diagnosis.OTHER, Diagnosis.NO_EDIT, None, Diagnosis.OTHER]

    figures = group([result(str(number), diagnosis=each) for number, each in enumerate(told)])

    assert list(figures.diagnoses.items()) == [(Diagnosis.NO_EDIT, 1), (Diagnosis.OTHER, 2)]

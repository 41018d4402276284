"""What agents used and how their calls went: sums and medians over what is known alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from stored import trial

from pytest_editbench.model import AgentResult, Attempt, Outcome, Usage
from pytest_editbench.scoring import conditions, results, usages
from pytest_editbench.scoring.rates import Proportion
from pytest_editbench.scoring.summary import group
from pytest_editbench.scoring.usages import Median, Sum
from pytest_editbench.terms import Terms


def asked(*told: AgentResult, letter="P", **facts):
    attempts = tuple(
        Attempt(number, Outcome.MISMATCH, 1.0, each) for number, each in enumerate(told, start=1)
    )
    return results.of(trial("a-1", letter, attempts=attempts, **facts))


def test_every_kind_of_token_is_summed_apart():
    used = Usage(input_tokens=1, output_tokens=2, cached_tokens=3, cache_write_tokens=4, reasoning_tokens=5)

    assert usages.sums([used, used, Usage(input_tokens=1)]) == {
        "input tokens": Sum(3, 3),
        "output tokens": Sum(4, 2),
        "cached tokens": Sum(6, 2),
        "cache write tokens": Sum(8, 2),
        "reasoning tokens": Sum(10, 2),
    }


def test_zero_is_told_and_none_is_not():
    assert usages.sums([Usage(cost=0.0, turns=0), Usage()]) == {
        "cost in US $": Sum(0.0, 1),
        "turns": Sum(0, 1),
    }


def test_a_median_is_over_the_trials_that_tell_and_stays_whole_where_it_is():
    told = [Usage(turns=turns, cost=cost) for turns, cost in ((1, 0.5), (3, None), (8, 1.0), (None, None))]

    assert usages.medians(told) == {"turns": Median(3, 3), "cost in US $": Median(0.75, 2)}
    assert usages.medians([Usage(turns=1), Usage(turns=2)])["turns"].value == 1.5


def test_one_trial_is_no_median():
    assert usages.medians([Usage(turns=1), Usage()]) == {}


def test_figures_that_are_rounded_or_estimated_are_counted_with_them_and_turns_are_not():
    told = [
        Usage(input_tokens=5, turns=1, basis="estimated"),
        Usage(input_tokens=5, turns=1, basis="reported"),
        Usage(turns=1, basis="rounded"),
    ]

    assert usages.sums(told) == {"input tokens": Sum(10, 2, approximate=1), "turns": Sum(3, 3)}
    assert usages.bases(told) == {"estimated": 1}


def test_a_basis_of_another_version_counts_as_estimated():
    assert usages.bases([Usage(cost=1.0, basis="guessed")]) == {"estimated": 1}


def test_the_rate_of_edit_calls_is_over_the_trials_that_tell_both():
    told = [
        Usage(edit_calls_ok=3, edit_calls_failed=1),
        Usage(edit_calls_ok=5),
        Usage(edit_calls_failed=9),
        Usage(),
    ]

    found = usages.calls(told)

    assert (found.edits_ok, found.edits_failed) == (Sum(8, 2), Sum(10, 2))
    assert found.edit_rate == Proportion(3, 4)


def test_without_any_edit_call_there_is_no_rate():
    assert usages.calls([Usage(edit_calls_ok=0, edit_calls_failed=0)]).edit_rate is None


def test_failed_edits_are_sorted_and_what_is_not_told_is_counted():
    told = [
        Usage(edit_calls_failed=5, edit_failures={"not unique": 2, "stale": 1}),
        Usage(edit_calls_failed=1),
        Usage(edit_failures={"not unique": 1, "of tomorrow": 4}),
    ]

    found = usages.calls(told)

    assert list(found.failures.items()) == [("not unique", 3), ("stale", 1), ("other", 4)]
    assert found.unsorted == 3


def test_calls_by_kind_are_summed_over_the_trials_that_tell():
    found = usages.calls([Usage(calls_by_kind={"shell": 1, "edit": 2}), Usage(calls_by_kind={}), Usage()])

    assert list(found.kinds.items()) == [("edit", 2), ("shell", 1)]
    assert found.kinds_told == 2


@pytest.mark.parametrize(
    ("reasons", "told"),
    [
        (("block 2: no 'let a'", "block 13: no 'x = 1'"), "block #: no …"),
        (("app.js: line 7: the file does not hold 'a'", "line 12: the file does not hold `b`"),
         "the file does not hold …"),
        (("it stands twice: lines 3, 9 and 12", "it stands twice: lines 1,034 and 2"),
         "it stands twice: lines #"),
    ],
)  # fmt: skip
def test_equal_faults_at_other_places_count_as_one(reasons, told):
    assert usages.answers(reasons, (), ()).malformed == {told: 2}


def test_rare_reasons_are_put_together():
    reasons = [f"reason {'x' * number}" for number in range(20)] + ["frequent"] * 3

    found = usages.answers(reasons, (), ()).malformed

    assert next(iter(found.items())) == ("frequent", 3)
    assert len(found) == usages.REASONS + 1
    assert found[usages.OTHERS] == 15


def test_a_malformed_answer_gives_the_adapters_reason_or_that_of_the_message():
    told = Attempt(1, Outcome.MALFORMED, 1.0, AgentResult(malformed="no block"))
    stray = replace(trial("a-1", "M"), outcome=Outcome.MALFORMED, message="malformed: no such path")

    assert results.of(replace(stray, attempts=(told,))).malformed == "no block"
    assert results.of(stray).malformed == "no such path"
    assert asked(told.result).malformed is None


def test_a_tolerance_saves_a_trial_once_and_retries_of_providers_are_added_up():
    saved = asked(AgentResult(tolerances=("line-drift", "line-drift")))
    attempts = tuple(Attempt(number, Outcome.MISMATCH, 1.0, provider_retries=2) for number in (1, 2))
    again = results.of(trial("a-2", "M", attempts=attempts))

    found = group([saved, again]).answers

    assert found.tolerances == {"line-drift": 1}
    assert found.provider_retries == Sum(4, 1)


def test_attempts_together_are_as_rough_as_the_roughest():
    told = [AgentResult(usage=Usage(cost=1.0, basis=basis)) for basis in ("rounded", "reported", None)]

    assert asked(*told).usage.basis == "rounded"
    assert asked(told[2]).usage.basis is None


@pytest.mark.parametrize("name", ["cache_write_tokens", "reasoning_tokens", "unreadable_lines"])
def test_a_count_that_one_attempt_does_not_tell_is_unknown_for_all(name):
    one = AgentResult(usage=Usage(**{name: 5}))

    assert getattr(asked(one, one).usage, name) == 10
    assert getattr(asked(one, AgentResult()).usage, name) is None


@pytest.mark.parametrize("name", ["calls_by_kind", "edit_failures"])
def test_calls_of_attempts_are_added_up_by_kind(name):
    one = AgentResult(usage=Usage(**{name: {"other": 2}}))

    assert getattr(asked(one, one).usage, name) == {"other": 4}
    assert getattr(asked(one, AgentResult()).usage, name) is None


def test_conditions_are_told_with_their_distinct_values():
    terms = [Terms(version="1.0", temperature=0.0), Terms(version="1.1", temperature=0.0, sandbox="bwrap")]

    found = conditions.told([(terms[0], "m"), (terms[1], None), (Terms(model="asked"), None)])

    assert found == {
        "model": ["m", "asked"],
        "version": ["1.0", "1.1"],
        "temperature": ["0"],
        "sandbox": ["bwrap"],
    }


def test_many_values_of_a_condition_are_counted():
    found = conditions.told((Terms(version=str(number)), None) for number in range(50))

    assert found["version"] == ["0", "1", "2", "3", "4", "and 45 more"]

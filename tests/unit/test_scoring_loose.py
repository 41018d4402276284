from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_editbench.errors import UsageError
from pytest_editbench.model import Metadata, Outcome, Trial
from pytest_editbench.report import grids
from pytest_editbench.runs import samples, selection
from pytest_editbench.runs.compare import compare
from pytest_editbench.runs.samples import Sample
from pytest_editbench.scoring import results, shapes
from pytest_editbench.scoring.summary import Result, summarise
from pytest_editbench.session import decisions


def trial(case: str, **extra: object) -> Trial:
    return Trial(case, "mycli", 1, Outcome.PASSED, metadata=Metadata(category="history", extra=extra))


def summary(*trials: Trial) -> list[Result]:
    return [results.of(each) for each in trials]


def test_a_loose_case_is_in_no_total() -> None:
    found = summarise(summary(trial("a"), trial("b", loose=True)))

    assert (found.total.cases, found.apart["loose"].cases) == (1, 1)


def test_loose_cases_alone_are_no_total_either() -> None:
    found = summarise(summary(trial("a", loose=True)))

    assert (found.total.cases, found.total.first_trials, found.apart["loose"].passed) == (0, None, 1)


@pytest.mark.parametrize("value", [False, None])
def test_what_says_that_it_is_not_loose_counts(value: object) -> None:
    assert summarise(summary(trial("a", loose=value))).total.cases == 1


def test_the_table_says_how_many_cases_are_not_in_the_total() -> None:
    found = summarise(summary(trial("a"), trial("b", loose=True), trial("c", loose=True)))

    assert any("not in the total, cases: 2 loose" in note for note in grids.of({"mycli": found}).notes)


def test_charts_of_rates_leave_loose_cases_out() -> None:
    found = shapes.rates(summary(trial("a"), trial("b", loose=True)), lambda result: result.category)

    assert found["history"].n == 1


def test_no_rate_is_demanded_of_loose_cases() -> None:
    failed = replace(trial("b", loose=True), outcome=Outcome.MISMATCH)

    assert decisions.by_rate(0.9, {"mycli": summarise(summary(trial("a"), failed))}).holds


def test_loose_cases_alone_keep_no_rate() -> None:
    assert not decisions.by_rate(0.0, {"mycli": summarise(summary(trial("a", loose=True)))}).holds


def sample(*trials: Trial) -> Sample:
    log = samples.of_trials("run", {}, trials, cut_short=False)
    return samples.pick(log, selection.parse("run"))


def test_runs_are_compared_without_their_loose_cases() -> None:
    one = sample(trial("a"), trial("b", loose=True))
    other = sample(trial("a"), replace(trial("b", loose=True), outcome=Outcome.MISMATCH))

    found = compare(one, other)
    assert (found.coverage.common, found.coverage.loose, found.rate.new) == (1, 1, 1.0)


def test_runs_of_loose_cases_alone_are_not_compared() -> None:
    with pytest.raises(UsageError, match="no case has a scored trial in both"):
        compare(sample(trial("b", loose=True)), sample(trial("b", loose=True)))

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import stored

from pytest_editbench.errors import UsageError
from pytest_editbench.model import Metadata, Outcome, Trial
from pytest_editbench.report import grids
from pytest_editbench.runs import basis, items, merge, page, samples, selection, shelf, store
from pytest_editbench.runs.compare import compare
from pytest_editbench.runs.samples import Sample
from pytest_editbench.scoring import results, shapes
from pytest_editbench.scoring.summary import Result, summarise
from pytest_editbench.session import chronicle, decisions


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

    assert any("not in the total; cases: 2 loose" in note for note in grids.of({"mycli": found}).notes)


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


def test_a_closing_line_counts_loose_trials_by_themselves_and_runs_leave_them_out() -> None:
    closing = chronicle.closing([trial("a"), trial("b", loose=True)], interrupted=False, taken_over=0)
    entry = store.Entry(1, Path(), {}, closing)

    assert (closing["counts"], closing["loose"]) == ({"passed": 2}, {"passed": 1})
    assert [*shelf.lines([entry])][-1].split()[-2:] == ["1", "1"]


def test_a_merged_record_counts_loose_trials_by_themselves() -> None:
    rows = [merge.row(each, {}) for each in (trial("a"), trial("b", loose=True))]

    assert merge.merge([merge.Part("it", {"plan_digest": "plan", "shard": "1/1"}, rows, None)]).closing[
        "loose"
    ] == {"passed": 1}


def test_distributions_of_a_page_leave_loose_trials_out_and_its_list_marks_them(tmp_path: Path) -> None:
    ends = [stored.trial(case, "P", duration=seconds) for case, seconds in (("a", 1.0), ("b", 100.0))]
    found = [ends[0], replace(ends[1], metadata=Metadata(extra={"loose": True}))]
    shown = page.gather([("it", stored.write(tmp_path / "it.jsonl", found))], lambda *_: ())

    [seconds] = [each for each in shown.columns[0].spreads if each.title == "Seconds"]
    assert sum(bar.count for bar in seconds.bars) == 1
    assert [entry.apart for entry in shown.entries] == ["", "loose"]


def test_cases_are_not_told_of_loose_trials_alone() -> None:
    one = sample(trial("b", loose=True))

    with pytest.raises(UsageError, match="only loose cases"):
        items.items({"mycli": one})
    with pytest.raises(UsageError, match="only loose cases"):
        basis.of(one, flips=0.1)


def test_a_case_that_one_record_calls_loose_is_left_out_of_all() -> None:
    first, second = sample(trial("a"), trial("b")), sample(trial("a"), trial("b", loose=True))

    assert [item.case for item in items.items({"one": first, "two": second}).items] == ["a"]

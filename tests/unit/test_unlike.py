"""Where nothing of an earlier record stands for a trial, it is said by what they differ."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import stored

from pytest_editbench.model import Trial
from pytest_editbench.runs import unlike
from pytest_editbench.runs.resume import Earlier

FOUND = stored.trials(stored.suite("P", "M"))


def told(path: Path, earlier: list[Trial], now: list[Trial]) -> str:
    """Why nothing was taken over."""
    return unlike.reasons([Earlier(stored.write(path / "r.jsonl", earlier))], now)


def under(trials: list[Trial], **terms: object) -> list[Trial]:
    """The same under other terms."""
    return [replace(trial, terms=replace(trial.terms, **terms)) for trial in trials]


def test_what_differs_for_most_trials_comes_first(tmp_path):
    now = under(FOUND, timeout=100.0)
    now[1] = replace(now[1], command="mycli --fast")

    assert told(tmp_path, FOUND, now) == "timeout was 300, is 100, command was unknown, is mycli --fast"


def test_what_was_never_asked_for_is_not_unknown(tmp_path):
    now = under(FOUND, tolerances="blank-drift", temperature=0.5)

    assert (
        told(tmp_path, FOUND, now) == "temperature was not set, is 0.5, tolerances was none, is blank-drift"
    )


def test_a_trial_is_held_against_the_nearest_one_of_its_case(tmp_path):
    earlier = [*under(FOUND, timeout=5.0, attempts=9), *under(FOUND, attempts=2)]

    assert told(tmp_path, earlier, FOUND) == "attempts was 2, is 1"


def test_other_cases_are_told(tmp_path):
    assert told(tmp_path, FOUND, [stored.trial("else", "P")]) == "it has no verdict on these cases"


def test_a_changed_case_is_told(tmp_path):
    assert told(tmp_path, FOUND, [replace(FOUND[0], case_digest="new")]).startswith("digest of the case was")


def test_a_record_without_a_verdict_says_so(tmp_path):
    assert told(tmp_path, stored.trials({"a": "E"}), FOUND) == "it has no trial with a verdict"


def test_the_same_trial_of_another_test_is_told(tmp_path):
    assert told(tmp_path, FOUND, FOUND) == "its tests are others"


def test_the_folder_that_is_not_there_is_named(tmp_path):
    path = stored.write(tmp_path / "r.jsonl", FOUND)
    before = Earlier(path).lost
    (tmp_path / "r.jsonl.artifacts").mkdir()

    assert before == tmp_path / "r.jsonl.artifacts"
    assert Earlier(path).lost is None

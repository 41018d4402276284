"""Which verdicts of an earlier record stand for a trial, and what of its files goes along."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import stored

from pytest_editbench import records
from pytest_editbench.errors import RecordError, UsageError
from pytest_editbench.model import MatchLevel, Outcome, Trial
from pytest_editbench.runner import artifacts
from pytest_editbench.runs import carrying, resume
from pytest_editbench.runs.resume import Earlier

TEST = "cases/a/prompt.md::a"
ENDED = stored.trial("a", "M", test=TEST)
PLANNED = replace(ENDED, outcome=Outcome.SKIPPED, attempts=())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "r.jsonl"


def found(path: Path, planned: Trial = PLANNED, test: str = TEST, *, elsewhere: bool = True) -> Trial | None:
    """What stands for the planned trial."""
    earlier = Earlier(path)
    known = earlier.find(resume.key(planned), test, elsewhere=elsewhere)
    return earlier.trial(known) if known else None


def test_the_trial_with_the_same_key_stands_for_the_planned_one(path: Path) -> None:
    stored.write(path, [stored.trial("b", "P"), ENDED])

    assert found(path) == ENDED


@pytest.mark.parametrize("letter", ["P", "M", "U", "T"])
def test_every_verdict_counts(path: Path, letter: str) -> None:
    stored.write(path, [stored.trial("a", letter, test=TEST)])

    assert found(path) is not None


@pytest.mark.parametrize("letter", ["E", "S"])
def test_what_has_no_verdict_runs_again(path: Path, letter: str) -> None:
    stored.write(path, [replace(ENDED, outcome=stored.LETTERS[letter])])

    assert found(path) is None


OTHERS = {
    "case": replace(PLANNED, case="b"),
    "digest": replace(PLANNED, case_digest="changed"),
    "agent": replace(PLANNED, agent="slow"),
    "command": replace(PLANNED, command="mycli --fast"),
    "trial": replace(PLANNED, number=2),
    "match": replace(PLANNED, match=MatchLevel.EXACT),
    **{
        name: replace(PLANNED, terms=replace(PLANNED.terms, **{name: value}))
        for name, value in {
            "attempts": 2,
            "timeout": 5.0,
            "model": "big",
            "version": "2.0",
            "edit_format": "whole",
            "temperature": 0.5,
            "home": "private",
            "sandbox": "bwrap",
        }.items()
    },
}


@pytest.mark.parametrize("other", OTHERS)
def test_a_trial_that_differs_in_its_key_is_another(path: Path, other: str) -> None:
    stored.write(path, [ENDED])

    assert found(path, OTHERS[other]) is None


def test_the_key_of_a_line_is_that_of_its_trial() -> None:
    data = json.loads(records.dumps(records.to_data(ENDED)))

    assert resume.key_of(data) == resume.key(ENDED)


@pytest.mark.parametrize("test", ["suite/a/prompt.md::a", "cases/a/prompt.md::a[trial-1]", "suite.zip::a"])
def test_a_case_that_moved_or_whose_test_has_another_name_is_found_again(path: Path, test: str) -> None:
    stored.write(path, [ENDED])
    assert found(path, test=test) == ENDED
    stored.write(path, [replace(ENDED, test=test)])
    assert found(path) == replace(ENDED, test=test)


def test_a_users_test_takes_over_its_own_trial_alone(path: Path) -> None:
    stored.write(path, [ENDED])
    assert found(path, test="test_it.py::test_x", elsewhere=False) is None
    stored.write(path, [replace(ENDED, test="test_it.py::test_x")])
    assert found(path) is None


def test_of_two_tests_on_one_case_each_gets_its_own(path: Path) -> None:
    tests = ["test_it.py::test_x", "test_it.py::test_y"]
    stored.write(
        path, [stored.trial("a", letter, test=test) for letter, test in zip("PM", tests, strict=True)]
    )

    outcomes = [
        trial.outcome if (trial := found(path, test=test, elsewhere=False)) else None for test in tests
    ]
    assert outcomes == [Outcome.PASSED, Outcome.MISMATCH]
    assert found(path, test="test_it.py::test_z", elsewhere=False) is None


def test_what_stands_in_two_places_stands_for_no_third(path: Path) -> None:
    stored.write(path, [replace(ENDED, test=f"{place}/a/prompt.md::a") for place in ("one", "two")])

    assert found(path) is None


def test_an_older_record_that_names_no_tests_is_taken(path: Path) -> None:
    stored.write(path, [replace(ENDED, test=None)])

    assert found(path) == replace(ENDED, test=None)


def test_a_torn_record_gives_what_it_has(path: Path) -> None:
    stored.write(path, [ENDED, stored.trial("b", "P")])
    text = path.read_bytes()
    path.write_bytes(text[: text.index(b'"case":"b"') + 3])
    earlier = Earlier(path)

    assert (earlier.torn, earlier.verdicts) == (True, 1)
    assert found(path) == ENDED


@pytest.mark.parametrize("change", ['"outcome":"fine"', '"outcome":7', '"result":"passed"'])
def test_a_line_that_is_no_trial_is_an_error(path: Path, change: str) -> None:
    stored.write(path, [ENDED])
    path.write_text(path.read_text().replace('"outcome":"mismatch","message"', f'{change},"message"'))

    with pytest.raises(RecordError, match=r"r\.jsonl:2 is not a trial"):
        Earlier(path)


def test_values_that_no_key_can_hold_find_nothing(path: Path) -> None:
    stored.write(path, [ENDED])
    path.write_text(path.read_text().replace('"case":"a"', '"case":["a"]'))

    assert found(path) is None


def test_a_record_judged_by_another_comparator_is_refused(path: Path) -> None:
    stored.write(path, [ENDED])

    with pytest.raises(
        UsageError, match="was judged with comparator 1, this session has 2; judge it again first"
    ):
        Earlier(path).check({"comparator": "2"})


def test_a_formatter_that_did_not_judge_before_is_refused(path: Path) -> None:
    stored.write(path, [ENDED])

    with pytest.raises(UsageError, match="was judged with formatter none, this session has ruff"):
        Earlier(path).check({"comparator": "1", "formatter": "ruff"})


def test_grammars_matter_only_for_the_cases_that_they_read(path: Path) -> None:
    stored.write(path, [ENDED])
    earlier = Earlier(path)
    earlier.check({"comparator": "1"})

    with pytest.raises(UsageError, match=r"tree-sitter-typescript 0\.23, this session has 0\.24"):
        resume.agree(path, ENDED.judged_by, {**stored.JUDGED_BY, "tree-sitter-typescript": "0.24"})


def test_what_judged_an_older_record_is_unknown_and_counted(path: Path) -> None:
    stored.write(path, [replace(ENDED, judged_by={})])
    earlier = Earlier(path)
    earlier.check({"comparator": "2"})

    assert earlier.unknown == 1


CHANGE = "ab" * 32


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """The artefacts of the trial."""
    token = artifacts.token(TEST, "fast", 1)
    for place in (
        f"changes/{CHANGE}.patch",
        f"output/{token}/attempt-1/stdout",
        f"workspaces/{token}/a/b.js",
    ):
        path = tmp_path / "old" / place
        path.parent.mkdir(parents=True)
        path.write_text(place)
    return tmp_path / "old"


def changed(trial: Trial, digest: str = CHANGE) -> Trial:
    """The trial with a stored change."""
    return replace(trial, attempts=(replace(trial.attempts[0], change=digest),))


def test_changes_outputs_and_workspaces_are_copied(source: Path, tmp_path: Path) -> None:
    trial = replace(changed(ENDED), kept="/elsewhere/work")
    carried = carrying.carry(trial, source, tmp_path / "new", "other/prompt.md::a")
    token = artifacts.token("other/prompt.md::a", "fast", 1)

    assert sorted(
        str(path.relative_to(tmp_path / "new")) for path in (tmp_path / "new").rglob("*") if path.is_file()
    ) == [
        f"changes/{CHANGE}.patch",
        f"output/{token}/attempt-1/stdout",
        f"workspaces/{token}/a/b.js",
    ]
    assert carried.trial.kept == str(tmp_path / "new" / "workspaces" / token)
    assert (carried.trial.test, carried.missing) == ("other/prompt.md::a", ())


def test_changes_that_are_gone_are_told(tmp_path: Path) -> None:
    carried = carrying.carry(changed(ENDED), tmp_path / "old", tmp_path / "new")

    assert [path.name for path in carried.missing] == [f"{CHANGE}.patch"]


@pytest.mark.parametrize("digest", ["../../secret", "/etc/passwd", "", "x" * 64])
def test_a_digest_that_is_none_leads_nowhere(source: Path, tmp_path: Path, digest: str) -> None:
    (tmp_path / "secret.patch").write_text("mine")
    carrying.carry(changed(ENDED, digest), source, tmp_path / "new")

    assert not [*(tmp_path / "new").rglob("*.patch")]


def test_links_are_not_followed(source: Path, tmp_path: Path) -> None:
    token = artifacts.token(TEST, "fast", 1)
    (tmp_path / "mine").mkdir()
    (source / "output" / token / "link").symlink_to(tmp_path / "mine")
    carrying.carry(ENDED, source, tmp_path / "new")

    assert (tmp_path / "new" / "output" / token / "link").is_symlink()


def test_without_artefacts_nothing_is_copied(tmp_path: Path) -> None:
    assert carrying.carry(changed(ENDED), None, tmp_path / "new").trial == changed(ENDED)
    assert not (tmp_path / "new").exists()


def test_the_artefacts_beside_a_record_go_before_those_that_it_names(path: Path, tmp_path: Path) -> None:
    header = {"options": {"artifacts": str(tmp_path / "named")}}
    (tmp_path / "named").mkdir()

    assert carrying.folder(path, header) == tmp_path / "named"
    (tmp_path / "r.jsonl.artifacts").mkdir()
    assert carrying.folder(path, header) == tmp_path / "r.jsonl.artifacts"
    assert carrying.folder(tmp_path / "other.jsonl", {}) is None

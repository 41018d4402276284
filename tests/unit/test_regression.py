"""A baseline that no session like this one can be held against is refused before anything runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import stored

from pytest_editbench.errors import EditbenchError, RecordError
from pytest_editbench.session import regression
from pytest_editbench.session.regression import Now
from pytest_editbench.terms import Terms

NOW = Now(("fast",), "format", 1, {"comparator": "1"})
FOUND = stored.trials(stored.suite("P", "M"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return stored.write(tmp_path / "base.jsonl", FOUND)


@pytest.mark.parametrize("agents", [("fast",), ("other",), ()])
def test_a_baseline_of_the_same_settings_is_taken(path: Path, agents: tuple[str, ...]) -> None:
    regression.check(str(path), replace(NOW, agents=agents))


OTHERS = {
    "attempts is 1 in": replace(NOW, attempts=3),
    "match is format in": replace(NOW, match="exact"),
    "comparator is 1 in": replace(NOW, judged_by={"comparator": "2"}),
    "formatter is none in": replace(NOW, judged_by={"comparator": "1", "formatter": "ruff"}),
}


@pytest.mark.parametrize("said", OTHERS)
def test_a_baseline_of_other_settings_is_refused_with_advice_for_pytest(path: Path, said: str) -> None:
    with pytest.raises(EditbenchError, match=f"{said}.*editbench rejudge") as caught:
        regression.check(str(path), OTHERS[said])

    assert "--allow" not in str(caught.value)


def test_a_baseline_of_a_model_whose_answers_were_tolerated_otherwise_is_refused(tmp_path: Path) -> None:
    terms = Terms(1, 300.0, server="http://here/v1", tolerances="blank-drift, line-drift")
    path = stored.write(tmp_path / "base.jsonl", stored.trials(stored.suite("P", "M"), terms=terms))

    regression.check(str(path), replace(NOW, tolerances="blank-drift, line-drift"))
    with pytest.raises(
        EditbenchError, match=r"^tolerances is blank-drift, line-drift in .*, and none in this"
    ):
        regression.check(str(path), NOW)


@pytest.mark.parametrize("agents", [("fast",), ()])
def test_an_agent_that_the_baseline_does_not_have_is_refused(path: Path, agents: tuple[str, ...]) -> None:
    with pytest.raises(EditbenchError, match=r"has no agent zz; it has: base\.jsonl#fast"):
        regression.check(f"{path}#zz", replace(NOW, agents=agents))


def test_a_baseline_without_trials_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EditbenchError, match="there are no trials in it"):
        regression.check(str(stored.write(tmp_path / "r.jsonl", [])), NOW)


def test_a_baseline_without_a_verdict_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EditbenchError, match="none of its trials was scored"):
        regression.check(str(stored.write(tmp_path / "r.jsonl", stored.trials({"a": "E"}))), NOW)


def test_a_later_line_of_an_unknown_schema_is_named(path: Path) -> None:
    head, *rest = path.read_text().splitlines()
    path.write_text("\n".join([head, *(line.replace('"schema":2', '"schema":9') for line in rest)]))

    with pytest.raises(RecordError, match=r"base\.jsonl:2 has schema 9"):
        regression.check(str(path), NOW)


def test_the_gate_gives_advice_that_pytest_can_follow(path: Path) -> None:
    changed = [replace(trial, case_digest="another") for trial in FOUND]
    header = {**stored.HEADER, "agents": stored.agents(FOUND)}
    [gate] = regression.gates(str(path), 0.0, header, changed)

    assert not gate.holds
    assert "run the baseline again" in gate.told
    assert "--intersect" not in gate.told

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path, PurePosixPath

import pytest

from pytest_editbench.cases.commits.contents import CommitContents
from pytest_editbench.commits.rules import RULES, Rule
from pytest_editbench.commits.subject import Subject
from pytest_editbench.model import AgentResult, Attempt, File, MatchLevel, Outcome, Tree
from pytest_editbench.runner import Settings, feedback, proposed
from pytest_editbench.severity import Severity

TREE: Tree = {PurePosixPath("a.py"): File(b"a\n")}


def contents(subject: Subject) -> CommitContents:
    return CommitContents("Propose.", TREE, {}, "", subject.files or (), subject.demands, "{}")


def judged(subject: Subject, left: Tree = TREE, **result: object) -> Attempt:
    """The attempt of an agent that says what the subject proposes, judged."""
    told = AgentResult(text=json.dumps(asdict(subject.proposal)))
    attempt = Attempt(1, Outcome.AGENT_ERROR, 0.0, replace(told, **result))  # type: ignore[arg-type]  # its fields
    return proposed.against(attempt, contents(subject), left, Settings(Path(), ""), MatchLevel.FORMAT)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_each_rule_decides_as_its_severity_says(rule: Rule) -> None:
    assert judged(rule.keeps).outcome is Outcome.PASSED
    broken = judged(rule.breaks)
    assert broken.outcome is (Outcome.REJECTED if rule.severity is Severity.ERROR else Outcome.PASSED)
    assert [breach.rule for breach in broken.breaches] == [rule.name]


def test_an_edit_counts_before_a_broken_rule() -> None:
    found = judged(RULES[0].breaks, left={})

    assert (found.outcome, len(found.breaches)) == (Outcome.MISMATCH, 1)
    assert found.comparison is None


def test_the_time_limit_counts_before_all() -> None:
    assert judged(RULES[0].keeps, left={}, timed_out=True).outcome is Outcome.TIMEOUT


def test_an_adapter_may_say_that_the_answer_cannot_be_read() -> None:
    assert judged(RULES[0].keeps, malformed="it was cut off").outcome is Outcome.MALFORMED


@pytest.mark.parametrize("name", ["case-type", "case-scope"])
def test_the_retry_prompt_tells_what_is_wrong_and_not_what_would_be_right(name: str) -> None:
    [rule] = [rule for rule in RULES if rule.name == name]

    found = feedback.retry_prompt(contents(rule.breaks), judged(rule.breaks), MatchLevel.FORMAT, TREE)

    assert "These rules are not kept:" in found
    accepted = {*rule.breaks.demands.types, *rule.breaks.demands.scopes} - {""}
    assert not any(f'"{each}"' in found for each in accepted)


def test_the_retry_prompt_names_the_files_to_put_back() -> None:
    attempt = judged(RULES[0].keeps, left={})

    found = feedback.retry_prompt(contents(RULES[0].keeps), attempt, MatchLevel.FORMAT, {})

    assert "put these back as they were:\n\n- `a.py`" in found

"""Runs as values: a letter for the outcome of each trial."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pytest_editbench import records
from pytest_editbench.model import (
    AgentResult,
    Attempt,
    Collateral,
    Comparison,
    Diagnosis,
    MatchLevel,
    Metadata,
    Outcome,
    Outside,
    Trial,
    Usage,
)
from pytest_editbench.runs import samples
from pytest_editbench.runs.samples import Log, Sample
from pytest_editbench.runs.selection import Selection
from pytest_editbench.terms import Terms

LETTERS = {
    "P": Outcome.PASSED,
    "M": Outcome.MISMATCH,
    "U": Outcome.UNCHANGED,
    "T": Outcome.TIMEOUT,
    "E": Outcome.AGENT_ERROR,
    "S": Outcome.SKIPPED,
}
JUDGED_BY = {"comparator": "1", "tree-sitter-typescript": "0.23"}
OPTIONS = {"match": "format", "trials": 1, "git": False}
HEADER = {"editbench": "1", "python": "3.11", "pytest": "8", "platform": "linux", "options": OPTIONS}


def trial(case: str, letter: str, number: int = 1, agent: str = "fast", **facts: object) -> Trial:
    """One trial; `facts` may be duration, cost, tokens, outside, indent, basis, digest, and all of Trial."""
    outcome = LETTERS[letter]
    asked = outcome.scored
    outside = {Outside.CODE: found} if (found := facts.pop("outside", 0)) else {}
    comparison = Comparison(
        "expected",
        MatchLevel.EXACT if outcome is Outcome.PASSED else MatchLevel.NONE,
        (),
        indent_score=facts.pop("indent", 0.0),
        indent_basis=facts.pop("basis", "expected"),
        collateral=Collateral(outside=outside),
        diagnosis=Diagnosis.WRONG_TWIN if outcome is Outcome.MISMATCH else None,
    )
    tokens = facts.pop("tokens", None)
    usage = Usage(
        input_tokens=tokens, output_tokens=0 if tokens is not None else None, cost=facts.pop("cost", None)
    )
    attempt = Attempt(1, outcome, facts.pop("duration", 1.0), AgentResult(usage=usage), comparison)
    values = {
        "case_digest": facts.pop("digest", f"digest of {case}") if asked else None,
        "metadata": Metadata(category=case.partition("-")[0], mutation="swap", difficulty="easy"),
        "attempts": (attempt,) if asked else (),
        "terms": Terms(attempts=1, timeout=300.0),
        "judged_by": JUDGED_BY if asked else {},
    }
    return Trial(case, agent, number, outcome, **{**values, **facts})


def trials(outcomes: Mapping[str, str], agent: str = "fast", **facts: object) -> list[Trial]:
    """The trials of each case: `{"operator-1": "PPM"}` are three."""
    return [
        trial(case, letter, number, agent, **facts)
        for case, letters in outcomes.items()
        for number, letter in enumerate(letters, start=1)
    ]


def suite(*letters: str, category: str = "operator") -> dict[str, str]:
    """A case for each of these strings of letters."""
    return {f"{category}-{number:03}": each for number, each in enumerate(letters)}


def log(found: list[Trial], name: str = "run.jsonl", header: Mapping[str, object] = HEADER) -> Log:
    """These trials as a record that was read."""
    return samples.of_trials(name, {"agents": agents(found), **header}, found, cut_short=False)


def sample(outcomes: Mapping[str, str], name: str = "run.jsonl", **facts: object) -> Sample:
    """A run of one agent."""
    return samples.pick(log(trials(outcomes, **facts), name), Selection(name))


def write(path: Path, found: list[Trial], header: Mapping[str, object] = HEADER) -> Path:
    """A record file of these trials; its path."""
    head = {"kind": "header", "schema": records.SCHEMA, "agents": agents(found), **header}
    lines = [head, *map(records.to_data, found), {"kind": "closing", "interrupted": False}]
    path.write_text("".join(f"{records.dumps(line)}\n" for line in lines))
    return path


def agents(found: list[Trial]) -> list[Mapping[str, object]]:
    """The agents of these trials, as a header tells them."""
    return [
        {"label": label, "command": f"run {label}"} for label in dict.fromkeys(each.agent for each in found)
    ]

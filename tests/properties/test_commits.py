from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import PurePosixPath

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_editbench import roles, shortening
from pytest_editbench.cases.commits.contents import CommitContents
from pytest_editbench.commits import history
from pytest_editbench.commits.proposal import TYPES, ChangedFile, Proposal, message
from pytest_editbench.commits.subject import Demands
from pytest_editbench.model import AgentResult, Attempt, MatchLevel, Outcome
from pytest_editbench.runner import Settings, proposed

WORDS = st.sampled_from(
    [
        "added",
        "fixed",
        "wrote",
        "Need",
        "a",
        "cache",
        "various",
        "better",
        "this commit",
        "api",
        "x" * 60,
        "it.",
    ]
)
LINES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
SENTENCES = st.one_of(LINES, LINES.map(lambda text: f"{text}."))
PATHS = st.sampled_from(
    ["a.py", "README.md", "tests/a.py", ".github/workflows/a.yml", "Makefile", "bench/a.rs"]
)
FILES = st.lists(
    st.builds(ChangedFile, PATHS.map(PurePosixPath), st.sampled_from(["added", "modified"])), min_size=1
)
PROPOSALS = st.builds(
    Proposal,
    type=st.sampled_from([*TYPES, "feature", "Fix"]),
    summary=st.one_of(st.just(""), LINES),
    scope=st.sampled_from([None, "api", "API", "a/b", "a/b/c"]),
    details=st.lists(SENTENCES, max_size=8).map(tuple),
)


@given(PROPOSALS, FILES)
@settings(max_examples=100)
def test_commit_check_agrees_with_the_verdict_on_a_case(proposal: Proposal, files: list[ChangedFile]) -> None:
    contents = CommitContents("…", {}, {}, "", tuple(files), Demands(), "")
    attempt = Attempt(1, Outcome.AGENT_ERROR, 0.0, AgentResult(text=json.dumps(asdict(proposal))))

    judged = proposed.against(attempt, contents, {}, Settings(PurePosixPath(), ""), MatchLevel.FORMAT)  # type: ignore[arg-type]  # nothing is run
    found = history.check(message(proposal), tuple(files))

    assert judged.breaches == found
    assert (judged.outcome is Outcome.PASSED) == all(breach.severity != "error" for breach in found)


@given(st.text(min_size=1).map(lambda text: PurePosixPath(text.replace("\0", "") or "a")))
def test_any_path_has_a_role(path: PurePosixPath) -> None:
    assert roles.of(path) in roles.ROLES


@given(st.text(alphabet="ab\r\u2028\n", max_size=300), st.integers(0, 120))
def test_shortening_keeps_to_its_budget_and_splits_no_line(text: str, budget: int) -> None:
    found = shortening.shortened(text, budget)

    assert len(found) <= budget
    lines = set(text.split("\n"))
    assert not found or all(line in lines or line.startswith("… ") for line in found.split("\n"))


@given(st.lists(st.integers(0, 100), max_size=8), st.integers(0, 300))
def test_shares_use_what_there_is_and_no_more(sizes: list[int], budget: int) -> None:
    found = shortening.shares(sizes, budget)

    assert all(0 <= share <= size for share, size in zip(found, sizes, strict=True))
    assert sum(found) <= budget
    assert sum(sizes) > budget or found == sizes

"""One case × one agent → one trial."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import changes, clock, processes, seals, trees, workspace
from pytest_editbench.agents.lookup import Kind
from pytest_editbench.agents.oracle import Oracle
from pytest_editbench.agents.usage import USAGE_FILE
from pytest_editbench.cases import directory
from pytest_editbench.compare import display
from pytest_editbench.compare.trees import compare
from pytest_editbench.errors import AgentError, CaseError, TreeError, TreeLimitError
from pytest_editbench.model import (
    AgentResult,
    Attempt,
    Case,
    Comparison,
    Contents,
    MatchLevel,
    Outcome,
    Task,
    Tree,
    Trial,
    Workspace,
)
from pytest_editbench.runner import feedback

if TYPE_CHECKING:
    from pytest_editbench.agents.lookup import NamedAgent

RETRIED = (Outcome.MISMATCH, Outcome.UNCHANGED)
DIFF_CHARACTERS = 20_000
PROMPT_CHARACTERS = 20_000
CHANGE_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """How the trials of a session are run."""

    scratch: Path  # private to the session, outside the project
    marker: str  # starts the marker of every process of this worker
    timeout: float = 300.0  # seconds
    attempts: int = 1
    match: MatchLevel = MatchLevel.FORMAT
    git: bool = False
    keep: str = "none"
    ignore: tuple[str, ...] = workspace.DROPPINGS
    model: str | None = None
    artifacts: Path | None = None
    limits: trees.Limits = field(default_factory=trees.Limits)


@dataclass(frozen=True, slots=True)
class Go:
    """An attempt together with the tree it left, if that could be read."""

    attempt: Attempt
    actual: Tree | None = None
    fault: str = ""  # why the tree could not be read


def read(case: Case, settings: Settings) -> Contents:
    """The case read whole and found fit to run; `CaseError` says why it is not."""
    if not seals.unbroken(case.path, settings.scratch / "seals"):
        raise CaseError(f"{case.where}: its files changed since this session first read them; restore them")
    contents = directory.read(case)
    level = case.metadata.match or MatchLevel.FORMAT
    found = compare(contents.input, contents.answers, contents.input)
    if found.level.satisfies(level):
        raise CaseError(
            f"{case.where}: input/ already passes as {found.answer}/ at level {level}; "
            'make them differ, or demand a stricter "match" in metadata.json'
        )
    return contents


def lay(contents: Contents, settings: Settings) -> Workspace:
    """A fresh workspace that holds the input tree."""
    path = workspace.lay(contents.input, settings.scratch, git=settings.git)
    usage_file = path.parent / USAGE_FILE
    marker = f"{settings.marker}{path.parent.name}"
    return Workspace(
        path=path,
        usage_file=usage_file,
        output=path.parent / "output",
        environ=processes.environment(os.environ, usage_file, marker),
        marker=marker,
        timeout=settings.timeout,
    )


def run(
    case: Case, contents: Contents, agent: NamedAgent, number: int, place: Workspace, settings: Settings
) -> Trial:
    """Ask the agent, up to `settings.attempts` times, and judge what it left."""
    demanded = min(settings.match, case.metadata.match or settings.match, key=lambda level: level.rank)
    token = sha256(f"{contents.digest}\0{agent.label}\0{number}".encode()).hexdigest()[:16]
    goes = _goes(contents, agent, place, settings, demanded, token)
    last = goes[-1]
    outcome = last.attempt.outcome
    if not seals.unbroken(case.path, settings.scratch / "seals"):
        outcome = Outcome.TAMPERED
    trial = Trial(
        case=case.id,
        agent=agent.label,
        number=number,
        outcome=outcome,
        case_digest=contents.digest,
        metadata=case.metadata,
        match=demanded,
        command=agent.command,
        model=last.attempt.result.usage.model or settings.model,
        prompt=contents.prompt[:PROMPT_CHARACTERS],
        diff=_diff(contents, last) if outcome is not Outcome.PASSED else "",
        attempts=tuple(go.attempt for go in goes),
        kept=_keep(outcome, place, settings, token),
    )
    return replace(trial, message=feedback.message(trial, last.fault))


def close(place: Workspace) -> None:
    """Remove the workspace and all beside it."""
    workspace.destroy(place.path)


def _goes(
    contents: Contents,
    agent: NamedAgent,
    place: Workspace,
    settings: Settings,
    demanded: MatchLevel,
    token: str,
) -> list[Go]:
    goes: list[Go] = []
    prompt = contents.prompt
    for number in range(1, settings.attempts + 1):
        task = Task(prompt, contents.input, attempt=number, model=settings.model)
        output = _output(settings, place, token, number)
        go = _go(task, contents, agent, replace(place, output=output), settings, demanded)
        goes.append(go)
        if go.attempt.outcome not in RETRIED or number == settings.attempts:
            break
        prompt = feedback.retry_prompt(contents, go.attempt, demanded, go.actual, go.fault)
    return goes


def _output(settings: Settings, place: Workspace, token: str, number: int) -> Path:
    root = settings.artifacts / "output" / token if settings.artifacts else place.output
    return root / f"attempt-{number}"


def _go(
    task: Task,
    contents: Contents,
    agent: NamedAgent,
    place: Workspace,
    settings: Settings,
    demanded: MatchLevel,
) -> Go:
    with suppress(OSError):  # absent, or made a folder by an agent
        place.usage_file.unlink()
    start = clock.monotonic()
    try:
        result = _ask(task, contents, agent, place)
    except AgentError as error:
        result = AgentResult(error=str(error))
    attempt = Attempt(task.attempt, Outcome.AGENT_ERROR, clock.monotonic() - start, result)
    if result.timed_out and result.answered is False:
        result = replace(result, error="the model never answered before the time limit")
    if result.error is not None:
        return Go(replace(attempt, result=result))
    return _judged(attempt, contents, place, settings, demanded)


def _ask(task: Task, contents: Contents, agent: NamedAgent, place: Workspace) -> AgentResult:
    if isinstance(agent.agent, Oracle):
        # No adapter is ever given a Case: the answer is laid from here.
        workspace.replace(place.path, next(iter(contents.answers.values())))
        return AgentResult(exit_code=0, answered=True)
    if agent.kind is not Kind.BUILT_IN:  # those print nothing
        place.output.mkdir(parents=True, exist_ok=True)
    return agent.agent.run(task, place)


def _judged(
    attempt: Attempt, contents: Contents, place: Workspace, settings: Settings, demanded: MatchLevel
) -> Go:
    try:
        wanted = {path for answer in contents.answers.values() for path in answer}
        actual = workspace.read_back(place.path, contents.input, settings.ignore, settings.limits, wanted)
    except TreeLimitError as error:
        return Go(replace(attempt, outcome=Outcome.OVER_LIMIT), fault=str(error))
    except TreeError as error:
        outcome = Outcome.TIMEOUT if attempt.result.timed_out else Outcome.MISMATCH
        return Go(replace(attempt, outcome=outcome), fault=str(error))
    comparison = compare(contents.input, contents.answers, actual)
    change, truncated = _store(contents.input, actual, settings.artifacts)
    outcome = _outcome(attempt.result, comparison, demanded, unchanged=actual == contents.input)
    judged = replace(
        attempt, outcome=outcome, comparison=comparison, change=change, change_truncated=truncated
    )
    return Go(judged, actual)


def _outcome(
    result: AgentResult, comparison: Comparison, demanded: MatchLevel, *, unchanged: bool
) -> Outcome:
    if result.timed_out:
        return Outcome.TIMEOUT
    if comparison.level.satisfies(demanded):
        return Outcome.PASSED
    return Outcome.UNCHANGED if unchanged else Outcome.MISMATCH


def _store(before: Tree, after: Tree, artifacts: Path | None) -> tuple[str | None, bool]:
    """Keep the whole change under its digest, so that it can be judged again."""
    if artifacts is None:
        return None, False
    change = changes.write(before, after, CHANGE_BYTES)
    target = artifacts / "changes" / f"{change.digest}.patch"
    target.parent.mkdir(parents=True, exist_ok=True)
    if not target.exists():
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        draft.write_bytes(change.patch)
        draft.replace(target)
    return change.digest, change.truncated


def _keep(outcome: Outcome, place: Workspace, settings: Settings, token: str) -> str | None:
    wanted = settings.keep == "all" or (settings.keep == "failed" and outcome is not Outcome.PASSED)
    if not wanted or not place.path.is_dir():
        return None
    if settings.artifacts:
        target = settings.artifacts / "workspaces" / token
        target.parent.mkdir(parents=True, exist_ok=True)
    else:
        target = Path(tempfile.mkdtemp(prefix="editbench-kept-")) / "work"
    shutil.move(place.path, target)
    return str(target)


def _diff(contents: Contents, go: Go) -> str:
    if go.actual is None or go.attempt.comparison is None:
        return ""
    accepted = contents.answers[go.attempt.comparison.answer]
    return display.unified(go.attempt.comparison, accepted, go.actual, limit_chars=DIFF_CHARACTERS)

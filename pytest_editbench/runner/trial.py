"""One case × one agent → one trial."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_editbench import clock, workspace
from pytest_editbench.agents import homes, places
from pytest_editbench.agents.lookup import Kind
from pytest_editbench.agents.oracle import Oracle
from pytest_editbench.cases import seal, whole
from pytest_editbench.cases.commits.contents import CommitContents
from pytest_editbench.cases.examples.contents import ExampleContents
from pytest_editbench.cases.examples.opening import ExampleCase
from pytest_editbench.cases.kinds import KINDS
from pytest_editbench.compare import display
from pytest_editbench.compare.trees import compare
from pytest_editbench.errors import AgentError, CaseError, TreeError
from pytest_editbench.model import (
    AgentResult,
    Attempt,
    Case,
    Contents,
    MatchLevel,
    Outcome,
    Task,
    Trial,
    Workspace,
)
from pytest_editbench.predictions import Prediction
from pytest_editbench.runner import artifacts, asking, feedback, retries
from pytest_editbench.runner.bounds import bounded
from pytest_editbench.runner.judging import JUDGES, Go
from pytest_editbench.runner.planned import demanded

if TYPE_CHECKING:
    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.model import Tree
    from pytest_editbench.runner.settings import Settings

RETRIED = (Outcome.MISMATCH, Outcome.UNCHANGED, Outcome.MALFORMED, Outcome.REJECTED)
DIFF_CHARACTERS = 20_000
LABELS = ("input", "actual")
REJECTED = "this is the patch that the user rejected"


@dataclass(frozen=True, slots=True)
class _Round:
    """All that the attempts of a trial have in common."""

    case: Case
    contents: Contents
    agent: NamedAgent
    place: Workspace
    settings: Settings
    demanded: MatchLevel
    folder: str  # name of the trial's folders among the artefacts
    number: int  # of the trial, 1-based


def read(case: Case, settings: Settings) -> Contents:
    """The case read whole and found fit to run; `CaseError` says why it is not."""
    if not _is_untouched(case, settings):
        raise CaseError(f"{case.where}: its files changed since this session collected them; restore them")
    contents = whole.read(case, settings.repositories, excerpt=settings.excerpt)
    if isinstance(contents, CommitContents):
        return contents
    if isinstance(case, ExampleCase):
        _check_example(case, contents, settings)
        return contents
    level = case.metadata.match or MatchLevel.FORMAT
    found = compare(None, contents.answers, contents.input)
    if found.level.satisfies(level):
        raise CaseError(
            f"{case.where}: input/ already passes as {found.answer}/ at level {level}; "
            'make them differ, or demand a stricter "match" in metadata.json'
        )
    return contents


def _check_example(case: Case, contents: Contents, settings: Settings) -> None:
    level, found = demanded(case, settings.match), compare(None, contents.answers, contents.input)
    if found.level.satisfies(level):
        remedy = (
            "correct it" if found.level is MatchLevel.EXACT else 'add match = "exact" to its front matter'
        )
        raise CaseError(f"{case.where}: the patch {found.answer} changes nothing at level {level}; {remedy}")


def lay(contents: Contents, settings: Settings) -> Workspace:
    """A fresh workspace that holds the input tree."""
    return places.around(workspace.lay(contents.input, settings.scratch, git=settings.git), settings)


def run(
    trial: Trial, case: Case, contents: Contents, agent: NamedAgent, place: Workspace, settings: Settings
) -> Trial:
    """Ask the agent, up to `settings.attempts` times, and judge what it left.

    `trial` is the planned one; its test tells its artefacts from those of any other. A workspace that is to
    be kept stays until `close`, which is to be given the trial's `kept`.
    """
    settings = replace(settings, ignore=(*settings.ignore, *agent.litter))
    folder = artifacts.token(trial.test or trial.case, agent.label, trial.number)
    goes = _goes(_Round(case, contents, agent, place, settings, trial.match, folder, trial.number))
    decisive = next((go for go in reversed(goes) if go.attempt.outcome.scored), goes[-1])
    outcome = decisive.attempt.outcome
    kept = artifacts.reserve(outcome, place, settings, folder)
    done = replace(
        trial,
        outcome=outcome,
        model=decisive.attempt.result.usage.model or agent.model,
        diff=diff(contents, decisive) if outcome is not Outcome.PASSED else "",
        attempts=tuple(go.attempt for go in goes),
        kept=kept.path,
    )
    notes = (REJECTED if decisive.attempt.rejected else "", decisive.note, kept.note)
    return replace(done, message=feedback.message(done, decisive.fault, notes))


def close(place: Workspace, kept: str | None = None) -> None:
    """Keep the workspace where its trial says, if it does; remove it and all beside it."""
    if kept is not None:
        artifacts.keep(place.path, kept)
    homes.discard(place)
    workspace.destroy(place.path)


def _is_untouched(case: Case, settings: Settings) -> bool:
    if case.path not in settings.seals:  # it was not collected: as first met
        settings.seals[case.path] = seal.seal_case(case.path)
    return seal.case_holds(case.path, settings.seals[case.path])


def _goes(this: _Round) -> list[Go]:
    goes: list[Go] = []
    prompt = this.contents.prompt
    attempts = this.settings.attempts
    for number in range(1, attempts + 1):
        task = asking.task(this.contents, prompt, number, this.agent.model, this.number)
        go = _go(this, task, goes[-1].actual if goes else this.contents.input)
        goes.append(go)
        if go.attempt.outcome not in RETRIED or number == attempts:
            break
        prompt = feedback.retry_prompt(this.contents, go.attempt, this.demanded, go.actual, go.fault)
    return goes


def _go(this: _Round, task: Task, found: Tree | None) -> Go:
    """One attempt, judged; `found` is the tree that the agent finds, which is laid anew for a retry."""
    output = artifacts.output(this.place, this.settings, this.folder, task.attempt)
    place = replace(this.place, output=output)
    answer = retries.persist(
        lambda: _answer(this, task, place),
        lambda: found is not None and _lay_anew(this, found),
        this.settings.provider_retries,
        this.settings.pause,
    )
    result = answer.result
    attempt = Attempt(
        task.attempt, Outcome.AGENT_ERROR, answer.duration, result, provider_retries=answer.retries
    )
    go = Go(attempt)
    if result.error is None:
        judge = JUDGES[KINDS[this.case.metadata.kind].judge]
        go = judge(attempt, this.contents, place, this.settings, this.demanded)
    if not _is_untouched(this.case, this.settings):
        return replace(go, attempt=replace(go.attempt, outcome=Outcome.TAMPERED))
    return go


def _answer(this: _Round, task: Task, place: Workspace) -> retries.Answer:
    with suppress(OSError):  # absent, or made a folder by an agent
        place.usage_file.unlink()
    start = clock.monotonic()
    try:
        result, reached = bounded(_ask(this, task, place)), True
    except (AgentError, OSError) as error:
        result, reached = bounded(AgentResult(error=str(error) or type(error).__name__)), False
    duration = max(0.0, clock.monotonic() - start - result.waited)
    if result.timed_out and result.answered is False and result.error is None:
        result = replace(result, error="the model never answered before the time limit")
    again = reached and result.error is not None and not result.timed_out
    return retries.Answer(result, duration, again)


def _lay_anew(this: _Round, found: Tree) -> bool:
    """Lay the workspace as the attempt found it; False where that is not to be had."""
    git = this.settings.git or this.agent.git
    homes.discard(this.place)
    try:
        workspace.lay_anew(this.place.path, this.contents.input, git=git)
        if found is not this.contents.input:
            workspace.replace(this.place.path, found)
    except (AgentError, OSError, TreeError):
        return False
    return True


def _ask(this: _Round, task: Task, place: Workspace) -> AgentResult:
    if isinstance(this.agent.agent, Oracle):
        # No adapter is ever given a Case: the answer is laid from here.
        return _lay_answer(this, place)
    if this.agent.kind is not Kind.BUILT_IN:  # those print nothing
        place.output.mkdir(parents=True, exist_ok=True)
    return this.agent.agent.run(task, place)


def _lay_answer(this: _Round, place: Workspace) -> AgentResult:
    """Lay one accepted answer: the first in the first trial, the others in later ones."""
    if isinstance(this.contents, CommitContents):
        return AgentResult(exit_code=0, answered=True, text=this.contents.answer)
    answers = this.contents.answers
    name = list(answers)[(this.number - 1) % len(answers)]
    workspace.replace(place.path, answers[name])
    wished = this.contents.cursors.get(name) if isinstance(this.contents, ExampleContents) else None
    cursor = Prediction(path=wished.path, cursor=wished.offset) if wished else None
    return AgentResult(exit_code=0, answered=True, prediction=cursor)


def diff(contents: Contents, go: Go) -> str:
    """The accepted answer against what the agent left, bounded; empty where there is nothing to compare.

    Where no file was to be changed, it is the input that is shown against what was left.
    """
    if go.actual is None:
        return ""
    if isinstance(contents, CommitContents):
        found = compare(None, {"input": contents.input}, go.actual)
        return display.unified(found, contents.input, go.actual, limit_chars=DIFF_CHARACTERS, labels=LABELS)
    if go.attempt.comparison is None:
        return ""
    accepted = contents.answers[go.attempt.comparison.answer]
    return display.unified(go.attempt.comparison, accepted, go.actual, limit_chars=DIFF_CHARACTERS)

"""The judge of commit proposals: the answer is held against the rules, and no file may change."""

from __future__ import annotations

import errno
from contextlib import suppress
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from pytest_editbench import breaches, prose, workspace
from pytest_editbench.agents import programs
from pytest_editbench.cases.commits.contents import CommitContents
from pytest_editbench.cases.commits.prompt import PROPOSAL
from pytest_editbench.cases.directory import read_file
from pytest_editbench.commits import answers, rules
from pytest_editbench.commits.answers import NoProposalError
from pytest_editbench.commits.subject import Subject
from pytest_editbench.errors import TreeError
from pytest_editbench.model import Outcome
from pytest_editbench.runner import artifacts
from pytest_editbench.runner.go import Go, unreadable
from pytest_editbench.severity import Severity

if TYPE_CHECKING:
    from pytest_editbench.commits.proposal import Proposal
    from pytest_editbench.model import Attempt, Contents, MatchLevel, Tree, Workspace
    from pytest_editbench.runner.settings import Settings

_SHOWN = 2_000  # characters kept of an answer that is none


def proposal(
    attempt: Attempt, contents: Contents, place: Workspace, settings: Settings, demanded: MatchLevel
) -> Go:
    """Read the answer and the tree, and judge both; the answer's file is taken out of the workspace."""
    text, fault = _said(attempt, place)
    with suppress(OSError):  # a later attempt must not be judged by it
        (place.path / PROPOSAL).unlink()
    attempt = replace(attempt, result=replace(attempt.result, text=text))
    try:
        ignore = (*settings.ignore, f"/{PROPOSAL}")
        actual = workspace.read_back(place.path, contents.input, ignore, settings.limits)
    except TreeError as error:
        return unreadable(attempt, error)
    change = artifacts.store(contents.input, actual, settings.artifacts)
    judged = against(attempt, contents, actual, settings, demanded)
    judged = replace(judged, change=change.digest, change_truncated=change.truncated)
    told = _changed(contents.input, actual) if judged.outcome is Outcome.MISMATCH else ""
    told = fault if judged.outcome is Outcome.MALFORMED else told
    return Go(judged, actual, fault=told, note="; ".join(filter(None, (_warned(judged), change.note))))


def against(
    attempt: Attempt,
    contents: Contents,
    actual: Tree,
    settings: Settings,  # noqa: ARG001 - all judges are asked alike
    demanded: MatchLevel,  # noqa: ARG001 - the same
) -> Attempt:
    """The attempt judged by its answer, as `proposal` or a record has it, and by the tree it left."""
    if not isinstance(contents, CommitContents):
        raise TypeError("a proposal is judged by the contents of a commit case")
    found = _read(attempt.result.text or "", attempt.result.malformed)
    broken = (
        rules.check(Subject(found, contents.files, contents.demands)) if not isinstance(found, str) else ()
    )
    outcome = Outcome.PASSED
    if attempt.result.timed_out:
        outcome = Outcome.TIMEOUT
    elif actual != contents.input:
        outcome = Outcome.MISMATCH
    elif isinstance(found, str):
        outcome = Outcome.MALFORMED
    elif breaches.counted(broken, Severity.ERROR):
        outcome = Outcome.REJECTED
    return replace(attempt, outcome=outcome, breaches=broken)


def _said(attempt: Attempt, place: Workspace) -> tuple[str, str]:
    """The proposal as JSON, else what was said in its place, and why that is none."""
    try:
        told = read_file(str(place.path / PROPOSAL), follow=False).decode("utf-8-sig", "replace")
    except (FileNotFoundError, NotADirectoryError):
        told = programs.spoken(attempt.result, place)
    except OSError as problem:
        reason = "it is a link" if problem.errno == errno.ELOOP else problem.strerror
        return "", f"{PROPOSAL} cannot be read: {reason}"
    found = _read(told, attempt.result.malformed)
    if isinstance(found, str):
        return told[-_SHOWN:], found
    return prose.written(asdict(found)), ""


def _read(text: str, malformed: str | None) -> Proposal | str:
    """The proposal, or why there is none."""
    if malformed:
        return malformed
    try:
        return answers.read(text)
    except NoProposalError as problem:
        return str(problem)


def _changed(before: Tree, after: Tree) -> str:
    paths = sorted(path for path in {*before, *after} if before.get(path) != after.get(path))
    more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
    return f"no file was to be changed, but these were: {', '.join(map(str, paths[:3]))}{more}"


def _warned(attempt: Attempt) -> str:
    told = [each for each in attempt.breaches if each.severity is Severity.WARNING]
    noun = f"{len(told)} warning{'s' if len(told) > 1 else ''}"
    return f"{noun}: {'; '.join(each.message for each in told)}" if told else ""

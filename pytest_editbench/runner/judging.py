"""What an agent left, judged: JUDGES and AGAINST have a row for each way that a kind of cases may name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from pytest_editbench import workspace
from pytest_editbench.cases.examples.contents import ExampleContents
from pytest_editbench.compare.trees import compare
from pytest_editbench.errors import CaseError, TreeError
from pytest_editbench.model import (
    AgentResult,
    Attempt,
    Comparison,
    Contents,
    File,
    MatchLevel,
    Outcome,
    Tree,
    Workspace,
)
from pytest_editbench.runner import artifacts, bounds, predicted, proposed, scored
from pytest_editbench.runner.go import Go as Go  # noqa: PLC0414 - judges give it
from pytest_editbench.runner.go import unreadable
from pytest_editbench.trees import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_editbench.runner.settings import Settings


class Judge(Protocol):
    """Says how an attempt ended whose agent could be asked."""

    def __call__(
        self,
        attempt: Attempt,
        contents: Contents,
        place: Workspace,
        settings: Settings,
        demanded: MatchLevel,
        /,
    ) -> Go:
        """The attempt with its outcome, and what else is known of it."""
        ...


def trees(
    attempt: Attempt, contents: Contents, place: Workspace, settings: Settings, demanded: MatchLevel
) -> Go:
    """Hold the tree in the workspace against the accepted ones."""
    attempt, malformed = _carried_out(attempt, contents, place)
    wanted = {path for answer in contents.answers.values() for path in answer}
    limits = _room(contents, settings.limits)
    try:
        actual = workspace.read_back(place.path, contents.input, settings.ignore, limits, wanted)
    except TreeError as error:
        return unreadable(attempt, error)
    change = artifacts.store(contents.input, actual, settings.artifacts)
    judged = against(attempt, contents, actual, settings, demanded)
    judged = replace(judged, change=change.digest, change_truncated=change.truncated)
    if malformed and judged.outcome is not Outcome.TIMEOUT:
        judged = replace(judged, outcome=Outcome.MALFORMED)
    return Go(judged, actual, fault=malformed, note=change.note)


def against(
    attempt: Attempt, contents: Contents, actual: Tree, settings: Settings, demanded: MatchLevel
) -> Attempt:
    """The attempt judged by the tree it left, be it in a workspace or put together from a stored change."""
    comparison = compare(contents.input, contents.answers, actual, demanded, settings.choose)
    outcome = _outcome(attempt.result, comparison, demanded, unchanged=actual == contents.input)
    return replace(
        attempt,
        outcome=outcome,
        comparison=comparison,
        scores=scored.scores(contents, actual, attempt.result),
        rejected=_rejected(contents, actual, comparison, demanded),
    )


JUDGES: Mapping[str, Judge] = {"trees": trees, "proposal": proposed.proposal}
AGAINST: Mapping[str, Callable[[Attempt, Contents, Tree, Settings, MatchLevel], Attempt]] = {
    "trees": against,
    "proposal": proposed.against,
}


def _carried_out(attempt: Attempt, contents: Contents, place: Workspace) -> tuple[Attempt, str]:
    """The attempt after what its adapter answered in place of edits; why that could not be carried out."""
    told = attempt.result.prediction
    if told is None or attempt.result.malformed:
        return attempt, attempt.result.malformed or ""
    fault = ""
    try:
        told = predicted.carry_out(told, contents, place.path)
    except CaseError as error:
        fault = bounds.line(str(error))
    result = replace(attempt.result, prediction=bounds.prediction(told))
    return replace(attempt, result=result), fault


def _room(contents: Contents, limits: Limits) -> Limits:
    """What may be read back; a whole repository may be larger than what an agent may leave elsewhere."""
    if not isinstance(contents, ExampleContents):
        return limits
    size = sum(len(entry.data) for entry in contents.input.values() if isinstance(entry, File))
    return Limits(limits.files + 2 * len(contents.input), limits.total_bytes + size)


def _rejected(contents: Contents, actual: Tree, comparison: Comparison, demanded: MatchLevel) -> bool | None:
    """Whether the result is what the user rejected, and no nearer to an accepted answer."""
    if not isinstance(contents, ExampleContents) or contents.rejected is None:
        return None
    level = compare(None, {"rejected": contents.rejected}, actual, demanded).level
    return level.satisfies(demanded) and level.rank < comparison.level.rank


def _outcome(
    result: AgentResult, comparison: Comparison, demanded: MatchLevel, *, unchanged: bool
) -> Outcome:
    if result.timed_out:
        return Outcome.TIMEOUT
    if comparison.level.satisfies(demanded):
        return Outcome.PASSED
    return Outcome.UNCHANGED if unchanged else Outcome.MISMATCH

"""What an agent left, judged: the JUDGES table has a row for each way in which kinds of cases are judged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from pytest_editbench import workspace
from pytest_editbench.compare.trees import compare
from pytest_editbench.errors import TreeError, TreeLimitError
from pytest_editbench.model import (
    AgentResult,
    Attempt,
    Comparison,
    Contents,
    MatchLevel,
    Outcome,
    Tree,
    Workspace,
)
from pytest_editbench.runner import artifacts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.runner.settings import Settings


@dataclass(frozen=True, slots=True)
class Go:
    """An attempt together with the tree it left, if that could be read."""

    attempt: Attempt
    actual: Tree | None = None
    fault: str = ""  # why the tree could not be read
    note: str = ""  # why its change is not stored


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
    wanted = {path for answer in contents.answers.values() for path in answer}
    try:
        actual = workspace.read_back(place.path, contents.input, settings.ignore, settings.limits, wanted)
    except TreeError as error:
        late = Outcome.TIMEOUT if attempt.result.timed_out else Outcome.MISMATCH
        outcome = Outcome.OVER_LIMIT if isinstance(error, TreeLimitError) else late
        return Go(replace(attempt, outcome=outcome, change_truncated=True), fault=str(error))
    comparison = compare(contents.input, contents.answers, actual, demanded, settings.choose)
    change = artifacts.store(contents.input, actual, settings.artifacts)
    judged = replace(
        attempt,
        outcome=_outcome(attempt.result, comparison, demanded, unchanged=actual == contents.input),
        comparison=comparison,
        change=change.digest,
        change_truncated=change.truncated,
    )
    return Go(judged, actual, note=change.note)


JUDGES: Mapping[str, Judge] = {"trees": trees}


def _outcome(
    result: AgentResult, comparison: Comparison, demanded: MatchLevel, *, unchanged: bool
) -> Outcome:
    if result.timed_out:
        return Outcome.TIMEOUT
    if comparison.level.satisfies(demanded):
        return Outcome.PASSED
    return Outcome.UNCHANGED if unchanged else Outcome.MISMATCH

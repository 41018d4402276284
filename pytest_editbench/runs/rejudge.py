"""Stored changes judged anew: under other settings, by a newer comparator, against mended answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from pytest_editbench import changes, records
from pytest_editbench.cases.kinds import KINDS
from pytest_editbench.errors import EditbenchError
from pytest_editbench.model import Outcome
from pytest_editbench.runner import feedback
from pytest_editbench.runner.judging import AGAINST, Go
from pytest_editbench.runner.planned import demanded, judged_by, task_digest
from pytest_editbench.runner.trial import diff

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pytest_editbench.model import Attempt, Case, Contents, Tree, Trial
    from pytest_editbench.runner.settings import Settings

    Patches = Callable[[str], bytes | None]  # the stored change of a digest

JUDGED = (Outcome.PASSED, Outcome.MISMATCH, Outcome.UNCHANGED)  # the others are not decided by the tree
BY_ANSWER = (*JUDGED, Outcome.REJECTED)  # where an answer is judged, that stands in the record


class CarriedOverError(EditbenchError):
    """A trial that cannot be judged anew, and why."""


@dataclass(frozen=True, slots=True)
class Rejudged:
    """A trial before and after."""

    before: Trial
    after: Trial
    carried_over: str = ""  # why it was not judged anew

    @property
    def turned(self) -> bool:
        """Whether the outcome is another one now."""
        return self.before.outcome is not self.after.outcome

    @property
    def changed(self) -> bool:
        """Whether the verdict, a score or the diagnosis is another one now."""
        return self.turned or self.before.attempts != self.after.attempts


def rejudge(
    trial: Trial, case: Case | None, contents: Contents | None, patches: Patches, settings: Settings
) -> Rejudged:
    """The trial judged by the case as it is now, or carried over with the reason why that cannot be.

    An outcome that no tree decides, such as `timeout`, holds under other settings as well; what is known of
    the tree beside it is judged anew.
    """
    try:
        if not trial.outcome.scored:
            raise CarriedOverError(trial.outcome.value)
        if case is None or contents is None:
            raise CarriedOverError("its case is not there")
        start = _start(trial, case, contents, settings)
        if trial.outcome not in (BY_ANSWER if KINDS[trial.metadata.kind].judge == "proposal" else JUDGED):
            return Rejudged(trial, _standing(start, contents, patches, settings), trial.outcome.value)
        return Rejudged(trial, _concluded(start, [*_goes(start, contents, patches, settings)], contents))
    except CarriedOverError as reason:
        return Rejudged(trial, trial, carried_over=str(reason))


def reasons(found: Rejudged) -> Iterator[str]:
    """Why a trial is judged otherwise than before."""
    before, after = found.before, found.after
    if before.case_digest != after.case_digest:
        yield "the case changed"
    if before.match is not after.match:
        yield f"match {before.match} → {after.match}"
    for name in dict.fromkeys((*before.judged_by, *after.judged_by)) if before.judged_by else ():
        old, new = before.judged_by.get(name, "none"), after.judged_by.get(name, "none")
        if old != new:
            yield f"{name} {old} → {new}"
    more = (before.terms.attempts or len(before.attempts)) - len(after.attempts)
    if before.outcome is Outcome.PASSED and found.turned and more > 0:
        yield f"{more} more attempts were allowed, and not made"


def plan_digest(earlier: object, settings: Settings, cases: Mapping[str, str]) -> str | None:
    """What a rejudged run covers: shards that are judged anew alike still are of one run.

    `cases` are id and digest of all cases that were named, whether or not the record has them.
    """
    if earlier is None:
        return None
    judged = [settings.match, *settings.formatters, settings.prettier_options, *sorted(cases.items())]
    return sha256(records.dumps({"earlier": earlier, "judged": judged}).encode()).hexdigest()


def _start(trial: Trial, case: Case, contents: Contents, settings: Settings) -> Trial:
    """The trial under the settings by which it is going to be judged."""
    _check_task(trial, case, contents)
    return replace(
        trial,
        case_digest=contents.digest,
        metadata=case.metadata,
        match=demanded(case, settings.match),
        judged_by=judged_by(contents, settings),
    )


def _standing(trial: Trial, contents: Contents, patches: Patches, settings: Settings) -> Trial:
    """The trial with its outcomes, and what else can be told of its trees."""

    def retold(attempt: Attempt) -> Attempt:
        try:
            judged = _against(attempt, trial, contents, patches, settings).attempt
        except CarriedOverError:
            return attempt
        return replace(judged, outcome=attempt.outcome)

    return replace(trial, attempts=tuple(map(retold, trial.attempts)))


def _goes(trial: Trial, contents: Contents, patches: Patches, settings: Settings) -> Iterator[Go]:
    for attempt in trial.attempts:
        if not attempt.outcome.scored:
            yield Go(attempt)
            continue
        go = _against(attempt, trial, contents, patches, settings)
        yield go
        if go.attempt.outcome is Outcome.PASSED:  # there the trial would have ended
            return


def _against(attempt: Attempt, trial: Trial, contents: Contents, patches: Patches, settings: Settings) -> Go:
    judge = AGAINST.get(KINDS[trial.metadata.kind].judge)
    if judge is None:
        raise CarriedOverError(f"kind {trial.metadata.kind} is not judged by its tree")
    actual = _tree(attempt, contents, patches)
    return Go(judge(attempt, contents, actual, settings, trial.match), actual)


def _check_task(trial: Trial, case: Case, contents: Contents) -> None:
    """Other answers may be held against a change, but no other task."""
    if trial.task_digest is None and trial.case_digest != contents.digest:
        raise CarriedOverError("its case changed")
    if trial.task_digest not in (None, task_digest(case, contents)):
        raise CarriedOverError("its prompt or input changed")


def _tree(attempt: Attempt, contents: Contents, patches: Patches) -> Tree:
    """What the agent left, put together again."""
    patch = patches(attempt.change) if attempt.change and not attempt.change_truncated else None
    if patch is None:
        raise CarriedOverError("its change is not stored whole")
    try:
        return changes.apply(patch, contents.input)
    except EditbenchError as error:
        raise CarriedOverError(f"its change does not apply: {error}") from None


def _concluded(trial: Trial, goes: Sequence[Go], contents: Contents) -> Trial:
    decisive = next(go for go in reversed(goes) if go.attempt.outcome.scored)
    attempts = tuple(go.attempt for go in goes)
    if attempts == trial.attempts:
        return trial  # its message may tell more than can be found out now
    outcome = decisive.attempt.outcome
    told = diff(contents, decisive) if outcome is not Outcome.PASSED else ""
    done = replace(trial, outcome=outcome, attempts=attempts, diff=told)
    return replace(done, message=feedback.message(done))

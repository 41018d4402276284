"""The stored changes of a run's trials, each once however many trials made it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.analysis import integrity, stored
from pytest_editbench.analysis.change import Change, Subject
from pytest_editbench.errors import EditbenchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pytest_editbench.model import Trial


class Found(NamedTuple):
    """The changes of trials, and what there is not."""

    changes: list[Change]
    unstored: int = 0  # trials that tell of no stored change, or whose change is gone or damaged
    fault: str = ""  # what is wrong with the first damaged one
    small: int = 0  # changes of one file, which are not asked about unless all are


class _Shelf:
    """The stored changes, each read once."""

    def __init__(self, patch: Callable[[str], bytes | None]) -> None:
        self._patch = patch
        self.read: dict[str, Change | None] = {}
        self.fault = ""

    def take(self, digest: str | None) -> Change | None:
        if digest is not None and digest not in self.read:
            self.read[digest] = self._stored(digest)
        return self.read[digest] if digest else None

    def _stored(self, digest: str) -> Change | None:
        data = self._patch(digest)
        try:
            if data is None:
                return None
            integrity.check(data, digest)
            return stored.read(data, digest[:12])
        except EditbenchError as error:
            self.fault = self.fault or f"{digest[:12]}: {str(error).removeprefix(f'{digest[:12]}: ')}"
            return None


def read(trials: Iterable[Trial], patch: Callable[[str], bytes | None], *, every: bool) -> Found:
    """The changes of the attempts that decided, in the order of the trials.

    `patch` gives a stored change by its digest. Without `every`, only changes of more than one file; those of
    none are always left out.
    """
    shelf, subjects, unstored = _Shelf(patch), dict[str, list[Subject]](), 0
    for trial in trials:
        if trial.last is None or not trial.outcome.scored:
            continue
        digest = trial.last.change
        if digest is None or shelf.take(digest) is None:
            unstored += 1
            continue
        subjects.setdefault(digest, []).append(Subject(trial.case, trial.agent, trial.number))
    found = [
        _named(replace(change, digest=digest), subjects[digest])
        for digest, change in shelf.read.items()
        if change is not None
    ]
    made = [change for change in found if change.files]
    large = [change for change in made if every or len(change.files) + change.left_out > 1]
    return Found(large, unstored, shelf.fault, len(made) - len(large))


def _named(change: Change, subjects: list[Subject]) -> Change:
    more = len(subjects) - 1
    also = f" and {more:,} more trial{'' if more == 1 else 's'}" if more else ""
    return replace(change, name=f"{subjects[0]}{also}", subjects=tuple(subjects))

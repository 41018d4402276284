"""Which trials a page lists, and of which it has the long texts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from pytest_editbench.cases import kinds
from pytest_editbench.model import Outcome
from pytest_editbench.report.html.values import Body, Entry
from pytest_editbench.scoring.results import DIAGNOSED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from pytest_editbench.model import Trial
    from pytest_editbench.report.html.values import Transcript

LISTED = 10_000  # trials
WITH_BODIES = 2_000  # trials


class Told(NamedTuple):
    """A trial of a record, few of its long texts at most in memory."""

    entry: Entry
    trial: Trial | None  # only while its long texts may be shown
    artifacts: Path | None  # of its record


class Transcribe(Protocol):
    """Puts what an agent printed beside the page."""

    def __call__(self, trial: Trial, source: Path | None, /) -> Sequence[Transcript]:
        """The files of a trial, given the folder of its record's artefacts."""
        ...


@dataclass(slots=True)
class Listing:
    """The trials of all records, as far as a page will list them: those that did not pass come first."""

    listed: int = LISTED
    with_bodies: int = WITH_BODIES
    trials: int = 0
    _failed: list[Told] = field(default_factory=list)
    _passed: list[Told] = field(default_factory=list)

    def add(self, entry: Entry, trial: Trial, artifacts: Path | None) -> None:
        """Take up one more."""
        self.trials += 1
        kind = self._passed if entry.passed else self._failed
        if len(kind) < self.listed:
            kind.append(Told(entry, trial if len(kind) < self.with_bodies else None, artifacts))

    def entries(self, name: Callable[[Entry], str], transcripts: Transcribe) -> list[Entry]:
        """What is listed, in order of case; `name` tells a column, `transcripts` the files of a trial."""
        whole = self.trials <= self.with_bodies
        kept = [*self._failed, *self._passed[: max(0, self.listed - len(self._failed))]]
        found = []
        for told in kept:
            entry = replace(told.entry, column=name(told.entry))
            if told.trial is not None and (whole or not entry.passed):
                entry = replace(entry, body=_body(told.trial, transcripts(told.trial, told.artifacts)))
            found.append(entry)
        return sorted(found, key=lambda entry: (entry.case, entry.record, entry.column, entry.number))

    def notes(self) -> Iterator[str]:
        """What is left out."""
        failed = self.trials if len(self._failed) == self.listed else len(self._failed)
        if self.trials > self.listed:
            yield (
                f"Of {self.trials:,} trials {self.listed:,} are listed, those that did not pass before the "
                "others; the records hold all of them."
            )
        if self.trials > self.with_bodies:
            more = (
                f", and only for the first {self.with_bodies:,} of them" if failed > self.with_bodies else ""
            )
            yield (
                f"Of so many trials (more than {self.with_bodies:,}) prompts, diffs and outputs are here "
                f"only for those that did not pass{more}; the records hold all of them."
            )


def entry(trial: Trial, record: int, column: str) -> Entry:
    """What the list tells of a trial."""
    comparison = trial.last.comparison if trial.last else None
    diagnosis = comparison.diagnosis if comparison and trial.outcome in DIAGNOSED else None
    return Entry(
        column=column,
        record=record,
        case=trial.case,
        number=trial.number,
        outcome=trial.outcome.value,
        passed=trial.outcome is Outcome.PASSED,
        category=trial.metadata.category,
        mutation=trial.metadata.mutation,
        difficulty=trial.metadata.difficulty,
        diagnosis=diagnosis.value if diagnosis else None,
        level=comparison.level.value if comparison else None,
        indent=comparison.indent_score if comparison else None,
        outside=comparison.collateral.total if comparison and comparison.collateral else None,
        seconds=trial.duration,
        message=trial.message,
        apart=kinds.apart(trial.metadata.kind, trial.metadata.extra.get(kinds.LOOSE)),
    )


def _body(trial: Trial, transcripts: Sequence[Transcript]) -> Body:
    result = trial.last.result if trial.last else None
    output = result.output_tail if result else ""
    printed = result.output_bytes if result else None
    more = printed is not None and printed > len(output.encode("utf-8", "surrogatepass"))
    return Body(trial.prompt, trial.diff, output, printed if more else None, transcripts)

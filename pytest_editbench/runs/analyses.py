"""What an earlier record says of the changes of trials that a session takes over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import records
from pytest_editbench.analysis import data
from pytest_editbench.analysis.results import Verdict
from pytest_editbench.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from pytest_editbench.analysis.results import ChangeAnalysis
    from pytest_editbench.model import Trial

_FAILED = (Verdict.AGENT_ERROR, Verdict.TIMEOUT)  # as for trials: what could not be told is asked again


class Earlier(NamedTuple):
    """An analysis of an earlier session."""

    said: ChangeAnalysis  # of the trials that are taken over, and no others
    digest: str  # of the change
    asked: str  # how that session named who was asked; empty where its header does not tell

    @property
    def is_whole(self) -> bool:
        """Whether there is nothing in it to ask about again."""
        return not any(file.outcome in _FAILED for file in self.said.files)


def read(record: Path, trials: Iterable[Trial]) -> Iterator[Earlier]:
    """What the record says of these trials of its own; lines that tell of no analysis are passed over."""
    known = {(each.case, each.agent, each.number): each.last.change for each in trials if each.last}
    asked = ""
    for number, line in records.scan(record):
        if line.get("kind") == "header":
            options = line.get("options")
            asked = str((options if isinstance(options, dict) else {}).get("analyze") or "")
        if line.get("kind") != data.KIND:
            continue
        try:
            said = data.of_line(line, f"{record}:{number}")
        except RecordError:
            continue
        mine = [each for each in said.trials if known.get((each.case, each.agent, each.trial))]
        if mine:
            digest = known[mine[0].case, mine[0].agent, mine[0].trial]
            yield Earlier(replace(said, trials=tuple(mine)), digest or "", asked)

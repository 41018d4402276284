"""The edits of recorded trials: the changes that were stored, and the calls that transcripts tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench import records, transcripts
from pytest_editbench.analysis import stored
from pytest_editbench.errors import RecordError, UsageError
from pytest_editbench.runner import artifacts
from pytest_editbench.runs import carrying
from pytest_editbench.shapes import calls, signs
from pytest_editbench.shapes.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_editbench.analysis.change import FileChange
    from pytest_editbench.model import Trial


def read(path: Path, name: str) -> list[Tally]:
    """Two tallies for each agent: of its changes, and of its edit calls where transcripts tell any.

    `UsageError` where the record has no artefacts: it does not hold the changes itself.
    """
    lines = records.located(path)
    folder = carrying.folder(path, next(lines).data)
    if folder is None:
        raise UsageError(f"{name}: its artefacts are not at hand; they belong in {carrying.beside(path)}")
    made: dict[str, Tally] = {}
    called: dict[str, Tally] = {}
    for line in lines:
        if line.data.get("kind") != "trial":
            continue
        trial = records.trial_of(path, line)
        label = f"{name}#{trial.agent}"
        if label not in made:
            made[label] = Tally(label, "a file that an attempt changes", "attempts")
            called[label] = Tally(label, "an edit call", "")
        _changes(trial, folder, made[label])
        for place in _places(trial, folder):
            calls.count(transcripts.read(place), called[label])
    told = [tally for tally in called.values() if tally.edits or tally.left_out]
    return [*made.values(), *told]


def _changes(trial: Trial, folder: Path, tally: Tally) -> None:
    for attempt in trial.attempts:
        if attempt.change is None:
            tally.left_out["an attempt without a stored change"] += 1
            continue
        try:
            change = stored.read(
                (folder / "changes" / f"{attempt.change}.patch").read_bytes(), attempt.change
            )
        except (OSError, RecordError):
            tally.left_out["an attempt whose change cannot be read"] += 1
            continue
        tally.changed(len(change.files) + change.left_out)
        tally.left_out += {"too large to be stored": change.left_out} if change.left_out else {}
        for file in change.files:
            _add(file, tally)


def _add(file: FileChange, tally: Tally) -> None:
    whole = next((word for word in ("added", "deleted") for how in file.how if how.startswith(word)), None)
    if whole is not None:
        tally.left_out["a new file" if whole == "added" else "a deleted file"] += 1
    elif file.unshown:
        tally.left_out["no text, or too long"] += 1
    else:
        tally.add(signs.of_patch(file.diff))


def _places(trial: Trial, folder: Path) -> Iterator[Path]:
    if trial.test is not None:
        token = artifacts.token(trial.test, trial.agent, trial.number)
        yield from (folder / "output" / token / f"attempt-{each.number}" for each in trial.attempts)

"""Diffs applied to files: changed, created, deleted and renamed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import placing
from pytest_editbench.predictions import Spot

if TYPE_CHECKING:
    from pathlib import PurePosixPath

    from pytest_editbench.cases.examples.diff import Diff, FileDiff
    from pytest_editbench.cases.examples.files import Files, Naming
    from pytest_editbench.cases.examples.place import Mend, Place


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the files."""

    files: Files
    cursor: Spot | None = None  # where it should end
    mends: tuple[Mend, ...] = ()


def apply(diff: Diff, files: Files, naming: Naming) -> Outcome:
    """The files after a diff; `CaseError` names the line of what cannot be applied, and why."""
    outcome = Outcome(files)
    for file in diff.files:
        step = _apply(file, outcome.files, naming, diff.place)
        outcome = Outcome(step.files, step.cursor or outcome.cursor, outcome.mends + step.mends)
    return outcome


def _apply(diff: FileDiff, files: Files, naming: Naming, place: Place) -> Outcome:
    old, new = (name if name is None else naming.path(name, files) for name in (diff.old, diff.new))
    if old is not None and old not in files:
        if old != new or any(hunk.old for hunk in diff.hunks):
            raise place.error(diff.line, f"{old} is not in the repository at this point; correct the path")
        old = None  # the diff creates it, and names it on both sides
    applied = placing.apply(diff, b"" if old is None else files[old], place)
    if new != old and new is not None and files.get(new):
        raise place.error(diff.line, f"{new} exists already; name the file that the diff changes")
    if new is not None and new != old and (other := _in_the_way(new, files, old)):
        raise place.error(
            diff.line, f"{new} cannot be beside {other}: a path is a file or a folder, not both"
        )
    if new is None and applied.data:
        raise place.error(diff.line, f"deletes {old} but leaves lines of it; show all its lines as deleted")
    changes: dict[PurePosixPath, bytes | None] = {} if old is None else {old: None}
    if new is None:
        return Outcome(files.laid(changes), None, applied.mends)
    cursor = Spot.at(new, applied.data, *applied.cursor) if applied.cursor else None
    return Outcome(files.laid(changes | {new: applied.data}), cursor, applied.mends)


def _in_the_way(new: PurePosixPath, files: Files, old: PurePosixPath | None) -> PurePosixPath | None:
    """A file that would be a folder of the new one, or have it for a folder; `old` makes way."""
    if new in files:
        return None
    above = (path for path in new.parents if path != old and path in files)
    below = (path for path in files if path != old and new in path.parents)
    return next(above, None) or next(below, None)

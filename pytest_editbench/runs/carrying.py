"""What a record's trials left on disk, carried along when their lines go into another record."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import recording
from pytest_editbench.errors import RecordError
from pytest_editbench.runner import artifacts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pytest_editbench.model import Trial

_DIGEST = re.compile("[0-9a-f]{64}")


class Carried(NamedTuple):
    """A trial with its files in another place."""

    trial: Trial
    missing: tuple[Path, ...]  # files that its record names and that are not there


def folder(record: Path, header: Mapping[str, object]) -> Path | None:
    """Where a record's artefacts are: beside it, wherever it was moved to, else where its header says."""
    options = header.get("options")
    named = options.get("artifacts") if isinstance(options, dict) else None
    places = [beside(record), *([Path(named)] if isinstance(named, str) else [])]
    return next((place for place in places if place.is_dir()), None)


def lost(record: Path, header: Mapping[str, object]) -> Path | None:
    """Where a record's artefacts should be, when they are not there; else None."""
    return None if folder(record, header) else beside(record)


def carry(trial: Trial, source: Path | None, target: Path | None, test: str | None = None) -> Carried:
    """Copy a trial's changes, outputs and kept workspace; without a `target` nothing is.

    `test` is the node id of the test that now stands for the trial, if it is another. `RecordError` when
    they cannot be written.
    """
    moved = replace(trial, test=test or trial.test)
    if source is None or target is None:
        return Carried(moved, ())
    old, new = _token(trial) or _token(moved), _token(moved)
    try:
        missing = list(_changes(trial, source, target))
        if old and new:
            _tree(source / "output" / old, target / "output" / new)
            kept = _tree(source / "workspaces" / old, target / "workspaces" / new)
            moved = replace(moved, kept=str(target / "workspaces" / new) if kept else trial.kept)
    except OSError as error:
        raise RecordError(f"{target} cannot take the artefacts of {source}: {error.strerror}") from None
    return Carried(moved, tuple(missing))


def beside(record: Path) -> Path:
    """The folder for the artefacts of a new record."""
    return record.with_name(f"{record.name}.artifacts")


def gather(sources: Iterable[Path | None], record: Path) -> None:
    """Copy the artefacts of other records to those of one that is still to be written.

    `RecordError` when the record exists, or its folder cannot be written.
    """
    if os.path.lexists(record):
        raise RecordError(f"{record} exists; name a new file, records are never overwritten")
    known = [source for source in sources if source is not None]
    target = beside(record)
    if known:
        recording.claim(target)
    for source in known:
        try:
            for patch in sorted(source.glob("changes/*.patch")):
                _file(patch, target / "changes" / patch.name)
            for place in sorted((*source.glob("output/*"), *source.glob("workspaces/*"))):
                _tree(place, target / place.relative_to(source))
        except OSError as error:
            raise RecordError(f"{target} cannot take the artefacts of {source}: {error.strerror}") from None


def kept(trial: Trial, source: Path | None, target: Path) -> str | None:
    """Where a trial's kept workspace is once the artefacts of `source` are gathered in `target`."""
    token = _token(trial)
    if trial.kept and source and token and (source / "workspaces" / token).is_dir():
        return str(target / "workspaces" / token)
    return trial.kept


def _token(trial: Trial) -> str | None:
    return artifacts.token(trial.test, trial.agent, trial.number) if trial.test else None


def stored(folder: Path, digest: str) -> Path:
    """Where the change of this digest is stored, if it is one; a digest that is none leads nowhere else."""
    return folder / "changes" / f"{digest if _DIGEST.fullmatch(digest) else 'none'}.patch"


def _changes(trial: Trial, source: Path, target: Path) -> Iterator[Path]:
    """Copies the stored changes; yields those that are gone."""
    for digest in filter(None, (attempt.change for attempt in trial.attempts)):
        old, new = stored(source, digest), stored(target, digest)
        if old.is_file():
            _file(old, new)
        else:
            yield old


def _file(old: Path, new: Path) -> None:
    if not new.exists():
        new.parent.mkdir(parents=True, exist_ok=True)
        draft = new.with_name(f"{new.name}.draft")
        shutil.copyfile(old, draft)
        draft.replace(new)


def _tree(source: Path, target: Path) -> bool:
    if not source.is_dir() or source.is_symlink():
        return False
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        artifacts.copy(source, target)
    return True

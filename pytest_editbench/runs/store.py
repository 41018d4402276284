"""A folder of numbered runs, and the names by which they are called: a number, `latest`, `baseline`."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import bounds, records
from pytest_editbench.errors import RecordError, UsageError
from pytest_editbench.runs import settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

RECORD = "record.jsonl"
LATEST, BASELINE = "latest", "baseline"
_SET = "set one: editbench runs --set-baseline NUMBER"
_DIGITS = 4  # of a folder's name at least, so that listings are in order
_TAIL = 64 * 1024  # bytes at the end of a record, where its closing line is


@dataclass(frozen=True, slots=True)
class Entry:
    """A run in the store."""

    number: int
    record: Path
    header: Mapping[str, object]
    closing: Mapping[str, object] | None  # None when the run was cut short, or is not over
    is_baseline: bool = False
    fault: str = ""  # why its record cannot be read


def claim(store: Path) -> Path:
    """The path for a record in a new numbered folder, nobody else's; `RecordError` if there can be none."""
    try:
        store.mkdir(parents=True, exist_ok=True)
        number = max(_numbers(store), default=0)
        while True:
            number += 1
            with suppress(FileExistsError):  # another run was faster
                folder = store / f"{number:0{_DIGITS}}"
                folder.mkdir()
                return folder / RECORD
    except OSError as error:
        raise RecordError(f"{store} cannot be used as a store: {error.strerror}") from None


def keep(record: Path, artifacts: Path | None, place: Path) -> None:
    """Copy a finished record that lies elsewhere, and its artefacts, to the place that was claimed for it."""
    try:
        if artifacts is not None and artifacts.is_dir():
            shutil.copytree(artifacts, place.with_name(f"{RECORD}.artifacts"), symlinks=True)
        draft = place.with_name(f"{RECORD}.draft")
        shutil.copyfile(record, draft)
        draft.replace(place)
    except (OSError, shutil.Error) as error:
        raise RecordError(f"{record} cannot be copied to {place}: {error}") from None


def entries(store: Path) -> Iterator[Entry]:
    """The runs of a store, oldest first; numbers without a record are left out.

    `UsageError` for what is no store.
    """
    numbers = _numbers(store)
    if not store.is_dir():
        raise UsageError(
            f"{store} is no store: {'it is no folder' if store.exists() else 'it does not exist'}"
        )
    if not numbers and next(store.iterdir(), None) is not None:
        raise UsageError(f"{store} is no store: no numbered run is in it")
    marked = None
    with suppress(UsageError):  # `broken_mark` tells of it
        marked = baseline(store)
    return (
        _entry(number, folder / RECORD, is_baseline=number == marked) for number, folder in _real(numbers)
    )


def _entry(number: int, record: Path, *, is_baseline: bool) -> Entry:
    try:
        header = next(records.scan(record))[1]
        return Entry(number, record, header, _closing(record), is_baseline)
    except RecordError as error:
        return Entry(number, record, {}, None, is_baseline, str(error))


def baseline(store: Path) -> int | None:
    """The number of the run that was set as baseline; `UsageError` for a mark that names none."""
    place = store / BASELINE
    try:
        text = place.read_text(encoding="ascii", errors="replace").strip()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"{place} cannot be read: {error.strerror}") from None
    if not _is_number(text):
        raise UsageError(f"{place} is damaged: it should name a run, and says {text!r:.40}; {_SET}")
    return int(text)


def broken_mark(store: Path) -> str:
    """What is wrong with the mark of the baseline; empty where it is sound, or there is none."""
    try:
        marked = baseline(store)
        if marked is not None:
            _of_number(store, marked)
    except UsageError as error:
        return f"baseline: {error}"
    return ""


def set_baseline(store: Path, number: int) -> None:
    """Make this run the baseline; `UsageError` when there is none of that number, or it cannot be read."""
    entry = _entry(number, _of_number(store, number), is_baseline=False)
    if entry.fault:
        raise UsageError(f"run {number} cannot be the baseline: {entry.fault}")
    draft = store / f".{BASELINE}-{os.getpid()}"
    draft.write_text(f"{number}\n", encoding="ascii")
    draft.replace(store / BASELINE)


def resolve(name: str, store: Path | None = None, folder: Path | None = None) -> Path:
    """The record that a name means: an existing path from `folder`, else a run of the store.

    A run is called by its number, `latest` (the newest with a record) or `baseline`. Without `store`, it is
    the one that the environment or pytest's ini file names. What is neither is taken for a path.
    """
    path = folder / name if folder else Path(name)
    if os.path.lexists(path) or not (name in (LATEST, BASELINE) or _is_number(name)):
        return path
    store = store or settings.store(folder or Path.cwd())
    if store is None:
        where = f"--editbench-store or {settings.VARIABLE}"
        raise UsageError(f"{name}: no such file, and no store to look in; set {where}")
    return _of_number(store, number(name, store))


def number(name: str, store: Path) -> int:
    """The number that a name means in a store; `UsageError` where it means none."""
    if _is_number(name):
        return int(name)
    if name not in (LATEST, BASELINE):
        raise UsageError(f"{name!r} is no run: name a number, {LATEST} or {BASELINE}")
    if name == BASELINE:
        marked = baseline(store)
        if marked is None:
            raise UsageError(f"{store} has no baseline yet; {_SET}")
        return marked
    found = [number for number, _ in _real(_numbers(store))]
    if not found:
        raise UsageError(f"{store} holds no run yet")
    return max(found)


def _of_number(store: Path, number: int) -> Path:
    folder = _numbers(store).get(number)
    if folder is None or not _has_record(folder):
        known = ", ".join(str(each) for each, _ in _real(_numbers(store))[-10:]) or "none"
        raise UsageError(f"{store} has no run {number}; it has: {known}")
    return folder / RECORD


def _real(numbers: Mapping[int, Path]) -> list[tuple[int, Path]]:
    """Those of which there is a record."""
    return [(number, folder) for number, folder in sorted(numbers.items()) if _has_record(folder)]


def _has_record(folder: Path) -> bool:
    with suppress(OSError):
        return (folder / RECORD).stat().st_size > 0
    return False


def _numbers(store: Path) -> dict[int, Path]:
    with suppress(OSError):
        return {int(each.name): each for each in store.iterdir() if _is_number(each.name)}
    return {}


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdecimal()


def _closing(record: Path) -> Mapping[str, object] | None:
    """The closing line, found from the end: a record may be large."""
    with record.open("rb") as stream:
        stream.seek(max(0, record.stat().st_size - _TAIL))
        last = stream.read().rstrip(b"\n").rpartition(b"\n")[2]
    with suppress(ValueError, TypeError, RecursionError):
        data = records.loads(last.decode())
        sound = data.get("kind") == "closing" and bounds.fits(data, bounds.CLOSING)
        return data if sound else None
    return None

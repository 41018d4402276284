"""What sessions leave on disk when nobody lets them end."""

from __future__ import annotations

import fcntl
import os
import re
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import psutil

from pytest_editbench import clock, workspace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_NAME = re.compile(r"(?:editbench|running)-([0-9]{1,9})-[0-9a-f]{16,32}|editbench-(?:check|analysis)-\w{8}")
_LOCK = ".lock"
_OLD = 24 * 60 * 60  # seconds


class Held:
    """Folders that this process owns, made or not: as long as it lives, no other one sweeps them."""

    def __init__(self) -> None:
        self._locks: dict[Path, int] = {}

    def hold(self, place: Path) -> None:
        """Own a folder; where no lock can be had, it is kept for a day, as long as the process lives."""
        lock = _lock(place)
        with suppress(OSError):
            handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
            self._locks[lock] = handle
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def release(self) -> None:
        """Own nothing any more."""
        while self._locks:
            lock, handle = self._locks.popitem()
            with suppress(OSError):
                lock.unlink()
            os.close(handle)


@contextmanager
def holding(place: Path) -> Iterator[Path]:
    """Own a folder for a while; before, what others left beside it is removed, and after, the folder too."""
    sweep(place.parent)
    held = Held()
    held.hold(place)
    try:
        yield place
    finally:
        workspace.remove(place)
        held.release()


def sweep(root: Path) -> None:
    """Remove what a session of this user left in `root` and no longer owns.

    The kernel drops a lock when its process is gone, so that neither a number that is used again nor
    another container misleads. What names a process and has no lock goes after a day, if that one is gone.
    """
    for place in list(_left(root)):
        workspace.remove(place)
        with suppress(OSError):
            _lock(place).unlink()


def _lock(place: Path) -> Path:
    return place.with_name(f".{place.name}{_LOCK}")


def _left(root: Path) -> Iterator[Path]:
    with suppress(OSError), os.scandir(root) as found:
        entries = {entry.name: entry for entry in found}
        for name in sorted({name.removeprefix(".").removesuffix(_LOCK) for name in entries}):
            named = _NAME.fullmatch(name)
            if named is None:
                continue
            lock = _lock(root / name)
            if _is_free(lock) if lock.name in entries else _is_over(entries.get(name), named[1]):
                yield root / name


def _is_free(lock: Path) -> bool:
    """Whether no process owns what a lock of this user's stands for."""
    with suppress(OSError):
        handle = os.open(lock, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            status = os.fstat(handle)
            if stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid():
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
        finally:
            os.close(handle)
    return False


def _is_over(entry: os.DirEntry[str] | None, process: str | None) -> bool:
    return (
        entry is not None and process is not None and _is_old(entry) and not psutil.pid_exists(int(process))
    )


def _is_old(entry: os.DirEntry[str]) -> bool:
    with suppress(OSError):
        status = entry.stat(follow_symlinks=False)
        return status.st_uid == os.geteuid() and clock.age(status.st_mtime) > _OLD
    return False

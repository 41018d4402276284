"""Whether a folder is still as it was, by what the file system tells of it."""

from __future__ import annotations

import os
import stat
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    Counts = Callable[[str], bool]  # whether a name at the top of a folder counts


class Found(NamedTuple):
    """An entry of a folder, or a folder that cannot be read."""

    name: bytes  # from the folder that was walked, a slash first
    path: bytes
    status: os.stat_result | None  # links not followed; None when it cannot be read
    errno: int  # why

    @property
    def stamp(self) -> tuple[int, ...]:
        """What the file system tells."""
        if self.status is None:
            return (self.errno,)
        told = self.status
        if stat.S_ISDIR(told.st_mode):  # its times change with every folder made and removed in it
            return told.st_mode, told.st_ino
        return told.st_mode, told.st_ino, told.st_size, told.st_mtime_ns, told.st_ctime_ns


def everything(_: str) -> bool:
    """Counts every name."""
    return True


def of(folder: Path, counts: Counts = everything) -> str:
    """SHA-256 over what is told of every entry that counts; it moves with the folder.

    Times of change are part of it, which cannot be set back. What cannot be read has a stamp of its own.
    """
    return of_all(walk(folder, counts))


def of_all(found: Iterable[Found]) -> str:
    """The same over what was found before."""
    rows = sorted((each.name, *each.stamp) for each in found)
    return sha256(repr(rows).encode()).hexdigest()


def walk(folder: Path, counts: Counts = everything) -> Iterator[Found]:
    """All that counts in the folder and below, links not followed, in no order; of a file, the file."""
    root = os.fsencode(folder)
    if os.path.isfile(root):  # noqa: PTH113 - a path of any bytes
        yield Found(b"", root, os.stat(root), 0)  # noqa: PTH116 - the same
        return
    pending = [root]
    while pending:
        here = pending.pop()
        try:
            with os.scandir(here) as entries:
                for entry in entries:
                    if here == root and not counts(os.fsdecode(entry.name)):
                        continue
                    status = entry.stat(follow_symlinks=False)
                    yield Found(entry.path[len(root) :], entry.path, status, 0)
                    if stat.S_ISDIR(status.st_mode):
                        pending.append(entry.path)
        except OSError as error:
            yield Found(here[len(root) :], here, None, error.errno or 0)

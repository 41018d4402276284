"""Whether a folder is still as it was, by what the file system tells of it."""

from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

Row = tuple[bytes, *tuple[int, ...]]


def of(folder: Path) -> str:
    """SHA-256 over what is told of every entry, links not followed; it moves with the folder.

    Times of change are part of it, which cannot be set back. What cannot be read has a stamp of its own.
    """
    root = os.fsencode(folder)
    rows: list[Row] = []
    pending = [root]
    while pending:
        here = pending.pop()
        try:
            with os.scandir(here) as entries:
                for entry in entries:
                    rows.append((entry.path[len(root) :], *_told(entry)))
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
        except OSError as error:
            rows.append((here[len(root) :], error.errno or 0))
    return sha256(repr(sorted(rows)).encode()).hexdigest()


def _told(entry: os.DirEntry[bytes]) -> tuple[int, ...]:
    status = entry.stat(follow_symlinks=False)
    if entry.is_dir(follow_symlinks=False):  # its times change with every folder made and removed in it
        return status.st_mode, status.st_ino
    return status.st_mode, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns

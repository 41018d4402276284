"""What a kept workspace must not hold: files that would run with the rights of who ran the session."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_KEPT = 0o777
_OWNER = 0o700
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


def settle(folder: Path) -> None:
    """Take from all in a folder that nobody uses any more its set-user-ID, set-group-ID and sticky bits.

    No link is followed, and no nesting is too deep: one folder is open at a time. A folder that is locked is
    opened to its owner; what cannot be changed is passed over.
    """
    with suppress(OSError):
        mode = folder.lstat().st_mode
        if not stat.S_ISDIR(mode):
            return
        folder.chmod(_settled(mode))
        handle = os.open(folder, _FOLDER)
        try:
            waiting = [_below(handle)]
            while waiting:
                handle = _next(handle, waiting)
        finally:
            os.close(handle)


def _next(handle: int, waiting: list[list[str]]) -> int:
    """Enter the next of the folders that wait on this level, or leave the level."""
    if waiting[-1]:
        try:
            entered = os.open(waiting[-1].pop(), _FOLDER, dir_fd=handle)
        except OSError:
            return handle
        waiting.append(_below(entered))
    else:
        waiting.pop()
        entered = os.open("..", _FOLDER, dir_fd=handle)
    os.close(handle)
    return entered


def _below(handle: int) -> list[str]:
    """Settle what lies right in an open folder; the folders there."""
    folders = []
    for name in os.listdir(handle):
        with suppress(OSError):
            mode = os.stat(name, dir_fd=handle, follow_symlinks=False).st_mode
            if stat.S_ISDIR(mode):
                folders.append(name)
            if not stat.S_ISLNK(mode) and stat.S_IMODE(mode) != _settled(mode):
                os.chmod(name, _settled(mode), dir_fd=handle)
    return folders


def _settled(mode: int) -> int:
    return stat.S_IMODE(mode) & _KEPT | (_OWNER if stat.S_ISDIR(mode) else 0)

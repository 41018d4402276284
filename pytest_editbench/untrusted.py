"""Files that an agent could have touched: no link is followed or written through, no pipe waited for."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from io import BufferedReader, BufferedWriter
    from pathlib import Path

_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


def opened(path: Path) -> BufferedReader:
    """A regular file, to be read; `OSError` also for what is none."""
    handle = os.open(path, _READ)
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return os.fdopen(handle, "rb")
    os.close(handle)
    raise OSError(errno.EINVAL, "it is not a regular file")


def created(path: Path, mode: int = 0o666) -> BufferedWriter:
    """A new file, to be written; `OSError` also where there is anything already."""
    return os.fdopen(os.open(path, _CREATE, mode), "wb")


def read(path: Path, limit: int) -> bytes:
    """The first `limit` bytes of a regular file; `OSError` also for what is none."""
    with opened(path) as stream:
        return stream.read(limit)

"""A record file as this session writes it, while others could reach it."""

from __future__ import annotations

import os
import stat
from hashlib import file_digest, sha256
from typing import TYPE_CHECKING

from pytest_editbench import records

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK  # it may be a link or a FIFO by now


class Recording:
    """Writes the file; all as `records.Writer` does, whose errors are raised here."""

    def __init__(self, path: Path, header: Mapping[str, object]) -> None:
        self._path = path
        self._writer = records.Writer(path)
        self._writer.open(header)
        written = path.read_bytes()  # no agent runs yet
        self._digest, self._length = sha256(written), len(written)

    def write(self, data: Mapping[str, object]) -> None:
        """Append one line and wait until it is on the disk."""
        self._writer.write(data)
        line = f"{records.dumps(data)}\n".encode("ascii")
        self._digest.update(line)
        self._length += len(line)

    def close(self) -> None:
        """Nothing is written any more."""
        self._writer.close()

    def is_whole(self) -> bool:
        """Whether the file is there, and holds what was written and nothing else."""
        try:
            with os.fdopen(os.open(self._path, _READ), "rb") as stream:
                status = os.fstat(stream.fileno())
                if not stat.S_ISREG(status.st_mode) or status.st_size != self._length:
                    return False
                return file_digest(stream, "sha256").digest() == self._digest.digest()
        except OSError:
            return False

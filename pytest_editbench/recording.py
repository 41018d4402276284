"""A record file as this session writes it, while others could reach it."""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import file_digest, sha256
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING

from pytest_editbench import records, untrusted
from pytest_editbench.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Recording:
    """Writes the file, each line before the next trial is heard of; `RecordError` where that fails."""

    def __init__(self, path: Path) -> None:
        """Create the file, empty yet, so that it is this session's."""
        self.path = path
        self._file: IO[str] | None = records.create(path)
        self._digest, self._length = sha256(), 0

    def write(self, data: Mapping[str, object]) -> None:
        """Append one line and wait until it is on the disk; nothing happens when the file is closed."""
        if self._file is None:
            return
        line = f"{records.dumps(data)}\n"
        try:
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            # The buffer still holds the line that did not fit: closing tries once more, and may fail again.
            with suppress(OSError):
                self.close()
            raise RecordError(f"{self.path} cannot be written: {error.strerror}") from None
        self._digest.update(line.encode("ascii"))
        self._length += len(line)

    def close(self) -> None:
        """Nothing is written any more."""
        file, self._file = self._file, None
        if file is not None:
            file.close()

    @property
    def has_begun(self) -> bool:
        """Whether a line was written."""
        return self._length > 0

    def is_whole(self) -> bool:
        """Whether the file is there, and holds what was written and nothing else."""
        try:
            with untrusted.opened(self.path) as stream:
                if os.fstat(stream.fileno()).st_size != self._length:
                    return False
                return file_digest(stream, "sha256").digest() == self._digest.digest()
        except OSError:
            return False


def claim(artifacts: Path | None) -> None:
    """Make the folder for artefacts; it must hold nothing of an earlier run, and must take files."""
    if artifacts is None:
        return
    try:
        artifacts.mkdir(parents=True, exist_ok=True)
        if next(artifacts.iterdir(), None) is not None:
            raise RecordError(f"{artifacts} is not empty; name a new folder, artefacts are never overwritten")
        with TemporaryFile(dir=artifacts):
            pass
    except OSError as error:
        raise RecordError(f"{artifacts} cannot be used for artefacts: {error.strerror}") from None

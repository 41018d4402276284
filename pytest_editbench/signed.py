"""Files that the processes of a session tell one another by, and that an agent cannot forge.

Agents run as the same user and could find them; the key is never on disk.
"""

from __future__ import annotations

import errno
import hmac
import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW  # a FIFO would make us wait
_LARGEST = 1024 * 1024  # bytes


def write(place: Path, text: bytes, key: str) -> None:
    """Put the text in place of the last one, whole or not at all; OSError where that fails."""
    draft = place.with_name(f"{place.name}.draft")
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, _NEW_FILE, 0o600), "wb") as stream:
        stream.write(_signature(text, key) + b"\n" + text)
    draft.replace(place)


def read(place: Path, key: str) -> bytes | None:
    """The text that was written there with this key; None for anything else."""
    try:
        signature, _, text = _content(place).partition(b"\n")
    except OSError:
        return None
    return text if hmac.compare_digest(signature, _signature(text, key)) else None


def _content(place: Path) -> bytes:
    with os.fdopen(os.open(place, _READ), "rb") as stream:
        status = os.fstat(stream.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST:
            raise OSError(errno.EINVAL, "not a small regular file")
        return stream.read(_LARGEST)


def _signature(text: bytes, key: str) -> bytes:
    return hmac.digest(bytes.fromhex(key), text, "sha256").hex().encode()

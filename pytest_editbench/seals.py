"""Whether a case's folder is still as the session first met it: no agent may touch the answer."""

from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def unbroken(folder: Path, store: Path) -> bool:
    """Whether `folder` is as it was at the first call for it in this session, in whichever process.

    `store` is a folder that the processes of the session share; it learns digests only, no names.
    """
    place = store / sha256(os.fsencode(folder.absolute())).hexdigest()
    now = _signature(folder)
    return now == (_first(place, now) if not place.exists() else place.read_text())


def _first(place: Path, signature: str) -> str:
    # A link appears whole or not at all, and only for the first of several processes.
    draft = place.with_suffix(f".{os.getpid()}")
    try:
        draft.write_text(signature)
    except FileNotFoundError:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft.write_text(signature)
    try:
        os.link(draft, place)
    except FileExistsError:
        return place.read_text()
    finally:
        draft.unlink()
    return signature


def _signature(folder: Path) -> str:
    """SHA-256 over what the file system tells of every entry; change times cannot be set back."""
    rows: list[tuple[bytes, *tuple[int, ...]]] = []
    pending = [os.fsencode(folder)]
    while pending:
        here = pending.pop()
        try:
            with os.scandir(here) as entries:
                for entry in entries:
                    status = entry.stat(follow_symlinks=False)
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                        rows.append((entry.path, status.st_mode, status.st_ino))
                    else:
                        times = (status.st_mtime_ns, status.st_ctime_ns)
                        rows.append((entry.path, status.st_mode, status.st_ino, status.st_size, *times))
        except OSError as error:
            rows.append((here, error.errno or 0))
    return sha256(repr(sorted(rows)).encode()).hexdigest()

"""Whether a folder is still as it was: by what the file system tells, by its content if in doubt."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Seal:
    """Two digests of a folder."""

    stamps: str  # of names, sizes, modes and times: cheap, and change times cannot be set back
    content: str  # of names, kinds, executable bits and bytes: the truth, should the times differ


def seal(root: Path) -> Seal:
    """The seal of the folder as it is; OSError when it cannot be read."""
    return Seal(_digest(root, _stamp), _digest(root, _content))


def holds(root: Path, earlier: Seal) -> bool:
    """Whether the folder has the content it was sealed with."""
    return _digest(root, _stamp) == earlier.stamps or _digest(root, _content) == earlier.content


def _digest(root: Path, describe: Callable[[os.DirEntry[str]], object]) -> str:
    total = sha256()
    pending = [str(root)]
    while pending:
        here = pending.pop()
        with os.scandir(here) as entries:
            for entry in sorted(entries, key=lambda each: each.name):
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                total.update(repr((entry.path[len(str(root)) :], describe(entry))).encode())
    return total.hexdigest()


def _stamp(entry: os.DirEntry[str]) -> object:
    status = entry.stat(follow_symlinks=False)
    if entry.is_dir(follow_symlinks=False):
        return status.st_mode
    return status.st_mode, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _content(entry: os.DirEntry[str]) -> object:
    mode = entry.stat(follow_symlinks=False).st_mode
    if stat.S_ISLNK(mode):
        return Path(entry.path).readlink()
    data = Path(entry.path).read_bytes() if stat.S_ISREG(mode) else b""
    return stat.S_IFMT(mode), bool(mode & 0o111), sha256(data).digest()

"""Whether a folder is still as it was: by what the file system tells, by its content if in doubt."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pytest_editbench import stamps


@dataclass(frozen=True, slots=True)
class Seal:
    """Two digests of a folder."""

    stamps: str  # cheap
    content: str  # of names, kinds, executable bits and bytes: the truth, should the stamps differ


def seal(root: Path) -> Seal:
    """The seal of the folder as it is; OSError when it cannot be read."""
    return Seal(stamps.of(root), _content_of(root))


def holds(root: Path, earlier: Seal) -> bool:
    """Whether the folder has the content it was sealed with."""
    return stamps.of(root) == earlier.stamps or _content_of(root) == earlier.content


def _content_of(root: Path) -> str:
    total = sha256()
    pending = [str(root)]
    while pending:
        here = pending.pop()
        with os.scandir(here) as entries:
            for entry in sorted(entries, key=lambda each: each.name):
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                total.update(repr((entry.path[len(str(root)) :], _content(entry))).encode())
    return total.hexdigest()


def _content(entry: os.DirEntry[str]) -> object:
    mode = entry.stat(follow_symlinks=False).st_mode
    if stat.S_ISLNK(mode):
        return Path(entry.path).readlink()
    data = Path(entry.path).read_bytes() if stat.S_ISREG(mode) else b""
    return stat.S_IFMT(mode), bool(mode & 0o111), sha256(data).digest()

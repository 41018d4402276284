"""Whether a folder is still as it was: by what the file system tells, by its content if in doubt."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from pytest_editbench import stamps
from pytest_editbench.cases.recognition import is_member

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_LARGEST_CASE = 64 * 1024 * 1024  # bytes that are read of one: an agent could make it any size
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK  # it may be another file by now, or a FIFO


@dataclass(frozen=True, slots=True)
class Seal:
    """Two digests of a folder."""

    stamps: str  # cheap
    content: str  # of names, kinds, executable bits and bytes: the truth, should the stamps differ


def seal(root: Path) -> Seal:
    """The seal of the folder as it is; what cannot be read is sealed as such."""
    found = list(stamps.walk(root))
    return Seal(stamps.of_all(found), _content(found))


def holds(root: Path, earlier: Seal) -> bool:
    """Whether the folder has the content it was sealed with."""
    return stamps.of(root) == earlier.stamps or seal(root).content == earlier.content


def seal_case(folder: Path) -> Seal:
    """The seal of a case's prompt, metadata and trees, whatever else lies in its folder.

    Beyond 64 MiB in all, a file's stamp stands for its content.
    """
    found = list(stamps.walk(folder, is_member))
    return Seal(stamps.of_all(found), _content(found, _LARGEST_CASE))


def case_holds(folder: Path, earlier: Seal) -> bool:
    """Whether the case is still as `seal_case` found it."""
    return stamps.of(folder, is_member) == earlier.stamps or seal_case(folder).content == earlier.content


def _content(entries: Iterable[stamps.Found], limit: int | None = None) -> str:
    total = sha256()
    read = 0  # bytes
    for found in sorted(entries, key=lambda each: (each.name, each.errno)):
        read += found.status.st_size if found.status else 0
        told = found.stamp if limit is not None and read > limit else _told(found)
        total.update(repr((found.name, told)).encode())
    return total.hexdigest()


def _told(found: stamps.Found) -> tuple[object, ...]:
    if found.status is None:
        return (found.errno,)
    mode = found.status.st_mode
    kind = stat.S_IFMT(mode)
    try:
        if stat.S_ISLNK(mode):
            return kind, os.readlink(found.path)  # noqa: PTH115 - a Path would drop the `./` of a target
        return (kind, bool(mode & stat.S_IXUSR), _bytes(found)) if stat.S_ISREG(mode) else (kind,)
    except OSError as error:
        return kind, error.errno


def _bytes(found: stamps.Found) -> bytes:
    size = found.status.st_size if found.status else 0
    with os.fdopen(os.open(found.path, _READ), "rb") as stream:
        return sha256(stream.read(size + 1)).digest()  # one more, lest it has grown

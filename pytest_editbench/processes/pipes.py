"""Who still holds the other end of a pipe: what is left of a program, however it hides otherwise."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_PROC = Path("/proc")
_WRITABLE = 0o200  # of the link that stands for an open file


def writers(pipes: Collection[int]) -> set[int]:
    """The processes that could write to one of the pipes, told by their inode numbers; none without `/proc`.

    Children of this process are not among them: a program that was started at the same moment, in another
    thread, may hold any pipe for an instant.
    """
    names = {f"pipe:[{pipe}]" for pipe in pipes}
    if not names or not _PROC.joinpath("self/fd").exists():
        return set()
    found = {int(place.name) for place in _PROC.iterdir() if place.name.isdigit() and _holds(place, names)}
    return {pid for pid in found - {os.getpid()} if _parent(pid) != os.getpid()}


def _holds(process: Path, names: Collection[str]) -> bool:
    return any(target in names for target in _written(process / "fd"))


def _written(folder: Path) -> Iterator[str]:
    """What a process has open for writing."""
    with suppress(OSError):  # gone meanwhile, or another user's
        for name in os.listdir(folder):  # noqa: PTH208 - thousands of them: a Path for each takes time
            link = f"{folder}/{name}"
            with suppress(OSError):
                target = os.readlink(link)  # noqa: PTH115 - as above
                if target.startswith("pipe:") and os.lstat(link).st_mode & _WRITABLE:
                    yield target


def _parent(pid: int) -> int | None:
    with suppress(OSError, ValueError, IndexError):
        return int((_PROC / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()[1])
    return None

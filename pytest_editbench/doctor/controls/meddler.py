"""An agent that looks what of the machine it could change, and tells it, a JSON object a line.

A program by itself: `python meddler.py SECONDS`, so long for the search. It only asks; nothing is opened,
let alone changed.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_KERNEL = ("/proc/sys", "/proc/self/net", "/proc", "/sys")
_PROCESSES = ("self", "thread-self")  # and numbers: what is there belongs to the agent
_ENOUGH = 3  # places


def main(seconds: float) -> None:
    """Search the settings of the kernel, then the devices."""
    deadline = time.monotonic() + seconds
    looked, found = 0, 0
    for path in chain.from_iterable(map(_files, _KERNEL)):
        looked += 1
        if os.access(path, os.W_OK) and os.path.isfile(path):  # noqa: PTH113 - not a device that covers it
            tell(area="setting", place=path)
            found += 1
        if found == _ENOUGH or time.monotonic() > deadline:
            break
    for path in _devices():
        looked += 1
        if _is_mine(path):
            tell(area="device", place=path)
    tell(area="end", files=looked)


def tell(**values: object) -> None:
    """Print one finding."""
    sys.stdout.write(f"{json.dumps(values)}\n")
    sys.stdout.flush()


def _files(top: str) -> Iterator[str]:
    for place, folders, files in os.walk(top):
        if place == "/proc":
            folders[:] = [each for each in folders if not each.isdecimal() and each not in _PROCESSES]
        yield from (f"{place}/{name}" for name in files)


def _devices() -> list[str]:
    """The devices right in `/dev`; not what a link there leads to."""
    with suppress(OSError), os.scandir("/dev") as entries:
        return sorted(each.path for each in entries if _is_device(each.stat(follow_symlinks=False).st_mode))
    return []


def _is_device(mode: int) -> bool:
    return stat.S_ISCHR(mode) or stat.S_ISBLK(mode)


def _is_mine(device: str) -> bool:
    """Whether its mode could be changed: by its owner, but for a place that is read-only."""
    with suppress(OSError):
        return Path(device).stat().st_uid == os.geteuid() and not os.statvfs(device).f_flag & os.ST_RDONLY
    return False


if __name__ == "__main__":
    main(float(sys.argv[1]))

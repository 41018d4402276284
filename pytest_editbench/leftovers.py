"""What sessions leave among the temporary files when nobody lets them end."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from pytest_editbench import clock, workspace

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME = re.compile(r"(?:editbench|running)-([0-9]{1,9})-[0-9a-f]{16,32}")
_OLD = 24 * 60 * 60  # seconds


def sweep(root: Path) -> None:
    """Remove what a session of this user left in `root` more than a day ago, if its process is gone."""
    for place in list(_left(root)):
        workspace.remove(place)


def _left(root: Path) -> Iterator[Path]:
    with suppress(OSError), os.scandir(root) as entries:
        for entry in entries:
            named = _NAME.fullmatch(entry.name)
            if named and _is_old(entry) and not psutil.pid_exists(int(named[1])):
                yield Path(entry.path)


def _is_old(entry: os.DirEntry[str]) -> bool:
    with suppress(OSError):
        status = entry.stat(follow_symlinks=False)
        return status.st_uid == os.geteuid() and clock.age(status.st_mtime) > _OLD
    return False

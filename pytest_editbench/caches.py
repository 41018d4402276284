"""Where what was once unpacked or fetched is kept for the next time."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from pytest_editbench.errors import UsageError

VARIABLE = "EDITBENCH_CACHE"


def store(name: str, cache: Path | None = None) -> Path:
    """The folder of that name for kept things, made if need be, which no other user may read or write.

    It lies in `cache`, else where EDITBENCH_CACHE says, else in the user's cache folder. `UsageError` when
    it is another user's or a link, or cannot be made or written.
    """
    folder = (cache or _default()) / name
    remedy = f"set {VARIABLE} to another place"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
            raise UsageError(f"{folder} is not this user's own folder; {remedy}")
        folder.chmod(0o700)
    except OSError as error:
        raise UsageError(f"{folder} cannot be used as a cache folder: {error.strerror}; {remedy}") from error
    if not os.access(folder, os.W_OK):
        raise UsageError(f"{folder} cannot be used as a cache folder: nothing can be written there; {remedy}")
    return folder


def _default() -> Path:
    import platformdirs

    named = os.environ.get(VARIABLE)
    return Path(named).absolute() if named else platformdirs.user_cache_path("pytest-editbench")

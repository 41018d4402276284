"""What a trial leaves on disk: its agent's output, the change it made, its workspace if asked for."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import changes, trees
from pytest_editbench.compare import display
from pytest_editbench.model import Outcome
from pytest_editbench.runner import rights

if TYPE_CHECKING:
    from pytest_editbench.model import Tree, Workspace
    from pytest_editbench.runner.settings import Settings

CHANGE_BYTES = 32 * 1024 * 1024
REASON = 300  # characters


class Stored(NamedTuple):
    """A change as it was stored."""

    digest: str | None  # None where nothing was stored
    truncated: bool
    note: str = ""  # why not all of it was


class Kept(NamedTuple):
    """Where a workspace is, or will be, left for inspection."""

    path: str | None = None
    note: str = ""  # why not, or not all of it


def token(node_id: str, agent: str, number: int) -> str:
    """The name of a trial's folders; no two trials of a session share one, whatever their cases hold."""
    return sha256(f"{node_id}\0{agent}\0{number}".encode("utf-8", "surrogateescape")).hexdigest()[:16]


def output(place: Workspace, settings: Settings, name: str, attempt: int) -> Path:
    """The folder for what the agent prints in an attempt."""
    root = settings.artifacts / "output" / name if settings.artifacts else place.output
    return root / f"attempt-{attempt}"


def store(before: Tree, after: Tree, artifacts: Path | None) -> Stored:
    """Keep the whole change under its digest, so that it can be judged again.

    Where it cannot be written the verdict stands, and the record says that the change is not complete.
    """
    if artifacts is None:
        return Stored(None, truncated=False)
    change = changes.write(before, after, CHANGE_BYTES)
    target = artifacts / "changes" / f"{change.digest}.patch"
    try:
        _write(target, change.patch)
    except OSError as error:
        return Stored(None, truncated=True, note=f"the change is not stored: {error.strerror} ({target})")
    return Stored(change.digest, change.truncated)


def reserve(outcome: Outcome, place: Workspace, settings: Settings, name: str) -> Kept:
    """The place where `keep` will leave the workspace, if it is wanted.

    On another file system it is copied at once, as far as it can be: what is in the way is told in time.
    """
    wanted = settings.keep == "all" or (settings.keep == "failed" and outcome is not Outcome.PASSED)
    if not wanted or not _is_folder(place.path):
        return Kept()
    try:
        target = _target(settings.artifacts, name)
        rights.settle(place.path)
        near = target.parent.stat().st_dev == place.path.stat().st_dev
        return Kept(str(target), "" if near else copy(place.path, target))
    except OSError as error:
        return Kept(None, f"the workspace is not kept: {error.strerror} ({error.filename})")


def keep(work: Path, kept: str) -> None:
    """Move the workspace to the place that was told for it, unless its copy is there.

    No locks and no set-user-ID bits go with it.
    """
    target = Path(kept)
    if target.exists() or not _is_folder(work):
        return
    rights.settle(work)
    try:
        work.rename(target)
    except OSError:
        copy(work, target)


def _write(target: Path, data: bytes) -> None:
    if target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        draft.write_bytes(data)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _target(artifacts: Path | None, name: str) -> Path:
    if artifacts is None:
        return Path(tempfile.mkdtemp(prefix="editbench-kept-")) / "work"
    target = artifacts / "workspaces" / name
    target.parent.mkdir(parents=True, exist_ok=True)
    if os.path.lexists(target):  # the same test, run anew by another plugin
        raise FileExistsError(errno.EEXIST, "an earlier one is there", str(target))
    return target


def copy(work: Path, target: Path) -> str:
    """Copy what can be copied of a workspace, with rights as `keep` leaves them; a note on the rest."""
    note = _copied(work, target)
    rights.settle(target)
    return note


def _copied(work: Path, target: Path) -> str:
    try:
        shutil.copytree(work, target, symlinks=True, copy_function=_Copying(trees.Limits()).copy)
    except shutil.Error as error:
        lost = error.args[0]
        place, _, reason = lost[0]
        more = f" (and {len(lost) - 1} more)" if len(lost) > 1 else ""
        return _in_part(f"{os.path.relpath(place, work)}: {reason}") + more
    except (OSError, RecursionError) as error:
        return _in_part(str(error))
    return ""


def _in_part(reason: str) -> str:
    return f"the workspace is kept in part: {display.escaped(reason[:REASON])}"


class _Copying:
    """A copy of regular files, as far as the limits go."""

    def __init__(self, limits: trees.Limits) -> None:
        self._files = limits.files
        self._bytes = limits.total_bytes

    def copy(self, source: str, goal: str) -> None:
        status = os.lstat(source)
        if not stat.S_ISREG(status.st_mode):
            raise OSError("neither a file, a folder nor a link")
        if status.st_size > self._bytes or self._files < 1:
            raise OSError("more than is copied to another file system")
        self._files -= 1
        self._bytes -= status.st_size
        shutil.copy2(source, goal, follow_symlinks=False)


def _is_folder(path: Path) -> bool:
    """Whether a real folder stands there; a link to one does not count."""
    with suppress(OSError):
        return stat.S_ISDIR(path.lstat().st_mode)
    return False

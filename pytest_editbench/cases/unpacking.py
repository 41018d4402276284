"""Members of an archive → files in a fresh folder, and never anywhere else."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import assert_never

from pytest_editbench.cases import members
from pytest_editbench.cases.faults import shown
from pytest_editbench.cases.members import Budget, HardLink, Limits
from pytest_editbench.cases.recognition import is_case
from pytest_editbench.errors import ArchiveError
from pytest_editbench.model import Entry, File, Folder, Link

_TOP = PurePosixPath()
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


def unpack(archive: Path, root: Path, limits: Limits) -> None:
    """Write all members below the existing, empty folder `root`; `ArchiveError` names the one refused.

    Executable bits and links inside a case are kept; owners and other mode bits are not.
    """
    budget = Budget(limits, archive.stat().st_size)
    layout = _Layout(root, budget)
    for name, entry in members.read(archive, budget):
        try:
            layout.add(name, entry)
        except FileExistsError:
            raise ArchiveError(
                f"{shown(name)}: differs from another member in case or accents only"
            ) from None
        except (OSError, ValueError) as problem:
            reason = problem.strerror if isinstance(problem, OSError) else str(problem)
            raise ArchiveError(f"{shown(name)}: cannot be written: {reason}") from problem
    layout.finish()


class _Layout:
    """What was unpacked so far.

    Symbolic links are made last of all: while files are written there is none to be led astray by.
    """

    def __init__(self, root: Path, budget: Budget) -> None:
        self._root = root
        self._budget = budget
        self._folders = {_TOP}
        self._files: dict[PurePosixPath, bool] = {}  # → whether executable
        self._links: dict[PurePosixPath, str] = {}  # → target
        self._twins: list[tuple[PurePosixPath, PurePosixPath]] = []  # hard links and what they name

    def add(self, name: str, entry: Entry | HardLink) -> None:
        path = members.place(name)
        self._make_folders(path if isinstance(entry, Folder) else path.parent, name)
        match entry:
            case Folder():
                pass
            case File():
                self._write(path, entry, name)
            case HardLink():
                self._repeat(path, entry, name)
            case Link():
                self._note(path, entry, name)
            case _:
                assert_never(entry)

    def finish(self) -> None:
        for path, target in self._links.items():
            (self._root / path).symlink_to(target)
        for path, target in self._links.items():
            if _climbs(path, target, self._case_of(path)):
                raise ArchiveError(f"{shown(str(path))}: is a link that leaves its case, to {shown(target)}")
        for path, source in self._twins:
            if self._case_of(path) != self._case_of(source):
                raise ArchiveError(f"{shown(str(path))}: is a hard link that leaves its case")

    def _make_folders(self, folder: PurePosixPath, name: str) -> None:
        missing = [each for each in (folder, *folder.parents) if each not in self._folders]
        for each in reversed(missing):
            if each in self._files or each in self._links:
                raise ArchiveError(f"{shown(name)}: lies beneath {shown(str(each))}, which is no folder")
            (self._root / each).mkdir()
            self._folders.add(each)

    def _write(self, path: PurePosixPath, file: File, name: str) -> None:
        if path in self._folders or path in self._links:
            raise _twice(name)
        if path in self._files:
            if (self._files[path], (self._root / path).read_bytes()) != (file.executable, file.data):
                raise _twice(name)
            return
        with os.fdopen(os.open(self._root / path, _NEW_FILE, 0o600), "wb") as stream:
            stream.write(file.data)
            os.fchmod(stream.fileno(), 0o755 if file.executable else 0o644)
        self._files[path] = file.executable

    def _repeat(self, path: PurePosixPath, link: HardLink, name: str) -> None:
        source = members.place(link.target)
        if source not in self._files:
            raise ArchiveError(f"{shown(name)}: is a hard link to {shown(link.target)}, no file before it")
        data = (self._root / source).read_bytes()
        self._budget.spend(name, len(data))
        self._write(path, File(data, self._files[source]), name)
        self._twins.append((path, source))

    def _note(self, path: PurePosixPath, link: Link, name: str) -> None:
        if _climbs(path, link.target, _TOP):
            raise ArchiveError(f"{shown(name)}: is a link that leaves the archive, to {shown(link.target)}")
        if path in self._folders or path in self._files or self._links.get(path, link.target) != link.target:
            raise _twice(name)
        self._links[path] = link.target

    def _case_of(self, path: PurePosixPath) -> PurePosixPath:
        """The outermost case around the path, or the top of the archive."""
        around = reversed(path.parents)
        return next((folder for folder in around if is_case(self._root / folder)), _TOP)


def _climbs(path: PurePosixPath, target: str, boundary: PurePosixPath) -> bool:
    """Whether the link may lead out of `boundary`, a folder around it.

    Going up is allowed at the start of a target only: there the folders are real ones. What follows goes
    down, and any link met on the way is bound by the same rule, so no chain of links gets out.
    """
    parts = target.split("/")
    ups = next((count for count, part in enumerate(parts) if part not in ("..", ".", "")), len(parts))
    height = len(path.parent.parts) - len(boundary.parts)
    unfit = not target or target.startswith("/") or "\0" in target or members.length(target) > 1000
    return unfit or ".." in parts[ups:] or parts[:ups].count("..") > height


def _twice(name: str) -> ArchiveError:
    return ArchiveError(f"{shown(name)}: stands twice, with different content")

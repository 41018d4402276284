"""A change as a list of files, in the order in which they are asked about and shown."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from pytest_editbench import roles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import PurePosixPath

    from pytest_editbench.model import File

BINARY = "it is a binary file"


@dataclass(frozen=True, slots=True)
class FileChange:
    """What becomes of one file."""

    path: PurePosixPath  # after the change; of a deleted file, before it
    how: tuple[str, ...]  # such as "renamed from old.py", "made executable"
    diff: str = ""  # unified, with its header lines; undecodable bytes as surrogate escapes
    added: int = 0  # lines
    removed: int = 0
    unshown: str = ""  # why there are no lines to show, where there are some

    @property
    def lines(self) -> int | None:
        """Lines changed, additions and deletions; None where that cannot be told."""
        return None if self.unshown else self.added + self.removed

    @property
    def role(self) -> str:
        """What the file is there for, told by its path."""
        return _role(self.path).name


@lru_cache(maxsize=4096)  # each file is told of in the tasks of all others
def _role(path: PurePosixPath) -> roles.Role:
    return roles.of(path)


@dataclass(frozen=True, slots=True)
class Subject:
    """A trial that made a change."""

    case: str
    agent: str
    trial: int  # 1-based

    def __str__(self) -> str:
        return f"{self.case} ({self.agent}, trial {self.trial})"


@dataclass(frozen=True, slots=True)
class Change:
    """The changed files: those that say most first, then by path."""

    name: str
    files: tuple[FileChange, ...]
    after: Mapping[PurePosixPath, File] = field(default_factory=dict)  # as far as it is known
    subjects: tuple[Subject, ...] = ()
    left_out: int = 0  # files that were too large to be stored
    digest: str = ""  # of a stored change


def change(
    name: str, files: Iterable[FileChange], after: Mapping[PurePosixPath, File] | None = None
) -> Change:
    """The change that consists of these; several parts on one file, as in a series of patches, are joined."""
    found: dict[PurePosixPath, FileChange] = {}
    for file in files:
        found[file.path] = _joined(found[file.path], file) if file.path in found else file
    order = sorted(found.values(), key=lambda each: (-_role(each.path).priority, each.path))
    return Change(name, tuple(order), after or {})


def _joined(one: FileChange, two: FileChange) -> FileChange:
    how = tuple(dict.fromkeys((*one.how, *two.how)))
    if one.how[0].startswith("deleted") and two.how[0].startswith("added"):
        how = (f"replaced by {two.how[0].removeprefix('added').removeprefix(', ') or 'a file'}",)
    return replace(
        one,
        how=how,
        diff=one.diff + two.diff,
        added=one.added + two.added,
        removed=one.removed + two.removed,
        unshown=one.unshown or two.unshown,
    )

"""A commit with the files it changes, before and after; what no case can hold is left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.history.leaving import LeftOutError, Reason
from pytest_editbench.model import File
from pytest_editbench.repositories import deltas
from pytest_editbench.repositories.deltas import Bounds, Delta, Side

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.model import Entry, Tree
    from pytest_editbench.repositories.deltas import Step
    from pytest_editbench.repositories.history import Commit

BOUNDS = Bounds(files=50, bytes=1_000_000)
"""A larger commit makes no case."""


@dataclass(frozen=True, slots=True)
class Past:
    """A commit that a case can be made of: all it changes are files of text."""

    commit: Commit
    before: Tree  # only what the commit changes
    after: Tree

    @property
    def parent(self) -> str:
        """The id of the commit before."""
        return self.commit.parents[0]

    @property
    def subject(self) -> str:
        """The first line of the message."""
        return self.commit.message.partition("\n")[0].strip()

    @property
    def changes_mode(self) -> bool:
        """Whether a file that stays becomes executable, or no longer is; or a new file is."""
        return any(
            _executable(file) != _executable(self.before.get(path)) for path, file in self.after.items()
        )


def of(step: Step) -> Past:
    """The commit as cases are made of it; `LeftOutError` says why none can be."""
    commit = step.commit
    if len(commit.parents) > 1:
        raise LeftOutError(Reason.MERGE)
    if not commit.parents:
        raise LeftOutError(Reason.ROOT)
    if not step.deltas:
        raise LeftOutError(Reason.EMPTY)
    _check_modes(step.deltas)
    if not all(_is_plain(each.path) for each in step.deltas):
        raise LeftOutError(Reason.NAME)
    if step.lacking:
        raise LeftOutError(Reason.LACKING)
    if step.contents is None:
        raise LeftOutError(Reason.LARGE)
    before = {each.path: _file(each.old, step.contents) for each in step.deltas if each.old}
    after = {each.path: _file(each.new, step.contents) for each in step.deltas if each.new}
    if not all(map(_is_text, (*before.values(), *after.values()))):
        raise LeftOutError(Reason.BINARY)
    return Past(commit, before, after)


def _check_modes(found: Sequence[Delta]) -> None:
    modes = {side.mode for delta in found for side in delta.sides}
    if deltas.SUBMODULE in modes:
        raise LeftOutError(Reason.SUBMODULE)
    if deltas.LINK in modes:
        raise LeftOutError(Reason.LINK)
    if all(each.old and each.new and each.old.identity == each.new.identity for each in found):
        raise LeftOutError(Reason.MODE_ONLY)


def _file(side: Side, contents: Mapping[bytes, bytes]) -> File:
    return File(contents[side.identity], executable=side.mode == deltas.EXECUTABLE)


def _executable(entry: Entry | None) -> bool:
    return isinstance(entry, File) and entry.executable


def _is_plain(path: PurePosixPath) -> bool:
    """Whether the name is UTF-8 without control characters; other bytes are surrogates: they do not print."""
    return str(path).isprintable()


def _is_text(file: File) -> bool:
    """Whether people and prompts can read it: UTF-8 without NUL."""
    try:
        return "\0" not in file.data.decode("utf-8")
    except UnicodeDecodeError:
        return False

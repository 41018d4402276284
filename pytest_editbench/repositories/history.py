"""The commits of a repository, as git tells them: messages, parents, changed files."""

from __future__ import annotations

import os
import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.repositories.git import Repository

_RANGE = re.compile(r"(?!-)[^\s:\x00-\x20\x7f]+")
_FORMAT = "--format=%x00%H%x01%P%x01%B"
_STATUS = ("--name-status", "-z", "-M", "--no-color", "--no-ext-diff")


class Commit(NamedTuple):
    """A commit."""

    id: str
    parents: tuple[str, ...]
    message: str


class Touched(NamedTuple):
    """A file that a commit changes."""

    path: PurePosixPath  # after the change; of a deleted file, before it
    letter: str  # git's: A added, D deleted, R renamed, M and others modified
    before: PurePosixPath | None = None  # where a renamed file was


def commits(repository: Repository, span: str) -> list[Commit]:
    """The commits of a range such as `main~5..main`, oldest first; `UsageError` where it is none.

    `UnavailableError` with git's reason where it names what is not there.
    """
    if not _RANGE.fullmatch(span) or ".." not in span:
        raise UsageError(f"{span!r} is no range of commits; name two revisions, such as main~5..main")
    return _told(repository, span)


def reachable(repository: Repository, revision: str) -> list[Commit]:
    """A commit and all before it, oldest first; `UsageError` where the revision names none."""
    return _told(repository, commit(repository, revision).id)


def _told(repository: Repository, span: str) -> list[Commit]:
    told = repository.ask("log", "--reverse", "--topo-order", "--no-show-signature", _FORMAT, span, "--")
    return [_commit(each) for each in told.decode("utf-8", "replace").split("\0")[1:]]


def commit(repository: Repository, revision: str) -> Commit:
    """The one commit that a revision names; `UsageError` where it names none."""
    identity = repository.commit(revision)
    if identity is None:
        raise UsageError(f"{repository.place}: {revision} names no commit there")
    told = repository.ask("log", "--no-walk", "--no-show-signature", _FORMAT, identity, "--")
    return _commit(told.decode("utf-8", "replace").split("\0")[1])


def touched(repository: Repository, commit: Commit) -> list[Touched]:
    """The files that a commit changes from its first parent."""
    between = (commit.parents[0], commit.id) if commit.parents else ("--root", "--no-commit-id", commit.id)
    return list(_listed(repository.ask("diff-tree", "-r", *_STATUS, *between)))


def staged(repository: Repository, index: str | None = None) -> list[Touched]:
    """The files that are ready to be committed; git tells its hooks which `index` that is of."""
    repository.ask("rev-parse", "--git-dir")  # tells of a folder that is no repository
    return list(_listed(repository.ask("diff", "--cached", *_STATUS, index=index)))


def _commit(text: str) -> Commit:
    identity, parents, message = text.split("\x01", 2)
    return Commit(identity, tuple(parents.split()), message.strip())


def _listed(answer: bytes) -> Iterator[Touched]:
    words = iter(os.fsdecode(answer).split("\0"))
    for status in words:
        if status:
            path, letter = PurePosixPath(next(words)), status[0]
            after = PurePosixPath(next(words)) if letter in "RC" else path
            yield Touched(after, letter, path if letter == "R" else None)

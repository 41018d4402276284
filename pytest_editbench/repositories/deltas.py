"""What commits change, file by file, read from the objects of a repository, many commits at once."""

from __future__ import annotations

import os
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.repositories import snapshots

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from pytest_editbench.repositories.git import Repository
    from pytest_editbench.repositories.history import Commit

EXECUTABLE, LINK, SUBMODULE = b"100755", b"120000", b"160000"
"""Modes beside that of a plain file."""

_ABSENT = b"000000"
_TOGETHER = 50  # commits whose contents are in memory at once
_LIST = ("-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--stdin")


class Side(NamedTuple):
    """A file before a change, or after it."""

    mode: bytes  # git's, such as b"100644"
    identity: bytes  # of its content, in hexadecimal digits


class Delta(NamedTuple):
    """A path at which a commit differs from its first parent; a renamed file is two of them."""

    path: PurePosixPath
    old: Side | None  # None: is not there
    new: Side | None

    @property
    def sides(self) -> list[Side]:
        """Those that are there."""
        return [side for side in (self.old, self.new) if side is not None]


class Bounds(NamedTuple):
    """How much of a commit is read; both sides of a file count."""

    files: int
    bytes: int


class Step(NamedTuple):
    """A commit, what it changes, and the contents by their identities; None where they are not read."""

    commit: Commit
    deltas: Sequence[Delta]
    contents: Mapping[bytes, bytes] | None
    lacking: bool = False  # whether the clone lacks a content; there is none then


def read(repository: Repository, commits: Sequence[Commit], bounds: Bounds) -> Iterator[Step]:
    """The commits as steps, in order; few of them are in memory at once."""
    for start in range(0, len(commits), _TOGETHER):
        yield from _read(repository, commits[start : start + _TOGETHER], bounds)


def _read(repository: Repository, commits: Sequence[Commit], bounds: Bounds) -> Iterator[Step]:
    found = listed(repository, commits)
    few = {identity: _wanted(deltas) for identity, deltas in found.items() if len(deltas) <= bounds.files}
    sizes = _sizes(repository, {each for wanted in few.values() for each in wanted})
    lacking = {identity for identity, wanted in few.items() if not sizes.keys() >= {*wanted}}
    small = {
        identity: wanted
        for identity, wanted in few.items()
        if identity not in lacking and sum(sizes[each] for each in wanted) <= bounds.bytes
    }
    held = _contents(repository, {each for wanted in small.values() for each in wanted})
    for commit in commits:
        wanted = small.get(commit.id, [] if commit.id not in found else None)
        own = None if wanted is None else {each: held[each] for each in wanted}
        yield Step(commit, found.get(commit.id, ()), own, commit.id in lacking)


def _wanted(deltas: Iterable[Delta]) -> list[bytes]:
    return [side.identity for delta in deltas for side in delta.sides if side.mode != SUBMODULE]


def listed(repository: Repository, commits: Iterable[Commit]) -> Mapping[str, Sequence[Delta]]:
    """The deltas of each commit, in path order, by the commit's id; one without a parent has none."""
    pairs = {commit.id: f"{commit.id} {commit.parents[0]}\n" for commit in commits if commit.parents}
    answer = repository.ask("diff-tree", *_LIST, stdin="".join(pairs.values()).encode()) if pairs else b""
    found: dict[str, list[Delta]] = {identity: [] for identity in pairs}
    current: list[Delta] = []
    words = iter(answer.split(b"\0"))
    for word in words:
        if word.startswith(b":"):
            current.append(_delta(word, next(words)))
        elif word:
            current = found[word.decode("ascii")]
    return found


def _sizes(repository: Repository, identities: Collection[bytes]) -> Mapping[bytes, int]:
    """How many bytes each content has that the clone holds."""
    words = [line.split() for line in _asked(repository, "--batch-check", identities).splitlines()]
    return {identity: int(told[-1]) for identity, *told in words if told[-1] != b"missing"}


def _contents(repository: Repository, identities: Collection[bytes]) -> Mapping[bytes, bytes]:
    """The contents themselves, by identity."""
    ordered = sorted(set(identities))
    found = snapshots.contents(_asked(repository, "--batch", ordered)) if ordered else ()
    return dict(zip(ordered, found, strict=True))


def _delta(told: bytes, name: bytes) -> Delta:
    old_mode, new_mode, old, new, _ = told.removeprefix(b":").split(b" ")
    path = PurePosixPath(os.fsdecode(name))
    return Delta(path, *_sides(((old_mode, old), (new_mode, new))))


def _sides(pairs: Iterable[tuple[bytes, bytes]]) -> Iterator[Side | None]:
    return (None if mode == _ABSENT else Side(mode, identity) for mode, identity in pairs)


def _asked(repository: Repository, how: str, identities: Collection[bytes]) -> bytes:
    wanted = b"".join(b"%b\n" % identity for identity in sorted(set(identities)))
    return repository.ask("cat-file", how, stdin=wanted) if wanted else b""

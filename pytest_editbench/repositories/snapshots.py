"""The files of a commit as a tree, read from the repository's objects."""

from __future__ import annotations

import os
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import trees
from pytest_editbench.errors import UnavailableError
from pytest_editbench.model import Entry, File, Link, Tree

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from pytest_editbench.repositories.git import Repository

LIMITS = trees.Limits(files=50_000)

_LINK = b"120000"
_EXECUTABLE = b"100755"
_MODES = (b"100644", _EXECUTABLE, _LINK)  # others are submodules


class _Object(NamedTuple):
    path: PurePosixPath
    mode: bytes
    identity: bytes
    size: int  # bytes


def read(repository: Repository, commit: str, only: Collection[PurePosixPath] | None = None) -> Tree:
    """The files and links of the commit; `UnavailableError` where there are too many, or not all of them.

    Submodules are left out, links that lead out of the repository, and paths that are not in `only`.
    """
    listed = _listed(repository.ask("ls-tree", "-r", "-z", "-l", "--full-tree", commit))
    objects = [each for each in listed if only is None or each.path in only]
    size = sum(each.size for each in objects)
    if len(objects) > LIMITS.files or size > LIMITS.total_bytes:
        most = f"at most {LIMITS.files:,} and {LIMITS.total_bytes:,} are laid for a trial"
        raise UnavailableError(
            f"{repository.place}: {len(objects):,} files of {size:,} bytes in {commit[:12]}; {most}"
        )
    wanted = b"".join(b"%b\n" % each.identity for each in objects)
    bodies = contents(repository.ask("cat-file", "--batch", stdin=wanted)) if objects else iter(())
    found = {each.path: _entry(each, data) for each, data in zip(objects, bodies, strict=True)}
    leaving = set(trees.leaving_links(found))
    return {path: entry for path, entry in found.items() if path not in leaving}


def _listed(answer: bytes) -> Iterator[_Object]:
    for line in filter(None, answer.split(b"\0")):
        about, _, name = line.partition(b"\t")
        mode, _, identity, size = about.split()
        if mode in _MODES:
            if not size.isdigit():
                raise UnavailableError(f"the clone lacks object {identity.decode()}; fetch it whole")
            yield _Object(PurePosixPath(os.fsdecode(name)), mode, identity, int(size))


def contents(answer: bytes) -> Iterator[bytes]:
    """The contents one after the other, from what `cat-file --batch` says."""
    at = 0
    while at < len(answer):
        end = answer.index(b"\n", at)
        stop = end + 1 + int(answer[at:end].rpartition(b" ")[2])
        yield answer[end + 1 : stop]
        at = stop + 1


def _entry(found: _Object, data: bytes) -> Entry:
    if found.mode == _LINK:
        return Link(os.fsdecode(data))
    return File(data, executable=found.mode == _EXECUTABLE)

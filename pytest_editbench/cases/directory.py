"""Folders that are cases: told apart and opened cheaply, read whole when they run."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.cases import metadata
from pytest_editbench.cases.faults import shown
from pytest_editbench.cases.kinds import METADATA
from pytest_editbench.cases.recognition import is_case, is_tree
from pytest_editbench.errors import CaseError
from pytest_editbench.model import Case, Contents

if TYPE_CHECKING:
    from collections.abc import Iterator

_LARGEST = 1024 * 1024  # bytes of a prompt or of metadata


def open_case(folder: Path, where: str) -> Case:
    """The case as collection knows it: reads `metadata.json` and nothing else.

    `where` is how messages name the case. Never raises: what is wrong with the metadata is its `fault`.
    """
    place = f"{where}/{METADATA}"
    name = shown(folder.name)
    try:
        return Case(name, folder, where, metadata.parse(read_file(f"{folder}/{METADATA}"), place))
    except FileNotFoundError:
        return Case(name, folder, where)
    except OSError as problem:
        return Case(name, folder, where, fault=f"{place}: cannot be read: {problem.strerror}")
    except CaseError as problem:
        return Case(name, folder, where, fault=str(problem))


def read(case: Case) -> Contents:
    """The case read whole; `CaseError` says in one line what is wrong with it, where, and what is allowed."""
    from pytest_editbench.cases import reading

    return reading.contents(case)


def walk(root: Path, *, links: bool = False) -> Iterator[Path]:
    """The case folders at and below `root`, in path order.

    Hidden folders, and folders named like the trees of a case, are not entered. With `links`, linked folders
    are entered as pytest does, but for those that lead back to a folder they lie in.
    """
    pending: list[tuple[str, frozenset[str]]] = [(str(root), frozenset())]
    while pending:
        here, outer = pending.pop()
        if is_case(here):
            yield Path(here)
            continue
        around = outer | {os.path.realpath(here)}
        below = [f"{here}/{name}" for name in sorted(_folders(here, links=links), reverse=True)]
        pending += [(each, around) for each in below if not links or os.path.realpath(each) not in around]


def inner_cases(folder: Path) -> Iterator[Path]:
    """The case folders inside a case's, its trees left out: nobody ever collects them."""
    for name in sorted(_folders(str(folder), links=False)):
        yield from walk(folder / name)


def read_file(place: str, *, follow: bool = True, largest: int = _LARGEST) -> bytes:
    """A regular file of bounded size, in bytes; OSError also for what is none, or larger.

    Without `follow`, a link is refused.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK  # or a FIFO would make us wait
    handle = os.open(place, flags if follow else flags | os.O_NOFOLLOW)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        if status.st_size > largest:
            raise OSError(errno.EFBIG, f"it is larger than {largest:,} bytes")
        return os.read(handle, status.st_size)
    finally:
        os.close(handle)


def _folders(here: str, *, links: bool) -> list[str]:
    with os.scandir(here) as entries:
        return [entry.name for entry in entries if entry.is_dir(follow_symlinks=links) and _open(entry.name)]


def _open(name: str) -> bool:
    return not (name.startswith(".") or is_tree(name))

"""The files of a package, read from its archive without a byte of it being run or unpacked to disk."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench.cases import members
from pytest_editbench.cases.faults import shown
from pytest_editbench.cases.members import Budget, Limits
from pytest_editbench.errors import ArchiveError
from pytest_editbench.generate.sources import material
from pytest_editbench.model import File

if TYPE_CHECKING:
    from collections.abc import Iterator

_LIMITS = Limits(members=material.MOST_NAMES, total_bytes=material.MOST_BYTES)


def read(archive: Path, outer: int = 0) -> dict[PurePosixPath, bytes]:
    """The files that count, `outer` folders taken off each path; links are passed over.

    `ArchiveError` names the member that could stand elsewhere, is too large, or stands twice.
    """
    found: dict[PurePosixPath, bytes] = {}
    for path, data in _files(archive, outer):
        if found.setdefault(path, data) != data:
            raise ArchiveError(f"{shown(str(path))}: stands twice, with different content")
    return {path: found[path] for path in material.belonging(found)}


def _files(archive: Path, outer: int) -> Iterator[tuple[PurePosixPath, bytes]]:
    for name, entry in members.read(archive, Budget(_LIMITS, archive.stat().st_size)):
        parts = members.place(name).parts[outer:]
        if isinstance(entry, File) and parts:
            path = PurePosixPath(*parts)
            counts = material.is_code(path) or material.is_licence(path)
            yield path, entry.data if counts else b""

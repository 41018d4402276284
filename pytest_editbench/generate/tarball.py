"""A suite as one archive, written whole or not at all."""

from __future__ import annotations

import gzip
import io
import tarfile
import zlib
from contextlib import closing
from itertools import groupby
from typing import TYPE_CHECKING

from pytest_editbench.errors import UsageError
from pytest_editbench.generate.manifest import NAME, listed
from pytest_editbench.generate.suite import Members, digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

ENDINGS = (".tar.gz", ".tgz")
"""Of the names of archives."""

_INSIDE = "fixtures"  # the folder of everything


def check(path: Path, *, update: bool) -> None:
    """`UsageError` where something else lies there than a suite that may be written over."""
    if path.is_dir():
        raise UsageError(f"{path}: is a folder; name a file such as {path / 'suite.tar.gz'}")
    if not path.name.endswith(ENDINGS):
        raise UsageError(f"{path}: an archive's name ends in .tar.gz or .tgz; name it {path.name}.tar.gz")
    if path.exists() and not update:
        raise UsageError(f"{path}: exists; name another file, or use --update")
    if path.exists() and not _is_as_written(path):
        raise UsageError(f"{path}: is no archive of a suite as it was written; name another file")


def write(path: Path, cases: Iterable[tuple[str, Members]], manifest: bytes) -> None:
    """The same bytes for the same suite, as far as one compressor goes: no times, owners or modes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.editbench-draft")
    try:
        with (
            draft.open("wb") as raw,
            closing(gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0)) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
        ):
            for name, data in _members(cases, manifest):
                member = tarfile.TarInfo(f"{_INSIDE}/{name}")
                member.size = len(data)
                tar.addfile(member, io.BytesIO(data))
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _members(cases: Iterable[tuple[str, Members]], manifest: bytes) -> Iterator[tuple[str, bytes]]:
    yield NAME, manifest
    for case, files in cases:
        for name, data in sorted(files.items()):
            yield f"{case}/{name}", data


def _is_as_written(path: Path) -> bool:
    """Whether the archive holds the cases that its manifest lists, and nothing else."""
    try:
        with tarfile.open(path) as packed:
            members = ((member.name.split("/", 2)[1:], _data(packed, member)) for member in packed)
            place, text = next(members, ([], b""))
            cases = groupby(members, lambda member: member[0][0])
            found = {case: digest({name: data for (_, name), data in own}) for case, own in cases}
            return place == [NAME] and found == listed(text)
    except (OSError, tarfile.TarError, EOFError, zlib.error, ValueError, IndexError):
        return False


def _data(packed: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = packed.extractfile(member)
    if file is None:
        raise ValueError("neither a file nor a link to one")
    return file.read()

"""What an archive holds, read member by member; nothing is written, and nothing read is trusted."""

from __future__ import annotations

import gzip
import io
import re
import stat
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import IO, TYPE_CHECKING, cast

from pytest_editbench.cases.faults import shown
from pytest_editbench.errors import ArchiveError
from pytest_editbench.model import Entry, File, Folder, Link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_MIB = 1024 * 1024
_LARGEST = 64 * _MIB  # bytes of one member, and of one read: a header can claim any length
_END_OF_TAR = bytes(512)

_UNFIT: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("is an absolute path", lambda name: name.startswith("/")),
    ("leads out of its folder", lambda name: ".." in name.split("/")),
    ("holds a backslash", lambda name: "\\" in name),
    ("starts with a drive letter", lambda name: re.match("[A-Za-z]:", name)),
    ("holds a NUL character", lambda name: "\0" in name),
    ("has too long a name", lambda name: max(map(length, name.split("/"))) > 255 or length(name) > 1000),
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What an honest archive stays within."""

    members: int = 200_000
    total_bytes: int = 2048 * _MIB
    ratio: int = 200  # unpacked to packed size; source text reaches about 30
    free_bytes: int = 16 * _MIB  # below this the ratio does not matter


@dataclass(frozen=True, slots=True)
class HardLink:
    """A member that is another name of an earlier one."""

    target: str  # as stored, from the top of the archive


class Budget:
    """What an archive may still unpack to."""

    def __init__(self, limits: Limits, packed: int) -> None:
        self.allowed = min(limits.total_bytes, max(limits.free_bytes, limits.ratio * packed))  # bytes
        self._members = limits.members
        self._bytes = self.allowed

    def admit(self, name: str, size: int) -> None:
        """Count a member before a byte of it is read; `ArchiveError` when it is one too many or too large."""
        self._members -= 1
        self.spend(name, size)
        if self._members < 0:
            raise ArchiveError(f"{shown(name)}: one member too many; split the suite")

    def spend(self, name: str, size: int) -> None:
        """Count bytes that are to be written for a member."""
        if not 0 <= size <= _LARGEST:
            raise ArchiveError(f"{shown(name)}: claims {size:,} bytes; at most {_LARGEST:,} are allowed")
        self._bytes -= size
        if self._bytes < 0:
            raise ArchiveError(
                f"{shown(name)}: with it the archive unpacks to more than {self.allowed:,} bytes, "
                "too much for its size"
            )


def read(archive: Path, budget: Budget) -> Iterator[tuple[str, Entry | HardLink]]:
    """The members in their order, by name as stored.

    `ArchiveError` names the member that is too large, encrypted or of a strange kind, and tells of damage.
    """
    with archive.open("rb") as file:
        try:
            yield from _members(file, budget)
        except ArchiveError:
            raise
        except Exception as problem:  # on hostile bytes the standard library's readers raise nearly anything
            reason = str(problem) or type(problem).__name__
            raise ArchiveError(f"it is damaged, or no archive: {shown(reason)}") from problem


def place(name: str) -> PurePosixPath:
    """Where the member of that name stands below the top; `ArchiveError` when it could be elsewhere."""
    for reason, is_unfit in _UNFIT:
        if is_unfit(name):
            raise ArchiveError(f"{shown(name)}: {reason}")
    return PurePosixPath(name)


def length(name: str) -> int:
    """In bytes, as file systems count."""
    return len(name.encode("utf-8", "surrogatepass"))


def _members(file: IO[bytes], budget: Budget) -> Iterator[tuple[str, Entry | HardLink]]:
    head = file.read(2)
    file.seek(0)
    if head == b"PK":
        return _zip_members(_Measured(file), budget)
    if head == b"\x1f\x8b":
        # Twice, as headers take room as well.
        return _tar_members(_Measured(gzip.GzipFile(fileobj=file), 2 * budget.allowed), budget)
    return _tar_members(_Measured(file), budget)


class _Measured(io.RawIOBase):
    """A stream of which no single read fills the memory; the whole is bounded where `most` is given."""

    def __init__(self, stream: IO[bytes] | gzip.GzipFile, most: int | None = None) -> None:
        self._stream = stream
        self._most = most
        self.latest = b""  # what was read last

    def read(self, size: int = -1, /) -> bytes:
        self.latest = self._stream.read(size if 0 <= size <= _LARGEST else _LARGEST + 1)
        if len(self.latest) > _LARGEST:
            raise ArchiveError(f"it has a header of more than {_LARGEST:,} bytes")
        self._check(self._stream.tell())
        return self.latest

    def seek(self, offset: int, whence: int = 0, /) -> int:
        self._check(offset)
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def seekable(self) -> bool:
        return True

    def _check(self, position: int) -> None:
        if self._most is not None and position > self._most:
            raise ArchiveError(f"it unpacks to more than {self._most:,} bytes, too much for its size")


def _tar_members(stream: _Measured, budget: Budget) -> Iterator[tuple[str, Entry | HardLink]]:
    with tarfile.open(fileobj=cast("IO[bytes]", stream), mode="r:", encoding="utf-8") as tar:
        for member in tar:
            budget.admit(member.name, member.size)
            yield member.name, _tar_entry(tar, member)
    if stream.latest != _END_OF_TAR:  # tarfile takes damage between members for the end
        raise ArchiveError("it is damaged: the end is missing, or there is no member where one should be")
    while stream.read(_MIB):  # the checksum of gzip stands at the end
        pass


def _tar_entry(tar: tarfile.TarFile, member: tarfile.TarInfo) -> Entry | HardLink:
    if member.issym():
        return Link(member.linkname)
    if member.islnk():
        return HardLink(member.linkname)
    if member.isdir():
        return Folder()
    content = tar.extractfile(member) if member.isreg() and not member.issparse() else None
    if content is None:
        raise ArchiveError(f"{shown(member.name)}: is neither a plain file, a folder nor a link")
    return File(content.read(), executable=bool(member.mode & 0o111))


def _zip_members(stream: _Measured, budget: Budget) -> Iterator[tuple[str, Entry]]:
    with zipfile.ZipFile(cast("IO[bytes]", stream)) as archive:
        for member in archive.infolist():
            budget.admit(member.filename, member.file_size)
        for member in archive.infolist():
            yield member.orig_filename, _zip_entry(archive, member)


def _zip_entry(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Entry:
    mode = member.external_attr >> 16
    kind = stat.S_IFMT(mode)
    if member.is_dir() or kind == stat.S_IFDIR:
        return Folder()
    if kind not in (0, stat.S_IFREG, stat.S_IFLNK):
        raise ArchiveError(f"{shown(member.filename)}: is neither a plain file, a folder nor a link")
    if member.flag_bits & 1:
        raise ArchiveError(f"{shown(member.filename)}: is encrypted")
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        # LZMA may ask for gigabytes of memory.
        raise ArchiveError(f"{shown(member.filename)}: is compressed in a way other than deflate")
    data = archive.read(member)
    if len(data) != member.file_size:
        raise ArchiveError(f"{shown(member.filename)}: has {len(data):,} bytes, not {member.file_size:,}")
    if kind == stat.S_IFLNK:
        return Link(data.decode("utf-8", "surrogateescape"))
    return File(data, executable=bool(mode & 0o111))

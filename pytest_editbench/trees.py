"""Folders on disk ↔ trees in memory."""

from __future__ import annotations

import hashlib
import os
import stat
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, assert_never

from pytest_editbench.errors import TreeError, TreeLimitError
from pytest_editbench.model import Entry, File, Folder, Link, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_TOP = PurePosixPath()
_REPOSITORY = ".git"
_MAX_HOPS = 40  # links followed for one target, as the Linux kernel counts them
_LONGEST_SHOWN = 200  # characters of a path in a message
# A name may be swapped for a link or a FIFO after it was listed: neither is followed or waited for.
_READ_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_READ_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a folder is read before it is refused."""

    files: int = 10_000  # entries of any kind, so that a million folders are refused as well
    total_bytes: int = 256 * 1024 * 1024


def read(
    root: Path, limits: Limits | None = None, ignore: Callable[[PurePosixPath], bool] | None = None
) -> Tree:
    """The folder as a tree in path order, links not followed; `TreeError` names what cannot be held.

    `ignore` is asked with each relative path. What it names counts as absent: an ignored folder is not
    entered, and a folder with nothing else inside is an empty one.
    A link that leaves the folder is kept as a link here; see `leaving_links`. A `root` that is itself a
    link is refused.
    Above `limits`, `TreeLimitError`, before the file that is too much is read.
    """
    found = _Reading(str(root), limits or Limits(), ignore).entries()
    return dict(sorted(found.items()))


def in_repository(path: PurePosixPath) -> bool:
    """Whether the path is that of git's own folder, or in it: at any depth, and in letters of any case."""
    return any(part.casefold() == _REPOSITORY for part in path.parts)


def leaving_links(tree: Tree) -> Iterator[PurePosixPath]:
    """The links of a tree whose target is absolute or climbs out of it, be it by way of other links."""
    return (path for path, entry in tree.items() if isinstance(entry, Link) and _leaves(tree, path, entry))


def write(tree: Tree, root: Path) -> None:
    """Lay the tree into the existing, empty folder `root`, with modes and links.

    `TreeError` for a path that is absolute, holds `..` or lies beneath a file or link, and for what the
    file system refuses. Nothing is ever written over something else or through a link.
    """
    made = {_TOP}
    for path, entry in tree.items():
        _check_inside(tree, path)
        with _explained(path, "cannot be written"):
            _make_folders(root, path if isinstance(entry, Folder) else path.parent, made)
            _make_entry(f"{root}/{path}", entry)


def digest(tree: Tree) -> str:
    """SHA-256 over paths, kinds, modes and contents, independent of the file system's order."""
    total = hashlib.sha256()
    for name, path in sorted((os.fsencode(path), path) for path in tree):
        kind, content = _kind_and_content(tree[path])
        total.update(b"%b%d:%b%d:" % (kind, len(name), name, len(content)))
        total.update(content)
    return total.hexdigest()


class _Reading:
    """One reading of one folder, counting against its limits."""

    def __init__(self, root: str, limits: Limits, ignore: Callable[[PurePosixPath], bool] | None) -> None:
        self._root = root
        self._limits = limits
        self._ignore = ignore
        self._count = 0
        self._bytes = 0

    def entries(self) -> dict[PurePosixPath, Entry]:
        found: dict[PurePosixPath, Entry] = {}
        folders = [_TOP]  # a stack of our own, so that no depth is a RecursionError
        while folders:
            folder = folders.pop()
            listing = self._listing(folder)
            for path, mode in listing:
                if stat.S_ISDIR(mode):
                    folders.append(path)
                else:
                    found[path] = self._entry(path, mode)
            if not listing and folder != _TOP:
                found[folder] = Folder()
        return found

    def _listing(self, folder: PurePosixPath) -> list[tuple[PurePosixPath, int]]:
        with _explained(folder if folder.parts else self._root, "cannot be read"):
            handle = os.open(f"{self._root}/{folder}" if folder.parts else self._root, _READ_FOLDER)
            try:
                with os.scandir(handle) as names:
                    return list(self._kept(folder, names))
            finally:
                os.close(handle)

    def _kept(
        self, folder: PurePosixPath, names: Iterator[os.DirEntry[str]]
    ) -> Iterator[tuple[PurePosixPath, int]]:
        for name in names:
            path = folder / name.name
            if self._ignore and self._ignore(path):
                continue
            self._count += 1
            if self._count > self._limits.files:
                raise TreeLimitError(f"more than {self._limits.files:,} files and folders")
            yield path, name.stat(follow_symlinks=False).st_mode

    def _entry(self, path: PurePosixPath, mode: int) -> Entry:
        place = f"{self._root}/{path}"
        with _explained(path, "cannot be read"):
            if stat.S_ISLNK(mode):
                return Link(os.readlink(place))  # noqa: PTH115 - a Path would drop the `./` of a target
            if stat.S_ISREG(mode):
                return self._file(path, place)
        raise TreeError(f"{_shown(path)}: is neither a file, a folder nor a link")

    def _file(self, path: PurePosixPath, place: str) -> File:
        # Checked, measured and read through one handle: it is the same file each time.
        with os.fdopen(os.open(place, _READ_FILE), "rb") as stream:
            status = os.fstat(stream.fileno())
            self._bytes += status.st_size
            if self._bytes > self._limits.total_bytes:
                raise TreeLimitError(f"{_shown(path)}: more than {self._limits.total_bytes:,} bytes in all")
            data = stream.read(status.st_size + 1) if stat.S_ISREG(status.st_mode) else None
        if data is None or len(data) != status.st_size:
            raise TreeError(f"{_shown(path)}: changed while it was read")
        return File(data, executable=bool(status.st_mode & stat.S_IXUSR))


def _leaves(tree: Tree, path: PurePosixPath, link: Link) -> bool:
    at = list(path.parent.parts)
    ahead = _steps(link)
    hops = 0
    while ahead:
        step = ahead.pop()
        if step.startswith("/") or (step == ".." and not at):
            return True
        if step == "..":
            at.pop()
            continue
        at.append(step)
        met = tree.get(PurePosixPath(*at))
        if isinstance(met, Link) and hops < _MAX_HOPS:
            hops += 1
            at.pop()
            ahead += _steps(met)
    return False


def _steps(link: Link) -> list[str]:
    """The parts of a target, first one last; `/` stands for the root."""
    return list(reversed(PurePosixPath(link.target).parts))


def _check_inside(tree: Tree, path: PurePosixPath) -> None:
    if not path.parts or path.is_absolute() or ".." in path.parts:
        raise TreeError(f"{_shown(path)}: does not name a place inside the folder")
    if any(isinstance(tree.get(parent), File | Link) for parent in path.parents):
        raise TreeError(f"{_shown(path)}: lies beneath a file or a link")


def _make_folders(root: Path, folder: PurePosixPath, made: set[PurePosixPath]) -> None:
    missing = list(takewhile(lambda each: each not in made, (folder, *folder.parents)))
    for each in reversed(missing):
        (root / each).mkdir()
        made.add(each)


def _make_entry(place: str, entry: Entry) -> None:
    match entry:
        case File():
            with os.fdopen(os.open(place, _NEW_FILE, 0o777 if entry.executable else 0o666), "wb") as stream:
                stream.write(entry.data)
        case Link():
            Path(place).symlink_to(entry.target)
        case Folder():
            pass
        case _:
            assert_never(entry)


def _kind_and_content(entry: Entry) -> tuple[bytes, bytes]:
    match entry:
        case File():
            return (b"x" if entry.executable else b"f"), entry.data
        case Link():
            return b"l", os.fsencode(entry.target)
        case Folder():
            return b"d", b""
        case _:
            assert_never(entry)


@contextmanager
def _explained(path: PurePosixPath | str, what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise TreeError(f"{_shown(path)}: {what}: {error.strerror}") from error
    except ValueError as error:  # a NUL byte in a name
        raise TreeError(f"{_shown(path)}: {what}: {error}") from error


def _shown(path: PurePosixPath | str) -> str:
    """The path on one line of bounded length."""
    text = str(path)
    text = text if text.isprintable() else ascii(text)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:100]}…{text[-100:]}"

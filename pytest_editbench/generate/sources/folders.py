"""Source from a folder."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NoReturn

from pytest_editbench.errors import UsageError
from pytest_editbench.generate.sources import material, selection
from pytest_editbench.generate.sources.material import Material
from pytest_editbench.generate.sources.spec import Address

if TYPE_CHECKING:
    from collections.abc import Iterator

# More than this is too many lines, or too long ones, for the file to be taken: the rest plays no part.
_LARGEST = selection.MOST_LINES * (selection.LONGEST_LINE + 1)  # bytes of a file


def address(text: str) -> Address | None:
    """The folder that a spec names."""
    name = PurePosixPath(text).name
    return Address(text, name=name if name not in ("", "..") else None) if text else None


def fetch(where: Address, base: Path) -> Material:
    """The folder's files; links are passed over."""
    root = base / Path(where.place).expanduser()
    if not root.is_dir():
        raise UsageError(
            "is a file; name its folder"
            if root.exists()
            else "there is no such folder; a package is written npm:NAME@VERSION or pypi:NAME==VERSION"
        )
    files: dict[PurePosixPath, bytes] = {}
    left = material.MOST_BYTES
    for path in material.belonging(_names(root)):
        files[path] = _read(root / path, left)
        left -= len(files[path])
    return Material(None, files)


def _names(root: Path) -> Iterator[PurePosixPath]:
    left = material.MOST_NAMES
    for place, folders, names in os.walk(root, onerror=_refuse):
        folders[:] = [name for name in folders if material.is_entered(name)]
        left -= len(names)
        if left < 0:
            raise UsageError(f"has more than {material.MOST_NAMES:,} files; name a smaller folder")
        inner = PurePosixPath(place).relative_to(root)
        yield from (inner / name for name in names if _is_plain(place, name))


def _is_plain(folder: str, name: str) -> bool:
    path = Path(folder, name)
    return path.is_file() and not path.is_symlink()


def _read(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(min(most, _LARGEST) + 1)
    except OSError as error:
        _refuse(error)
    if len(data) > most:
        raise UsageError(f"has more than {material.MOST_BYTES:,} bytes of code; name a smaller folder")
    return data


def _refuse(error: OSError) -> NoReturn:
    raise UsageError(f"{error.filename}: cannot be read: {error.strerror}") from error

"""What a source brings: the files that cases can be made of, and its licence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from pytest_editbench.generate.dialects import DIALECTS
from pytest_editbench.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import PurePosixPath

MOST_BYTES = 512 * 1024 * 1024
"""What one source may bring in all."""
MOST_NAMES = 200_000
"""How many files a source may have, whatever they are."""

_CODE = frozenset(suffix for suffix, language in LANGUAGES.items() if language.name in DIALECTS)
_LICENCE = re.compile(r"(un)?licen[cs]e|copying", re.IGNORECASE)
_INSTALLED = frozenset({"node_modules", "bower_components", "site-packages", "__pycache__"})
_UNWRITABLE = re.compile(r"[\\\\<>:\"|?*]")  # not in a name that every system can write and metadata can tell
_DEVICE = re.compile(
    r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE
)  # no file of Windows is called so
_CASE_TREE = re.compile(r"input|expected(\.\d+)?")


@dataclass(frozen=True, slots=True)
class Material:
    """A source as it was fetched."""

    version: str | None  # of a package; of a repository the full id of the commit
    files: Mapping[PurePosixPath, bytes]  # those of `belonging` names


def digest(files: Mapping[PurePosixPath, bytes]) -> str:
    """SHA-256 over path, NUL, size in decimal, NUL and bytes of each file, in the order of the paths.

    It does not depend on how the files were packed, nor on files that can play no part.
    """
    total = sha256()
    for path in sorted(files, key=str):
        total.update(b"%b\0%d\0" % (str(path).encode(), len(files[path])))
        total.update(files[path])
    return total.hexdigest()


def licence(files: Iterable[PurePosixPath]) -> str | None:
    """The names of the licence files, with commas between; None without any."""
    return ", ".join(sorted(str(path) for path in files if is_licence(path))) or None


def is_code(path: PurePosixPath) -> bool:
    """Whether the file is of a language that cases can be made of."""
    return path.suffix.lower() in _CODE


def is_licence(path: PurePosixPath) -> bool:
    """Whether the file is the licence of the whole source, or was built into a wheel as such."""
    top = path.parts[0] if len(path.parts) > 1 else ""
    stands_right = not top or top.endswith(".dist-info")
    return stands_right and bool(_LICENCE.match(path.name)) and not is_code(path)


def is_entered(folder: str) -> bool:
    """Whether a folder of that name can be part of a source: neither hidden nor put there by an installer."""
    return not folder.startswith(".") and folder not in _INSTALLED


def belonging(names: Iterable[PurePosixPath]) -> list[PurePosixPath]:
    """Of all files of a source those that count, sorted: code and licences.

    Left out are hidden files, installed packages, names that cannot be printed or that some system cannot
    write, and the trees of cases, lest the cases of one suite become the source of the next.
    """
    found = list(names)
    cases = {path.parent for path in found if path.name == "prompt.md"}
    return sorted(
        (
            path
            for path in found
            if (is_code(path) or is_licence(path))
            and all(map(is_entered, path.parts))
            and str(path).isprintable()
            and not _UNWRITABLE.search(str(path))
            and not _DEVICE.fullmatch(path.name)
            and not any(folder.parent in cases and _is_tree(folder) for folder in path.parents)
        ),
        key=str,
    )


def _is_tree(folder: PurePosixPath) -> bool:
    return bool(_CASE_TREE.fullmatch(folder.name))

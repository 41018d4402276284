"""The kinds of sources, by the scheme that a spec starts with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pytest_editbench.errors import UsageError
from pytest_editbench.generate.sources import folders, git, npm, pypi

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from pytest_editbench.generate.sources.material import Material
    from pytest_editbench.generate.sources.spec import Address

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9.+-]*):")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of source: how it is written, understood and fetched."""

    form: str  # of a whole spec
    example: str
    address: Callable[[str], Address | None]  # from what follows the scheme; None when it is malformed
    fetch: Callable[[Address, Path], Material]  # relative paths lead from the folder; `EditbenchError`
    is_lasting: Callable[[Address], bool]  # whether what was fetched once is worth keeping, and stays true


def _always(_: Address) -> bool:
    return True


def _never(_: Address) -> bool:
    return False


SOURCES: Mapping[str, Kind] = {
    "npm": Kind("npm:NAME@VERSION", "npm:left-pad@1.3.0", npm.address, npm.fetch, _always),
    "pypi": Kind("pypi:NAME==VERSION", "pypi:iniconfig==2.0.0", pypi.address, pypi.fetch, _always),
    "git": Kind("git:URL-or-PATH@REVISION", "git:.@HEAD", git.address, git.fetch, git.is_lasting),
}
"""By scheme; what has none is a folder."""

FOLDER = Kind("FOLDER", "./src", folders.address, folders.fetch, _never)


def resolve(spec: str) -> tuple[Kind, Address]:
    """The kind of a spec and what it addresses; `UsageError` tells how to write it."""
    kind, rest = _kind(spec)
    address = kind.address(rest)
    if address is None:
        raise UsageError(f"{spec!r} is not of the form {kind.form}, such as {kind.example}")
    return kind, address


def _kind(spec: str) -> tuple[Kind, str]:
    scheme = _SCHEME.match(spec)
    if scheme is None:
        return FOLDER, spec
    if scheme[1] in SOURCES:
        return SOURCES[scheme[1]], spec[scheme.end() :]
    near = get_close_matches(scheme[1].lower(), SOURCES, 1)
    advice = f"did you mean {near[0]}:? " if near else ""
    forms = ", ".join(kind.form for kind in SOURCES.values())
    raise UsageError(f"{spec!r} is no kind of source; {advice}There are {forms}, and folders such as ./src")

"""Where the files of a row go in a private home: no two of them in each other's way."""

from __future__ import annotations

from itertools import combinations
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.agents.presets.row import Row

_HOME = "{home}/"


def check(row: Row) -> None:
    """`ValueError` names two places that cannot both be there."""
    for (key, one, is_file), (other_key, other, other_is_file) in combinations(
        sorted(_places(row), key=lambda each: each[1]), 2
    ):
        if is_file and other.is_relative_to(one) and other != one:
            raise ValueError(f'"{other_key}" cannot make {other}: "{key}" makes a file of {one}')
        if one == other and is_file != other_is_file:
            raise ValueError(f'"{key}" and "{other_key}" make both a file and a folder of {one}')


def _places(row: Row) -> Iterator[tuple[str, PurePosixPath, bool]]:
    """The key, the path under the home, and whether it is a file."""
    files = [("files", name) for name in row.files]
    files += [("server.files", name) for name in (row.server.files if row.server else ())]
    files += [("credentials", f"{each.folder}/{each.file}") for each in row.credentials]
    yield from ((key, PurePosixPath(name), True) for key, name in files)
    for value in row.private.values():
        if value.startswith(_HOME):
            yield "private", PurePosixPath(value.removeprefix(_HOME)), False

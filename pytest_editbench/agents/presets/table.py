"""The presets that can be named: those of the package, and the user's."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from pytest_editbench.agents.presets import reading

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pytest_editbench.agents.presets.row import Row


@cache
def of_the_package() -> Mapping[str, Row]:
    """The rows that come with the package, by name."""
    rows: dict[str, Row] = {}
    with as_file(files(__package__) / "data") as folder:
        for path in sorted(folder.glob("*.toml")):
            rows |= reading.read(path, rows)
    return rows


def rows(extra: Sequence[Path] = ()) -> Mapping[str, Row]:
    """The rows of the package and of these files, by name; of two with one name, the later one."""
    found = dict(of_the_package())
    for path in extra:
        found |= reading.read(path, found)
    return found

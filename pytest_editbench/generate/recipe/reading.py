"""`suite.toml` → Recipe."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_editbench.errors import UsageError
from pytest_editbench.generate.recipe.keys import KEYS, SOURCE_KEYS, accepted
from pytest_editbench.generate.recipe.recipe import Recipe
from pytest_editbench.generate.sources import SourceSpec, resolve

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_editbench.generate.sources.spec import Address

_EXAMPLE = 'write [[sources]] and below it spec = "npm:NAME@VERSION"'


def load(path: Path) -> Recipe:
    """The recipe in a file, from whose folder relative paths lead; `UsageError` names file and key."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise UsageError(f"{path}: cannot be read: {problem.strerror}") from problem
    return parse(data, str(path), path.parent)


def parse(data: bytes, where: str, base: Path) -> Recipe:
    """The recipe that a text holds; messages call it `where`."""
    raw = table(data, where)
    entries = raw.pop("sources", None)
    if not isinstance(entries, list) or not entries:
        raise UsageError(f'{where}: "sources" is missing; {_EXAMPLE}')
    sources = tuple(_source(entry, f"{where}: source {at}", base) for at, entry in enumerate(entries, 1))
    _check_names(sources, where)
    return changed(Recipe(sources), raw, where)


def table(data: bytes, where: str) -> dict[str, object]:
    """The TOML of a text as plain data."""
    try:
        return tomllib.loads(data.decode())
    except UnicodeDecodeError as problem:
        raise UsageError(f"{where}: is not UTF-8 text (byte {problem.start + 1})") from None
    except tomllib.TOMLDecodeError as problem:
        raise UsageError(f"{where}: is not TOML: {problem}") from None


def changed(recipe: Recipe, keys: Mapping[str, object], where: str) -> Recipe:
    """The recipe with some keys set, as if they stood so in its file; `UsageError` as for a file.

    Of a number of cases and a scale the one that is set takes the other's place.
    """
    if {"count", "scale"} <= keys.keys():
        raise UsageError(f'{where}: "count" and "scale" contradict each other; keep one of them')
    fields: dict[str, Any] = accepted(keys, KEYS, where)
    if "scale" in fields:
        fields["count"] = None
    return replace(recipe, **fields)


def _source(entry: object, where: str, base: Path) -> SourceSpec:
    if not isinstance(entry, dict):
        raise UsageError(f"{where}: must be a table, not {entry!r}; {_EXAMPLE}")
    fields: dict[str, Any] = accepted(entry, SOURCE_KEYS, where)
    if "spec" not in fields:
        raise UsageError(f'{where}: "spec" is missing; {_EXAMPLE}')
    spec = SourceSpec(**fields, base=base)
    address = _address(spec, where)
    if spec.version and address.version is None:
        raise UsageError(f'{where}: "version": a folder has none; remove it')
    if spec.name is None and address.name is None:
        raise UsageError(f'{where}: "name" is missing: "{spec.spec}" may be called otherwise elsewhere')
    return replace(spec, name=spec.name or address.name)


def _address(spec: SourceSpec, where: str) -> Address:
    try:
        return resolve(spec.spec)[1]
    except UsageError as problem:
        raise UsageError(f'{where}: "spec": {problem}') from None


def _check_names(sources: tuple[SourceSpec, ...], where: str) -> None:
    first: dict[str | None, int] = {}
    for at, source in enumerate(sources, 1):
        if first.setdefault(source.name, at) != at:
            raise UsageError(
                f'{where}: source {at}: is called "{source.name}" as source {first[source.name]} is; '
                'give it another "name"'
            )

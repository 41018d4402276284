"""A source that is asked for → its files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.errors import EditbenchError, UsageError
from pytest_editbench.generate.sources import keep, material
from pytest_editbench.generate.sources.selection import select
from pytest_editbench.generate.sources.table import resolve

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_editbench.generate.source import SourceFile
    from pytest_editbench.generate.sources.material import Material
    from pytest_editbench.generate.sources.spec import SourceSpec


@dataclass(frozen=True, slots=True)
class Source:
    """Where cases come from, read whole."""

    name: str  # as the manifest lists it
    version: str | None  # of a package; of a repository the full id of the commit
    digest: str  # SHA-256 of its code and licence files, whatever is included: see `material.digest`
    licence: str | None  # names of its licence files
    files: tuple[SourceFile, ...]  # those taken, in the order of their paths
    skipped: Mapping[str, int]  # how many code files were passed over, by reason


def read(spec: SourceSpec, cache: Path | None = None) -> Source:
    """Fetch a source, or take it from what was kept of it, and choose its files.

    `cache` is the folder for what is kept; None takes the user's. `UsageError` says what is wrong with the
    spec, what went wrong in fetching, or that the source is not the one that was locked.
    """
    kind, address = resolve(spec.spec)
    try:
        if kind.is_lasting(address):
            found = keep.kept(spec, lambda: kind.fetch(address, spec.base), cache)
        else:
            found = kind.fetch(address, spec.base)
        digest = _checked(spec, found)
    except EditbenchError as problem:
        raise UsageError(f"{spec.spec}: {problem}") from problem
    except OSError as problem:
        at = f" ({problem.filename})" if problem.filename else ""
        raise UsageError(f"{spec.spec}: cannot be fetched: {problem.strerror}{at}") from problem
    name = spec.name or called(spec)
    files, skipped = select(name, found.files, spec.include, spec.exclude)
    return Source(name, found.version, digest, material.licence(found.files), files, skipped)


def called(spec: SourceSpec) -> str:
    """The name of a source that was given none: as its spec tells, else as its folder is called here."""
    _, address = resolve(spec.spec)
    return address.name or (spec.base / address.place).resolve().name or "source"


def _checked(spec: SourceSpec, found: Material) -> str:
    digest = material.digest(found.files)
    for what, locked, now in (("version", spec.version, found.version), ("digest", spec.digest, digest)):
        if locked not in (None, now):
            raise UsageError(
                f"its {what} is {now}, but it was locked at {locked}; "
                "if the change is wanted, lock the recipe anew with --lock"
            )
    return digest

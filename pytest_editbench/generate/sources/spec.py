"""Where source comes from, as people write it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class SourceSpec:
    """A source that is asked for."""

    spec: str  # such as `npm:NAME@VERSION`; see SOURCES
    name: str | None = None  # as the manifest lists it; None takes the one that the spec tells
    version: str | None = None  # what it must turn out to be, such as the commit of a branch
    digest: str | None = None  # SHA-256 that its files must have
    include: tuple[str, ...] = ()  # patterns of paths; none means all
    exclude: tuple[str, ...] = ()
    base: Path = Path()  # the folder from which relative paths lead


@dataclass(frozen=True, slots=True)
class Address:
    """What a spec says after its scheme."""

    place: str  # a package's name, a folder, a URL
    version: str | None = None  # a package's version, a revision
    name: str | None = None  # what the source may be called; None when the place alone does not tell

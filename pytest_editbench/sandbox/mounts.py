"""What of the machine is shown at which place, as words for bubblewrap; nothing here looks at the disk."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

# What every sandbox shows; of links among them, the link is shown.
SYSTEM = tuple(map(Path, ("/usr", "/etc", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")))


class Kind(IntEnum):
    """How a place is shown; of two mounts on one place, the one with the higher number is seen."""

    EMPTY = 1  # an empty folder, gone with the sandbox
    NOTHING = 2  # an empty file
    LINK = 3
    READ = 4
    WRITE = 5


class Mount(NamedTuple):
    """A place in the sandbox."""

    place: Path
    kind: Kind
    source: str = ""  # the path that is shown there, or a link's target; "": the place itself

    @property
    def words(self) -> tuple[str, ...]:
        """As bubblewrap takes it."""
        place, source = str(self.place), self.source or str(self.place)
        match self.kind:
            case Kind.EMPTY:
                return "--tmpfs", place
            case Kind.NOTHING:
                return "--ro-bind", "/dev/null", place
            case Kind.LINK:
                return "--symlink", source, place
            case Kind.READ:
                return "--ro-bind", source, place
            case Kind.WRITE:
                return "--bind", source, place


def ordered(mounts: Iterable[Mount]) -> list[Mount]:
    """The mounts that are seen, outer ones first: a later one covers what an earlier one shows.

    A link is left out where a folder that is shown has it anyway.
    """
    seen = {mount.place: mount for mount in sorted(mounts, key=lambda each: each.kind)}

    def has(link: Mount) -> bool:
        around = (seen[each].kind for each in link.place.parents if each in seen)
        return next(around, Kind.EMPTY) in (Kind.READ, Kind.WRITE)

    kept = (each for each in seen.values() if each.kind is not Kind.LINK or not has(each))
    return sorted(kept, key=lambda each: (len(each.place.parts), each.place))


def hiding(hidden: Iterable[tuple[Path, bool]], shown: Collection[Path]) -> Iterator[Mount]:
    """Covers for what lies in places that are shown; with each path, whether it is a folder.

    What is shown by its own name is not covered, what lies in it is. What a cover hides gets none of its
    own: the agent would see the name of the place.
    """
    covered: set[Path] = set()
    for path, is_folder in sorted(hidden):
        around = next((each for each in path.parents if each in covered or each in shown), None)
        if around is None or around in covered or path in shown:
            continue
        covered.add(path)
        yield Mount(path, Kind.EMPTY if is_folder else Kind.NOTHING)


def inside(path: Path, places: Collection[Path]) -> bool:
    """Whether the path is one of the places, or lies in one."""
    return any(each in places for each in (path, *path.parents))

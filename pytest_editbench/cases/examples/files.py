"""Files with changes laid over them, and how the paths of an example name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath


@dataclass(frozen=True, slots=True)
class Files(Mapping[PurePosixPath, bytes]):
    """Files by their path, and what has been changed of them; those below are only read when asked for."""

    below: Mapping[PurePosixPath, bytes]
    changed: Mapping[PurePosixPath, bytes | None] = field(default_factory=dict)  # None: it is gone

    def __getitem__(self, path: PurePosixPath) -> bytes:
        data = self.changed[path] if path in self.changed else self.below[path]
        if data is None:
            raise KeyError(path)
        return data

    def __contains__(self, path: object) -> bool:
        return isinstance(path, PurePosixPath) and (
            self.changed[path] is not None if path in self.changed else path in self.below
        )

    def __iter__(self) -> Iterator[PurePosixPath]:
        yield from (path for path, data in self.changed.items() if data is not None)
        yield from (path for path in self.below if path not in self.changed)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def laid(self, changes: Mapping[PurePosixPath, bytes | None]) -> Files:
        """The files with further changes on top."""
        return Files(self.below, {**self.changed, **changes})


@dataclass(frozen=True, slots=True)
class Naming:
    """How an example names files: from the top of the repository, or with its folder's name in front."""

    prefix: str  # the folder's name and a slash
    prefixed: bool  # it stands in front of paths that only exist without it

    @classmethod
    def of(cls, url: str, paths: Iterable[str], files: Mapping[PurePosixPath, bytes]) -> Naming:
        """The habit that the paths of an example show, given its repository's URL and files."""
        prefix = f"{folder(url)}/"
        held = [path for path in paths if path.startswith(prefix) and len(path) > len(prefix)]
        bare = [PurePosixPath(path.removeprefix(prefix)) for path in held]
        pairs = zip(held, bare, strict=True)
        return cls(prefix, any(path in files and PurePosixPath(whole) not in files for whole, path in pairs))

    def path(self, name: str, files: Mapping[PurePosixPath, bytes]) -> PurePosixPath:
        """The file of that name, which may not exist yet."""
        bare = name.removeprefix(self.prefix) or name
        candidates = [PurePosixPath(each) for each in ((bare, name) if self.prefixed else (name, bare))]
        return next((path for path in candidates if path in files), candidates[0])


def folder(url: str) -> str:
    """The name of the folder that a clone of the repository gets."""
    return url.rstrip("/").removesuffix(".git").replace(":", "/").rpartition("/")[2]

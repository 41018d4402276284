"""The seam every match level fills."""

from pathlib import PurePosixPath
from typing import NamedTuple, Protocol


class Alike(NamedTuple):
    """Whether two contents are equal at a level."""

    same: bool
    note: str = ""  # why the level could not be tried, and so answers as the next closer one


class Level(Protocol):
    """Says whether two contents of one file are equal as far as a match level cares.

    A level is an equivalence relation; whatever a closer level accepts has been accepted before.
    """

    def __call__(self, path: PurePosixPath, accepted: bytes, actual: bytes, /) -> Alike:
        """Whether `actual` is as good as `accepted`; `path` tells the language."""
        ...

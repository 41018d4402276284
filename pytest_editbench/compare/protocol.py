"""The seam every match level fills."""

from pathlib import PurePosixPath
from typing import Protocol


class Level(Protocol):
    """Says whether two contents of one file are equal as far as a match level cares.

    A level is an equivalence relation, and accepts whatever a closer level accepts.
    """

    def __call__(self, path: PurePosixPath, accepted: bytes, actual: bytes, /) -> bool:
        """Whether `actual` is as good as `accepted`; `path` tells the language."""
        ...

"""What an edit prediction starts from, and what an adapter may answer to it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath  # noqa: TC003 - records need it when they are read


@dataclass(frozen=True, slots=True)
class PastEdit:
    """One edit that the user has made: the diff of one file."""

    diff: str
    accepted: bool = False  # it was a prediction that the user accepted


@dataclass(frozen=True, slots=True)
class RecentFile:
    """A file that the user opened or viewed."""

    path: str
    offset: int | None = None  # bytes; where the cursor was


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a file."""

    path: PurePosixPath
    offset: int  # bytes
    line: int  # 1-based
    column: int  # 0-based, bytes

    @classmethod
    def at(cls, path: PurePosixPath, data: bytes, line: int, column: int) -> Spot:
        """The spot at a line and a column of a file."""
        start = sum(len(text) + 1 for text in data.split(b"\n")[: line - 1])
        return cls(path, start + column, line, column)


@dataclass(frozen=True, slots=True)
class Prediction:
    """An answer that stands for edits in the workspace: a patch, or the whole text of one file.

    Without either, the adapter has changed the files itself, and only tells the cursor.
    """

    patch: str | None = None  # a unified diff of files as they stand in the workspace
    text: str | None = None  # all of the file `path`
    path: PurePosixPath | None = None  # of `text` and `cursor`; None: the file that the cursor is in
    cursor: int | None = None  # bytes from the start of the file; where the cursor should end

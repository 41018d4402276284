"""What answers ask for, whatever format they are written in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import PurePosixPath  # noqa: TC003 - dataclasses hold it

Lines = tuple[str, ...]  # without line ends


class Onto(Enum):
    """What may stand where a file is created."""

    NOTHING = "nothing"
    EMPTY = "an empty file"
    ANYTHING = "anything"


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that a file must hold, and those that take their place."""

    old: Lines
    new: Lines
    line: int  # 1-based, of the answer
    at: int | None = None  # 0-based: where the old lines are said to start; None: nothing is said
    anchors: Lines = ()  # lines above, outermost first; they narrow the search
    last: bool = False  # the old lines are said to be the file's last
    miscounted: str = ""  # why what is said of the number of lines is wrong
    unended: tuple[bool, bool] | None = (
        None  # whether old and new last line lack a line end, where it is said
    )


@dataclass(frozen=True, slots=True)
class Range:
    """Lines told by number alone, or by number and hash."""

    start: int  # 0-based
    stop: int  # the lines up to, not including, this one; equal to `start` for an insertion
    new: Lines
    line: int
    hashes: tuple[tuple[int, str], ...] = ()  # of lines by number, 0-based, that vouch for the place


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that a file must hold, not necessarily whole lines."""

    old: str
    new: str
    line: int


Piece = Block | Range | Passage


@dataclass(frozen=True, slots=True)
class Create:
    """A file is to hold this text."""

    path: PurePosixPath
    text: str
    line: int
    onto: Onto = Onto.NOTHING


@dataclass(frozen=True, slots=True)
class Change:
    """Pieces of a file are to change, all told of the file as it was; it may get another name."""

    path: PurePosixPath
    pieces: tuple[Piece, ...]
    line: int
    to: PurePosixPath | None = None


@dataclass(frozen=True, slots=True)
class Delete:
    """A file is to go; what the answer quotes of it has to be all of it."""

    path: PurePosixPath
    line: int
    pieces: tuple[Piece, ...] = ()


Operation = Create | Change | Delete

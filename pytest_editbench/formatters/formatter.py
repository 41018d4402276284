"""What a formatter is to the rest of the package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pytest_editbench.errors import FormatterError

if TYPE_CHECKING:
    from pathlib import PurePosixPath

MESSAGE = 200  # characters of a tool's own words that are passed on


class Write(Protocol):
    """The part of a formatter that differs from one to the other."""

    def __call__(self, path: PurePosixPath, data: bytes, /, *, collapsed: bool = False) -> bytes:
        """The formatted text of a file; `FormatterError` says, without the path, why there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Formatter:
    """A tool that was found, and how to use it."""

    name: str  # as in FORMATTERS, or the command; the basis of an indent score
    extensions: frozenset[str] | None  # lower case; None takes every file
    write: Write

    def takes(self, path: PurePosixPath) -> bool:
        """Whether the tool knows files of this extension."""
        return self.extensions is None or path.suffix.lower() in self.extensions

    def format(self, path: PurePosixPath, data: bytes, *, collapsed: bool = False) -> bytes:
        """The formatted text of UTF-8 text; its extension tells the language.

        Some tools leave an object literal on several lines if its author had it so; `collapsed` asks
        for the one line that it fits on, so that the text does not depend on that.
        `FormatterError`, in one line, on a syntax error, a crash, a hang, text that is no UTF-8, or an
        empty answer to text that is not.
        """
        try:
            data.decode()
            written = self.write(path, data, collapsed=collapsed)
        except UnicodeDecodeError as error:
            raise FormatterError(f"{self.name}: {path}: no UTF-8 at byte {error.start}") from None
        except FormatterError as error:
            raise FormatterError(f"{self.name}: {path}: {error}") from error
        if data.strip() and not written.strip():
            raise FormatterError(f"{self.name}: {path}: nothing came back for {len(data):,} bytes")
        return written


def neutral(path: PurePosixPath) -> str:
    """A name that says no more than the language: tools pass over some files for their name or folder."""
    declarations = ".d" if path.stem.endswith(".d") else ""
    return f"file{declarations}{path.suffix.lower()}"


def first_line(words: str) -> str:
    """The first line of a tool's complaint that says something, cut to `MESSAGE` characters."""
    stripped = (line.strip(" \t×✖━─│") for line in words.splitlines())
    telling = (line for line in stripped if " " in line and "━━" not in line)
    return next(telling, "it said nothing")[:MESSAGE]

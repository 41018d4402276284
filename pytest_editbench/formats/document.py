"""Files as text: what a model reads and writes of them, and what is kept for it."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_editbench.errors import FormatError

BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class Document:
    """A text file; a byte-order mark and line ends that all are CRLF are kept without the model's doing."""

    text: str  # without byte-order mark; lines end in LF where `crlf` is set
    bom: bool = False
    crlf: bool = False  # all lines end so

    @classmethod
    def of(cls, data: bytes) -> Document | None:
        """The file as text; None for what is not UTF-8."""
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return None
        bom = text.startswith(BOM)
        text = text.removeprefix(BOM)
        pairs = text.count("\r\n")
        if pairs and pairs == text.count("\n"):
            found = cls(text.replace("\r\n", "\n"), bom, crlf=True)
            if found.stored(found.text) == data:  # else there are further carriage returns
                return found
        return cls(text, bom)

    @property
    def lines(self) -> tuple[str, ...]:
        """Its lines, without line ends."""
        return split(self.text)

    @property
    def ended(self) -> bool:
        """Whether a line end follows the last line; true of an empty file."""
        return not self.text or self.text.endswith("\n")

    def taken(self, text: str) -> str:
        """A text of an answer, as it is meant in this file."""
        return text.replace("\r\n", "\n") if self.crlf else text

    def stored(self, text: str) -> bytes:
        """The bytes of the file with this text instead; `FormatError` for what is no text."""
        text = self.taken(text)
        return encoded((BOM if self.bom else "") + (text.replace("\n", "\r\n") if self.crlf else text))


def split(text: str) -> tuple[str, ...]:
    """The lines of a text, without line ends."""
    return tuple(text.removesuffix("\n").split("\n")) if text else ()


def joined(lines: tuple[str, ...] | list[str]) -> str:
    """The lines as text, each with a line end."""
    return "".join(f"{line}\n" for line in lines)


def encoded(text: str) -> bytes:
    """The text in UTF-8; `FormatError` for half a surrogate pair."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise FormatError(f"U+{ord(text[error.start]):04X} is no character that a file can hold") from None

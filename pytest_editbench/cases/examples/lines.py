"""A file as lines, and where lines stand together in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOLD = 5


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a file, without line feeds; a carriage return stays part of its line."""

    texts: tuple[bytes, ...]
    ended: bool = True  # a line feed follows the last line; an empty file counts as ended

    @classmethod
    def of(cls, data: bytes) -> Lines:
        """The lines of a file."""
        texts = data.split(b"\n")
        ended = texts[-1] == b""
        return cls(tuple(texts[:-1] if ended else texts), ended)

    @property
    def data(self) -> bytes:
        """The file."""
        return b"".join(b"%b\n" % text for text in self.texts) if self.ended else b"\n".join(self.texts)

    def return_at(self, number: int) -> bytes:
        """The carriage return that lines with a line feed have around there; `number` is 0-based."""
        last = len(self.texts) - 1 - (not self.ended)
        if last < 0:
            return b""
        return b"\r" if self.texts[max(min(number, last), 0)].endswith(b"\r") else b""


def told(found: Sequence[int]) -> str:
    """The 0-based line numbers as people count them; only the first few of many."""
    return ", ".join(str(at + 1) for at in found[:_TOLD]) + (", …" if len(found) > _TOLD else "")


def bare(texts: Sequence[bytes]) -> list[bytes]:
    """The lines without carriage returns at their ends."""
    return [text.removesuffix(b"\r") for text in texts]


def places(texts: Sequence[bytes], wanted: Sequence[bytes]) -> list[int]:
    """All 0-based numbers of lines where the wanted lines stand in a row, in order."""
    if not wanted:
        return list(range(len(texts) + 1))
    count = len(wanted)
    first, rest = wanted[0], list(wanted[1:])
    starts = (number for number, text in enumerate(texts[: len(texts) - count + 1]) if text == first)
    return [number for number in starts if list(texts[number + 1 : number + count]) == rest]

"""A file as lines that can be edited without touching a byte outside the edit."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import PurePosixPath

_END = re.compile(r"\r\n|\n")
_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters of a document to be replaced."""

    path: PurePosixPath
    start: int  # characters from the beginning of the document's text
    stop: int
    text: str


@dataclass(frozen=True)
class Document:
    """A text file; undecodable bytes travel as surrogate escapes."""

    path: PurePosixPath
    text: str  # without byte-order mark, always with a final line end
    bare: bool  # the file itself has no final line end
    marked: bool  # the file begins with a byte-order mark

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their ends."""
        found = self.text.split("\n")[:-1]
        return tuple(line.removesuffix("\r") for line in found) if "\r\n" in self.text else tuple(found)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The offset of each line in the text, and the text's length at the end."""
        return (0, *itertools.accumulate(len(line) + 1 for line in self.text.split("\n")[:-1]))

    def replace_lines(self, start: int, stop: int, lines: Sequence[str]) -> Edit:
        """The edit that puts `lines` in place of the lines `start` to `stop` (0-based, half-open)."""
        end = self._end_at(start)
        return self.replace(self.starts[start], self.starts[stop], "".join(line + end for line in lines))

    def replace(self, start: int, stop: int, text: str) -> Edit:
        """The edit of these characters, reduced to what differs, so that equal edits are equal values."""
        old = self.text[start:stop]
        head = _common(old, text)
        tail = _common(old[head:][::-1], text[head:][::-1])
        return Edit(self.path, start + head, stop - tail, text[head : len(text) - tail])

    def _end_at(self, line: int) -> str:
        near = [at for at in (line, line - 1) if 0 <= at < len(self.lines)]
        return (
            self.text[self.starts[near[0]] + len(self.lines[near[0]]) : self.starts[near[0] + 1]]
            if near
            else "\n"
        )

    def edited(self, edits: Iterable[Edit]) -> Document:
        """The document after all edits, which must not overlap."""
        text = self.text
        for edit in sorted(edits, key=lambda edit: (edit.start, edit.stop), reverse=True):
            text = text[: edit.start] + edit.text + text[edit.stop :]
        return replace(self, text=text)

    def encode(self) -> bytes:
        """The document as a file's content."""
        text = re.sub(r"\r?\n\Z", "", self.text) if self.bare else self.text
        return (_MARK * self.marked + text).encode("utf-8", "surrogateescape")


def document(path: PurePosixPath, data: bytes) -> Document:
    """A file's content as a document."""
    text = data.decode("utf-8", "surrogateescape")
    marked = text.startswith(_MARK)
    text = text.removeprefix(_MARK)
    bare = bool(text) and not text.endswith("\n")
    ends = _END.findall(text)
    return Document(path, text + (ends[-1] if ends else "\n") * bare, bare, marked)


def overlap(edits: Sequence[Edit]) -> bool:
    """Whether two edits of one document touch the same characters or the same gap."""
    ordered = sorted(edits, key=lambda edit: (edit.path, edit.start, edit.stop))
    return any(
        one.path == two.path and (two.start < one.stop or (one.start, one.stop) == (two.start, two.stop))
        for one, two in itertools.pairwise(ordered)
    )


def _common(one: str, two: str) -> int:
    count = 0
    for left, right in zip(one, two, strict=False):
        if left != right:
            break
        count += 1
    return count

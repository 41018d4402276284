"""Where the cursor stands in an excerpt: three notations, read and written.

`<|user_cursor|>` stands in the text itself and wins over the others. Else a marker line, a comment, stands
below the cursor's line: with `^[CURSOR_POSITION]` the column is that of the caret, with `<[CURSOR_POSITION]`
that of the first character of the marker line that is no blank. Columns count bytes, as the format does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from pytest_editbench import languages
from pytest_editbench.cases.examples import markerline
from pytest_editbench.cases.examples.example import encoded
from pytest_editbench.errors import CaseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import PurePosixPath

    from pytest_editbench.cases.examples.place import Mend, Place

INLINE = "<|user_cursor|>"

# Marker lines are taken out again, so any sign does where no sign begins a comment to the line's end.
_PLAIN_COMMENT = "//"


class Notation(StrEnum):
    """How a cursor is written down."""

    CARET = "^"
    START = "<"
    INLINE = INLINE


@dataclass(frozen=True, slots=True)
class Cursor:
    """An excerpt without its marker, and where the cursor stands in it."""

    text: str  # without the line feed that ends its last line
    offset: int  # bytes
    line: int  # 1-based
    column: int  # 0-based, bytes
    notation: Notation
    mends: tuple[Mend, ...] = field(default=(), compare=False)


def comment_sign(path: PurePosixPath) -> str:
    """What begins a marker line in such a file; `//` also where the language has no line comments."""
    language = languages.of(path)
    return (language and language.comment) or _PLAIN_COMMENT


def read(marked: str, place: Place) -> Cursor:
    """The cursor of an excerpt; `CaseError` where it has none, or more than one."""
    body = marked.removesuffix("\n")
    lines = body.split("\n")
    inline = [number for number, line in enumerate(lines) for _ in range(line.count(INLINE))]
    if inline:
        _the_only(inline, place)
        before, _, after = body.partition(INLINE)
        column = len(encoded(before[before.rfind("\n") + 1 :]))
        return _cursor([before + after], len(encoded(before)), inline[0], column, Notation.INLINE)
    marks = [number for number, line in enumerate(lines) if markerline.is_one(line)]
    at = _the_only(marks or [number for number, line in enumerate(lines) if markerline.MARK in line], place)
    return _below(lines, at, place)


def write(text: str, offset: int, comment: str, notation: Notation | None = None) -> str:
    """The excerpt with its cursor marked, so that `read` gives back text and offset.

    `offset` counts bytes. Without a notation it is the caret, or `<` where the comment's sign leaves no room
    for it; the inline one where the text left of the cursor is not ASCII, since people count characters.
    ValueError for an offset within a character; `CaseError` where the notation cannot tell the column, or the
    text holds markers itself.
    """
    data = encoded(text)
    if not 0 <= offset <= len(data) or markerline.is_within_character(data, offset):
        raise ValueError(f"no character of the text begins at byte {offset}")
    for form in [notation] if notation else _suitable(data, offset, comment):
        marked = _FORMS[form](data, offset, comment).decode("utf-8", "surrogateescape")
        if _reads_back(marked, text, offset):
            return f"{marked}\n"
    how = f"with {notation}" if notation else "in any notation"
    raise CaseError(f"the cursor cannot be marked {how} in this excerpt; take other lines into it")


def _the_only(lines: list[int], place: Place) -> int:
    """The one line of these, 0-based."""
    if not lines:
        told = f"{INLINE}, ^{markerline.MARK} or <{markerline.MARK}"
        raise place.error(1, f"no cursor is marked; mark it with {told}")
    if len(lines) > 1:
        numbers = " and ".join(str(place.number(line + 1)) for line in lines[:2])
        raise place.error(lines[0] + 1, f"cursors are marked on lines {numbers}; keep one of them")
    return lines[0]


def _below(lines: list[str], at: int, place: Place) -> Cursor:
    """The cursor that the marker line `at` tells."""
    if at == 0:
        raise place.error(1, "a marker line stands below the line with the cursor; there is none above it")
    target = lines[at - 1]
    try:
        sign, column, mended = markerline.column(lines[at], target)
    except ValueError as problem:
        raise place.error(at + 1, str(problem)) from None
    start = sum(len(encoded(line)) + 1 for line in lines[: at - 1])
    mends = (place.mend(at + 1, mended),) if mended else ()
    return _cursor([*lines[:at], *lines[at + 1 :]], start + column, at - 1, column, Notation(sign), mends)


def _cursor(
    lines: list[str], offset: int, line: int, column: int, notation: Notation, mends: tuple[Mend, ...] = ()
) -> Cursor:
    return Cursor("\n".join(lines), offset, line + 1, column, notation, mends)


def _suitable(data: bytes, offset: int, comment: str) -> list[Notation]:
    before = data[data.rfind(b"\n", 0, offset) + 1 : offset]
    if not before.isascii():
        return [Notation.INLINE]
    return [Notation.CARET if len(before) >= len(comment) else Notation.START, Notation.INLINE]


def _inline(data: bytes, offset: int, _comment: str) -> bytes:
    return data[:offset] + INLINE.encode() + data[offset:]


def _caret(data: bytes, offset: int, comment: str) -> bytes:
    start = data.rfind(b"\n", 0, offset) + 1
    column = offset - start
    line = data[start:].partition(b"\n")[0]
    indent = line[: len(line) - len(line.lstrip(b" \t"))]
    lead = indent if len(indent) + len(comment) <= column else b""
    return _with_line(data, offset, (lead + comment.encode()).ljust(column) + b"^")


def _start(data: bytes, offset: int, comment: str) -> bytes:
    column = offset - data.rfind(b"\n", 0, offset) - 1
    return _with_line(data, offset, b" " * column + comment.encode() + b" <")


def _with_line(data: bytes, offset: int, lead: bytes) -> bytes:
    """The text with a marker line below the cursor's line."""
    end = data.find(b"\n", offset)
    end = len(data) if end < 0 else end
    return data[:end] + b"\n" + lead + markerline.MARK.encode() + data[end:]


_FORMS: Mapping[Notation, Callable[[bytes, int, str], bytes]] = {
    Notation.CARET: _caret,
    Notation.START: _start,
    Notation.INLINE: _inline,
}


def _reads_back(marked: str, text: str, offset: int) -> bool:
    from pytest_editbench.cases.examples.place import Place

    try:
        found = read(f"{marked}\n", Place(""))
    except CaseError:
        return False
    return (found.text, found.offset) == (text, offset)

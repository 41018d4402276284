"""Long texts in the room that a page has for them, measured as they stand in it: escaped, in UTF-8."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.report.html.visible import markup

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PIECE = 400  # characters; nothing smaller than a piece is cut


class Shown(NamedTuple):
    """Markup, and how much was cut from it."""

    markup: str
    cut: int  # bytes


def pieces(text: str) -> list[str]:
    """The text as markup, in pieces of a line or of `PIECE` characters."""
    return [
        markup(line[start : start + PIECE])
        for line in text.splitlines(keepends=True)
        for start in range(0, len(line), PIECE)
    ]


def size(of: Iterable[str]) -> int:
    """Bytes."""
    return sum(len(piece.encode()) for piece in of)


def first(of: Sequence[str], room: int) -> Shown:
    """The first pieces that fit in `room` bytes."""
    kept = _fitting(of, room)
    return Shown("".join(of[:kept]), size(of[kept:]))


def last(of: Sequence[str], room: int) -> Shown:
    """The last pieces that fit."""
    kept = len(of) - _fitting(of[::-1], room)
    return Shown("".join(of[kept:]), size(of[:kept]))


def _fitting(of: Sequence[str], room: int) -> int:
    for number, piece in enumerate(of):
        room -= len(piece.encode())
        if room < 0:
            return number
    return len(of)


def rooms(sizes: Sequence[int], room: int, least: int) -> list[int]:
    """How much of `room` bytes each of several texts may take.

    Small texts get all they need, the others the same. Where that would be less than `least`, the last
    texts get nothing.
    """
    for count in range(len(sizes), 0, -max(1, len(sizes) // 64)):
        level = _level(sorted(sizes[:count]), room)
        if level >= least or level >= max(sizes[:count]):
            return [min(each, level) for each in sizes[:count]] + [0] * (len(sizes) - count)
    return [0] * len(sizes)


def _level(rising: Sequence[int], room: int) -> int:
    """The highest cut at which all of them together fit."""
    for number, each in enumerate(rising):
        even = room // (len(rising) - number)
        if each > even:
            return even
        room -= each
    return rising[-1]

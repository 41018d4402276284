"""Long texts as markup, cut to the room that there is for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from pytest_editbench.report.html import bodies, diffs
from pytest_editbench.report.html.visible import markup

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LEAST = 600  # bytes of a text, else it is left out


class Text(NamedTuple):
    """A long text in the page."""

    markup: Markup
    cut: int  # about how many bytes are left out of it


class Kind(NamedTuple):
    """How texts of a kind are made into markup, and which end of them is kept."""

    markup: Callable[[str], str]
    pieces: Callable[[str], list[str]]  # the same in parts that may be left out
    part: Callable[[str, int], str]
    cut: Callable[[Sequence[str], int], bodies.Shown]


def _start(text: str, length: int) -> str:
    return text[:length]


def _end(text: str, length: int) -> str:
    return text[len(text) - length :]


def _diff(text: str) -> str:
    return "".join(diffs.pieces(text))


PLAIN = Kind(markup, bodies.pieces, _start, bodies.first)
DIFF = Kind(_diff, diffs.pieces, _start, bodies.first)
OUTPUT = Kind(markup, bodies.pieces, _end, bodies.last)


def fitted(texts: Sequence[str], kind: Kind, share: float, room: int) -> tuple[list[Text | None], int]:
    """The texts in their share of the room (bytes), None for an empty one; and the room that is left."""
    # Markup is never shorter than its text: what cannot fit need not be made.
    limits = bodies.rooms([*map(len, texts)], int(room * share), LEAST)
    # Pieces are for what is cut; most texts are not.
    pieces = [
        [kind.markup(text)] if limit == len(text) else kind.pieces(kind.part(text, limit))
        for text, limit in zip(texts, limits, strict=True)
    ]
    sizes = [bodies.size(each) for each in pieces]
    rooms = bodies.rooms(sizes, int(room * share), LEAST)
    shown = [
        kind.cut(each if size <= most or len(each) > 1 else kind.pieces(text), most)
        for text, each, size, most in zip(texts, pieces, sizes, rooms, strict=True)
    ]
    found = [
        Text(Markup(each.markup), each.cut + len(text) - limit) if text else None
        for each, text, limit in zip(shown, texts, limits, strict=True)
    ]
    return found, room - sum(bodies.size([each.markup]) for each in shown)

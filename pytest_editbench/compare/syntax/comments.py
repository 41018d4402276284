"""Where comments stand: by which token, and on whose line."""

from __future__ import annotations

import re
from bisect import bisect_right
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

_LINE_END = re.compile(rb"[ \t\r]*(?:\n|\Z)")


class Place(Enum):
    """On whose line a comment stands."""

    OWN = "own"  # a line of its own
    TRAILING = "trailing"  # at the end of the line of the token before it
    LEADING = "leading"  # at the start of the line of the token after it
    INSIDE = "inside"  # between two tokens of one line


class Standing(NamedTuple):
    """A comment and its place."""

    text: bytes
    after: int  # how many units stand before it
    place: Place
    opens: bool  # the token before it is one after which a formatter may break the line


def written(comment: bytes) -> bytes:
    """The text with the indentation of starred lines dropped, and blanks at the end of a line comment."""
    text = comment.replace(b"\r\n", b"\n")
    if not text.startswith(b"/*"):
        return text.rstrip()
    lines = text.split(b"\n")
    if all(line.lstrip().startswith(b"*") for line in lines[1:]):
        return b"\n".join(line.strip() for line in lines)
    return text


class Habits(NamedTuple):
    """How a language's formatters treat comments."""

    openers: bytes = b"([{<>=:?,&|"  # after these they break the line, or join it
    written: Callable[[bytes], bytes] = written  # the text in one way


HABITS = Habits()


def placed_alike(accepted: Page, actual: Page, habits: Habits) -> bool:
    """Whether both sides hold the same comments by the same tokens."""
    if len(accepted.comments) != len(actual.comments):
        return False
    pairs = zip(_standings(accepted, habits), _standings(actual, habits), strict=True)
    return all(_alike(one, two) for one, two in pairs)


def _standings(page: Page, habits: Habits) -> list[Standing]:
    ordered = sorted(page.comments, key=lambda comment: comment.start_byte)
    return [_standing(comment, page, habits) for comment in ordered]


def _standing(comment: Node, page: Page, habits: Habits) -> Standing:
    source = page.source
    before = _back(source, comment.start_byte, b" \t")
    ends = _LINE_END.match(source, comment.end_byte) is not None
    starts = before == 0 or source[before - 1 : before] in (b"\n", b"\r")
    place_before = _back(source, before, b" \t\n\r\f\v")
    previous = source[place_before - 1 : place_before] if place_before else b""
    place = {
        (True, True): Place.OWN,
        (False, True): Place.TRAILING,
        (True, False): Place.LEADING,
        (False, False): Place.INSIDE,
    }[starts, ends]
    units = bisect_right(page.ends, comment.start_byte)
    opens = not previous or previous in habits.openers
    return Standing(habits.written(page.text(comment)), units, place, opens)


def _back(source: bytes, end: int, skipped: bytes) -> int:
    """Where what ends at `end` would end without the bytes to skip; no copy of a long text is made."""
    while end and source[end - 1] in skipped:
        end -= 1
    return end


def _alike(one: Standing, two: Standing) -> bool:
    if one[:2] != two[:2]:
        return False
    if one.place is two.place or (one.opens and two.opens):
        return True
    line_comment = not one.text.startswith(b"/*")
    return not line_comment and Place.OWN not in (one.place, two.place)

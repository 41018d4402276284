"""Where comments stand: by which token, and on whose line."""

from __future__ import annotations

import re
from bisect import bisect_right
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

_STARRED = re.compile(rb"\n[ \t]*(?=\*)")
_OPENING = b"([{<>=:?,&|"  # after these a formatter breaks the line, or joins it


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


def placed_alike(accepted: Page, actual: Page) -> bool:
    """Whether both sides hold the same comments by the same tokens."""
    if len(accepted.comments) != len(actual.comments):
        return False
    pairs = zip(_standings(accepted), _standings(actual), strict=True)
    return all(_alike(one, two) for one, two in pairs)


def _standings(page: Page) -> list[Standing]:
    ordered = sorted(page.comments, key=lambda comment: comment.start_byte)
    return [_standing(comment, page) for comment in ordered]


def _standing(comment: Node, page: Page) -> Standing:
    source = page.source
    before = source[: comment.start_byte].rstrip(b" \t")
    after = source[comment.end_byte :].lstrip(b" \t\r")[:1]
    starts = not before or before.endswith((b"\n", b"\r"))
    ends = after in (b"", b"\n")
    previous = before.rstrip()[-1:]
    place = {
        (True, True): Place.OWN,
        (False, True): Place.TRAILING,
        (True, False): Place.LEADING,
        (False, False): Place.INSIDE,
    }[starts, ends]
    units = bisect_right(page.ends, comment.start_byte)
    return Standing(_text(page.text(comment)), units, place, not previous or previous in _OPENING)


def _text(comment: bytes) -> bytes:
    """The text with the indentation of starred lines dropped, and blanks at the end of a line comment."""
    text = comment.replace(b"\r\n", b"\n")
    if not text.startswith(b"/*"):
        return text.rstrip()
    lines = text.split(b"\n")
    if all(line.lstrip().startswith(b"*") for line in lines[1:]):
        return b"\n".join(line.strip() for line in lines)
    return text


def _alike(one: Standing, two: Standing) -> bool:
    if one[:2] != two[:2]:
        return False
    if one.place is two.place or (one.opens and two.opens):
        return True
    line_comment = not one.text.startswith(b"/*")
    return not line_comment and Place.OWN not in (one.place, two.place)

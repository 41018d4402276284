"""JSON that means one thing to everybody who reads it."""

from __future__ import annotations

import json
import math
import re
from functools import cache, partial

_DEEPEST = 64  # levels of nesting; far below where any JSON writer gives up
_LONGEST_NUMBER = 18  # digits


def decode(text: str, digits: int = _LONGEST_NUMBER) -> object:
    """The value; ValueError says in words for the user what is wrong.

    Refused are names that an object has twice, numbers that JSON cannot hold or with more than `digits`
    digits, and nesting that a writer could give up at.
    """
    if _too_deep(text):
        raise ValueError(f"is nested deeper than {_DEEPEST} levels")
    try:
        return _decoder(digits).decode(text)
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        raise ValueError(f"is not JSON: {problem.msg} ({place})") from None


def excerpt(value: object) -> str:
    """The value as JSON, cut to 60 characters."""
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _too_deep(text: str) -> bool:
    if text.count("{") + text.count("[") <= _DEEPEST:  # nearly always; keeps collection fast
        return False
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", re.sub(r'"(?:[^"\\]|\\.)*"', "", text, flags=re.DOTALL)):
        depth += 1 if bracket in "[{" else -1
        if depth > _DEEPEST:
            return True
    return False


@cache
def _decoder(digits: int) -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=_pairs,
        parse_float=_finite,
        parse_constant=_finite,
        parse_int=partial(_whole, digits),
    )


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"names {excerpt(next(name for name in names if names.count(name) > 1))} twice")
    return found


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"holds {text[:60]}, which is no number that JSON can hold")
    return value


def _whole(digits: int, text: str) -> int:
    if len(text) > digits:
        raise ValueError(f"holds a number of {len(text)} digits; at most {digits} are allowed")
    return int(text)

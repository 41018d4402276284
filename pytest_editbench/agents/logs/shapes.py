"""What a foreign log holds → what it is taken for, or None; never an error."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeVar

from pytest_editbench.agents import checks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

T = TypeVar("T")


def parsed(data: bytes) -> Mapping[str, object] | None:
    """The JSON object in the bytes; what is not UTF-8 in it is replaced."""
    try:
        value = json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def within(value: object, *keys: str) -> Mapping[str, object]:
    """The object found by the keys, one inside another; an empty one where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def objects(value: object) -> Iterator[Mapping[str, object]]:
    """The objects in a list."""
    yield from (entry for entry in value if isinstance(entry, dict)) if isinstance(value, list) else ()


def count(value: object) -> int | None:
    """A whole number from 0."""
    return known(checks.count, value)


def amount(value: object) -> float | None:
    """A number from 0."""
    return known(checks.amount, value)


def text(value: object) -> str | None:
    """Text; what UTF-8 cannot hold is replaced."""
    return known(checks.text, value)


def known(check: Callable[[object], T], value: object) -> T | None:
    """The value, if the check lets it through."""
    try:
        return check(value)
    except checks.UnusableError:
        return None


def written(value: object) -> str:
    """Arguments or results as people read them: text as it is, a list of texts in lines, the rest as JSON."""
    if isinstance(value, str):
        return text(value) or ""
    if value is None:
        return ""
    if isinstance(value, list):
        return "\n".join(filter(None, map(_part, value)))
    return _json(value)


def _part(value: object) -> str:
    said = text(value.get("text")) if isinstance(value, dict) else text(value)
    return _json(value) if said is None else said


def _json(value: object) -> str:
    try:
        return text(json.dumps(value, ensure_ascii=False)) or ""
    except (ValueError, RecursionError):
        return ""

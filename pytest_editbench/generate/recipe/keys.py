"""The keys of `suite.toml`: which there are, and what each may hold."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from pytest_editbench.cases.vocabulary import DIFFICULTIES, MUTATIONS
from pytest_editbench.errors import UsageError
from pytest_editbench.generate.sources import patterns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

_MOST_CASES = 1_000_000
_LARGEST_SEED = 2**63 - 1  # of a whole number in TOML


@dataclass(frozen=True, slots=True)
class Key:
    """A known key."""

    name: str  # as written
    accept: Callable[[object], object]  # the value to keep; ValueError completes `"key" …`

    @property
    def field(self) -> str:
        """The field that it fills."""
        return self.name.replace("-", "_")


def accepted(raw: Mapping[str, object], keys: Sequence[Key], where: str) -> dict[str, object]:
    """The fields that the keys fill; `UsageError` names the key, what is wrong with it and what to write."""
    by_name = {key.name: key for key in keys}
    fields = {}
    for name, value in raw.items():
        key = by_name.get(name)
        if key is None:
            raise UsageError(f'{where}: "{name}" is no key here{_nearest(name, by_name)}')
        try:
            fields[key.field] = key.accept(value)
        except ValueError as problem:
            raise UsageError(f'{where}: "{name}" {problem}') from None
    return fields


def _nearest(name: str, known: Iterable[str]) -> str:
    names = list(known)
    near = get_close_matches(name.replace("_", "-").lower(), names, 1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(names)}"


def _must(allowed: str, value: object) -> NoReturn:
    text = json.dumps(value, default=str, ensure_ascii=False)
    raise ValueError(f"must be {allowed}, not {text if len(text) <= 60 else f'{text[:59]}…'}")


def _label(value: object) -> str:
    if isinstance(value, str) and value.strip() == value != "" and value.isprintable() and len(value) <= 100:
        return value
    _must("one line of text, at most 100 characters", value)


def _whole(least: int, most: int, value: object) -> int:
    if type(value) is int and least <= value <= most:
        return value
    _must(f"a whole number from {least} to {most:,}", value)


def _number(allowed: str, fits: Callable[[float], bool], value: object) -> float:
    if isinstance(value, int | float) and type(value) is not bool and math.isfinite(value) and fits(value):
        return float(value)
    _must(allowed, value)


def _list(allowed: str, value: object) -> list[str]:
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        return value
    _must(f"a list of {allowed}", value)


def _words(what: str, known: Sequence[str], value: object) -> tuple[str, ...]:
    """Those of the known words, in their own order: how they are listed shall not change the suite."""
    asked = _list(what, value)
    for word in asked:
        if word not in known:
            raise ValueError(f'has "{word}", which is none of the {what}{_nearest(word, known)}')
    return tuple(word for word in known if word in asked)


def _patterns(value: object) -> tuple[str, ...]:
    found = _list('patterns of paths such as "src/**"', value)
    for pattern in found:
        if fault := patterns.fault(pattern):
            raise ValueError(f'has "{pattern}": a pattern {fault}')
    return tuple(found)


def _digest(value: object) -> str:
    if isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value):
        return value
    _must("a SHA-256 of 64 hexadecimal digits, as --lock writes it", value)


def _sizes(value: object) -> dict[str, tuple[tuple[int, int], ...]]:
    allowed = "a table such as { duplicate-block = [[6, 20], [21, 60]] }"
    if not isinstance(value, dict):
        _must(allowed, value)
    _words("mutations", list(MUTATIONS), list(value) or None)
    return {mutation: _bands(allowed, bands) for mutation, bands in value.items()}


def _bands(allowed: str, value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list) or not value or not all(map(_is_band, value)):
        _must(f"{allowed}, each from fewer to more changed lines", value)
    return tuple((first, last) for first, last in value)


def _is_band(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(each) is int for each in value)
        and 1 <= value[0] <= value[1]
    )


KEYS = (
    Key("name", _label),
    Key("seed", partial(_whole, 0, _LARGEST_SEED)),
    Key("scale", partial(_number, "a number over 0, at most 10000", lambda value: 0 < value <= 10_000)),
    Key("count", partial(_whole, 1, _MOST_CASES)),
    Key("mutations", partial(_words, "mutations", list(MUTATIONS))),
    Key("categories", partial(_words, "categories", list(dict.fromkeys(MUTATIONS.values())))),
    Key("difficulties", partial(_words, "difficulties", DIFFICULTIES)),
    Key("min-score", partial(_number, "a number ≥ 0", lambda value: value >= 0)),
    Key("sizes", _sizes),
)
"""Of the recipe itself; beside them there are the sources."""

SOURCE_KEYS = (
    Key("spec", _label),
    Key("name", _label),
    Key("version", _label),
    Key("digest", _digest),
    Key("include", _patterns),
    Key("exclude", _patterns),
)
"""Of each of its sources."""

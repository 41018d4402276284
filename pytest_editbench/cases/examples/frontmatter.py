"""The TOML between two lines `+++` at the top of an example: its keys, read and written."""

from __future__ import annotations

import datetime
import json
import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_editbench.cases.examples.example import Example
    from pytest_editbench.cases.examples.place import Place

FENCE = "+++"
_ROLLBACK = "uncommitted_diff_requires_edit_history_rollback"
_DEEPEST = 64  # levels of nesting
_LONG_KEY = re.compile(rf"(?:[\w\"'-]+[ \t]*\.[ \t]*){{{_DEEPEST}}}")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What the front matter says; without any, nothing is said."""

    repository_url: str = ""
    revision: str = ""
    tags: tuple[str, ...] = ()
    rollback: bool = False
    extra: Mapping[str, object] = field(default_factory=dict)


def split(text: str, place: Place) -> tuple[FrontMatter, int]:
    """The front matter of a text, and how many lines it takes; `CaseError` names line and key."""
    lines = text.split("\n")
    top = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if lines[top].rstrip() == "---":
        raise place.error(top + 1, f"front matter is TOML between two lines {FENCE}, not YAML; rewrite it")
    if lines[top].rstrip() != FENCE:
        return FrontMatter(), 0
    end = next((number for number in range(top + 1, len(lines)) if lines[number].rstrip() == FENCE), None)
    if end is None:
        raise place.error(top + 1, f"the front matter is not closed; end it with a line {FENCE}")
    inner = place.below(top + 1)
    return _interpret(_table("".join(f"{line}\n" for line in lines[top + 1 : end]), inner), inner), end + 1


def write(example: Example) -> str:
    """The front matter of an example with its fences; empty where it would say nothing."""
    extra = {key: value for key, value in example.extra.items() if _is_held(value)}
    said = (example.repository_url, example.revision, example.tags, example.rollback, extra)
    if not any(said):
        return ""
    table: dict[str, object] = {"repository_url": example.repository_url, "revision": example.revision}
    table |= {"tags": list(example.tags)} if example.tags else {}
    table |= {_ROLLBACK: True} if example.rollback else {}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in (table | extra).items()]
    return "\n".join((FENCE, *lines, FENCE, ""))


def left_out(example: Example) -> list[str]:
    """The unknown keys that TOML cannot hold, since there is a null in their value."""
    return [key for key, value in example.extra.items() if not _is_held(value)]


def _table(toml: str, place: Place) -> dict[str, object]:
    import tomllib

    if _LONG_KEY.search(toml):  # the parser needs the square of its length in memory
        raise place.error(1, f"the front matter has a key of more than {_DEEPEST} parts; shorten it")
    try:
        table = tomllib.loads(toml)
    except (ValueError, RecursionError) as problem:
        line = re.search(r"at line (\d+)", str(problem))
        told = str(problem) if isinstance(problem, ValueError) else "it is nested too deeply"
        raise place.error(int(line[1]) if line else 1, f"the front matter is not TOML: {told}") from None
    if max(depth for _, depth in _leaves(table)) > _DEEPEST:
        raise place.error(1, f"the front matter is nested deeper than {_DEEPEST} levels")
    return table


def _interpret(table: dict[str, object], place: Place) -> FrontMatter:
    known = {key: table.pop(key, None) for key in ("repository_url", "revision", "tags", _ROLLBACK)}
    for key in ("repository_url", "revision"):
        if not isinstance(known[key], str):
            raise place.error(1, f'front matter: "{key}" must be a text in quotes, {_instead(known[key])}')
    tags = known["tags"] if known["tags"] is not None else []
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise place.error(1, f'front matter: "tags" must be a list of texts, {_instead(tags)}')
    rollback = known[_ROLLBACK] if known[_ROLLBACK] is not None else False
    if not isinstance(rollback, bool):
        raise place.error(1, f'front matter: "{_ROLLBACK}" must be true or false, {_instead(rollback)}')
    url, revision = (cast("str", known[key]) for key in ("repository_url", "revision"))
    return FrontMatter(url, revision, tuple(tags), rollback, {k: _plain(v) for k, v in table.items()})


def _instead(value: object) -> str:
    return "and it is missing" if value is None else f"not {value!r:.60}"


def _plain(value: object) -> object:
    """The value as JSON can hold it: times and numbers beyond it become texts."""
    match value:
        case dict():
            return {key: _plain(each) for key, each in value.items()}
        case list():
            return [_plain(each) for each in value]
        case datetime.date() | datetime.time():
            return value.isoformat()
        case float() if not math.isfinite(value):
            return str(value)
        case _:
            return value


def _is_held(value: object) -> bool:
    return all(leaf is not None for leaf, _ in _leaves(value))


def _leaves(value: object) -> Iterator[tuple[object, int]]:
    """All that is no collection, and all collections without members, each with its depth."""
    waiting = [(value, 0)]
    while waiting:
        here, depth = waiting.pop()
        below = list(here.values()) if isinstance(here, dict) else here
        if isinstance(below, list) and below:
            waiting += ((each, depth + 1) for each in below)
        else:
            yield here, depth


def _value(value: object) -> str:
    match value:
        case dict():
            inner = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
            return f"{{{inner}}}"
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case bool() | int() | float():
            return json.dumps(value)
        case _:
            return _text(str(value))


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    # A basic string of TOML is one of JSON, but for one control character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

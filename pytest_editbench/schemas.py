"""What records of older schemas lack, brought up one schema at a time: plain data in, plain data out."""

from __future__ import annotations

from ast import literal_eval
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

CURRENT = 2
Data = dict[str, object]


class Step(NamedTuple):
    """From one schema to the next."""

    header: Callable[[Data], Data]
    trial: Callable[[Data, Mapping[str, object]], Data]  # given the header too, as the next schema has it


# Schema 1 wrote every option as Python shows it; these were no text.
_VALUES = ("agent", "cases", "trials", "attempts", "timeout", "formatter", "git", "fail_under", "ignore")


def _header_of_1(header: Data) -> Data:
    told = header.get("options")
    options = told if isinstance(told, dict) else {}
    return {
        **header,
        "options": {name: _value(name, value) for name, value in options.items()},
        **dict.fromkeys(("plan_digest", "cases", "shard", "comparator", "grammars", "revision")),
    }


def _trial_of_1(trial: Data, header: Mapping[str, object]) -> Data:
    options = header["options"]
    given = options if isinstance(options, dict) else {}
    terms = {name: given.get(name) for name in ("attempts", "timeout")}
    model = given.get("model")
    terms["model"] = model if isinstance(model, str) else None
    return {**trial, "terms": terms, "test": None, "task_digest": None, "judged_by": {}}


def _value(name: str, text: object) -> object:
    if not isinstance(text, str) or text == "None":
        return None if text == "None" else text
    if name in _VALUES:
        with suppress(ValueError, SyntaxError):
            value = literal_eval(text)
            return list(value) if isinstance(value, tuple) else value
    return text


STEPS: Mapping[int, Step] = {1: Step(_header_of_1, _trial_of_1)}


def readable(schema: object) -> bool:
    """Whether records of this schema can be read."""
    return schema == CURRENT or (isinstance(schema, int) and schema in STEPS)


def header(data: Data) -> Data:
    """The header as the current schema has it, `schema` included; the data must be `readable`."""
    for schema in _to_climb(data):
        data = STEPS[schema].header(data)
    return {**data, "schema": CURRENT}


def trial(data: Data, told: Mapping[str, object]) -> Data:
    """A trial as the current schema has it; `told` is the header of its record, brought up."""
    for schema in _to_climb(data):
        data = STEPS[schema].trial(data, told)
    return {**data, "schema": CURRENT}


def _to_climb(data: Mapping[str, object]) -> range:
    schema = data.get("schema")
    return range(schema if isinstance(schema, int) else CURRENT, CURRENT)

"""What an agent says → an answer that keeps to the published schema, or the reason why it is none."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import prose
from pytest_editbench.errors import EditbenchError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jsonschema import Draft202012Validator

SCHEMA = "answer.schema.json"  # beside this module
LONGEST = 100_000  # characters from the end that are looked at
_KEYS = ("summary", "highlights", "risks")
_REASON = 300  # characters
_PATTERNS = {  # of the schema, in words
    r"^[^\r\n]*\S[^\r\n]*$": "must be one line of text, not blank",
    r"\S": "must not be blank",
}


class UnusableError(EditbenchError):
    """An answer that cannot be used; the message tells the agent why."""


class Answer(NamedTuple):
    """What an agent says of one file of a change."""

    summary: str  # one sentence
    highlights: tuple[str, ...]  # 2 to 5
    risks: tuple[str, ...]


def schema() -> str:
    """The JSON schema of an answer, as it is published with the package."""
    return resources.files(__package__).joinpath(SCHEMA).read_text(encoding="utf-8")


def read(text: str) -> Answer:
    """The answer in the text, whatever stands around it; `UnusableError` where there is none that is sound.

    Of several objects, the last one that keeps to the schema counts.
    """
    found = list(prose.objects(text[-LONGEST:], lambda data: any(key in data for key in _KEYS)))
    if not found:
        raise UnusableError(_missing(text))
    for data in reversed(found):
        if not isinstance(data, prose.Repeated) and _validator().is_valid(data):
            return Answer(*(_sound(data[key]) for key in _KEYS))  # type: ignore[arg-type]  # as the schema has it
    raise UnusableError(_fault(found[-1]))


@cache
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(schema()))


def _missing(text: str) -> str:
    what = "holds no JSON object with these keys" if text.strip() else "is empty"
    if len(text) > LONGEST:
        what = f"is longer than {LONGEST:,} characters, only the end is read, and that {what}"
    return f"the answer {what}: {', '.join(_KEYS)}"


def _fault(data: Mapping[str, object]) -> str:
    from jsonschema.exceptions import best_match

    if isinstance(data, prose.Repeated):
        return f"the answer says {json.dumps(data.key):.60} twice in one object"

    error = best_match(_validator().iter_errors(data))
    place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in error.absolute_path)
    told = _PATTERNS.get(str(error.validator_value), " ".join(error.message.split()))
    return f"${place}: {told if len(told) <= _REASON else f'{told[:_REASON]}…'}"


def _sound(value: object) -> object:
    """The texts without halves of characters, which JSON can hold and no file can, and on one line each."""
    if isinstance(value, list):
        return tuple(map(_sound, value))
    return " ".join(prose.sound(str(value)).split())

"""`metadata.json` → Metadata: the keys, their older spellings, and what each may hold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PureWindowsPath
from typing import TYPE_CHECKING, Any

from pytest_editbench.cases import jsontext
from pytest_editbench.cases.faults import Fault, error
from pytest_editbench.cases.jsontext import excerpt
from pytest_editbench.cases.kinds import EDIT, LOOSE, of_folders
from pytest_editbench.errors import CaseError
from pytest_editbench.model import MatchLevel, Metadata

if TYPE_CHECKING:
    from collections.abc import Callable

_KINDS = tuple(kind.name for kind in of_folders())
_MATCHES = tuple(level.value for level in MatchLevel if level is not MatchLevel.NONE)


def parse(data: bytes, where: str) -> Metadata:
    """What the file says; `CaseError` names the file, the key and what is allowed.

    `where` is the file as messages name it. A key whose value is null counts as absent.
    """
    metadata, faults = examine(data, where)
    if faults:
        raise CaseError(str(faults[0]))
    return metadata


def examine(data: bytes, where: str) -> tuple[Metadata, list[Fault]]:
    """What can be read of the file, and everything that is wrong with it."""
    try:
        raw = _decode(data)
    except ValueError as problem:
        return Metadata(), [error(where, str(problem))]
    return _interpret(raw, where)


@dataclass(frozen=True, slots=True)
class Key:
    """A known key: which field it fills and what it may hold."""

    field: str  # of Metadata
    spellings: tuple[str, ...]  # today's first
    allowed: str  # "must be …"
    accept: Callable[[object], object]  # the value to keep; None refuses
    essence: Callable[[Any], object] = lambda value: value  # two spellings agree when this is equal


def _label(value: object) -> str | None:
    if isinstance(value, str) and value.strip() and value.isprintable() and len(value) <= 1000:
        return value
    return None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and not _has_lone_surrogate(value) else None


def _has_lone_surrogate(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)


def _line_number(value: object) -> int | None:
    return value if type(value) is int and value >= 1 else None


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and type(value) is not bool else None


def _object(value: object) -> dict[str, object] | None:
    return value if isinstance(value, dict) else None


def _kind(value: object) -> str | None:
    return value if isinstance(value, str) and value in _KINDS else None


def _match(value: object) -> MatchLevel | None:
    return MatchLevel(value) if isinstance(value, str) and value in _MATCHES else None


def _base_name(path: str) -> str:
    return PureWindowsPath(path).name  # knows both kinds of slashes


_LABEL = "one line of text, at most 1,000 characters"

KEYS = (
    Key("mutation", ("mutation_type", "mutationType"), _LABEL, _label),
    Key("category", ("mutation_category", "mutationCategory", "category"), _LABEL, _label),
    Key("difficulty", ("difficulty",), _LABEL, _label),
    Key("difficulty_score", ("difficulty_score", "difficultyScore"), "a number", _number),
    Key("file_path", ("file_path", "filePath", "fileName"), _LABEL, _label, _base_name),
    Key("line_number", ("line_number", "lineNumber"), "a whole number ≥ 1", _line_number),
    Key("original_snippet", ("original_snippet", "originalSnippet"), "text", _text),
    Key("mutated_snippet", ("mutated_snippet", "mutatedSnippet"), "text", _text),
    Key("context", ("context",), "an object", _object),
    Key("kind", ("kind",), f"one of {', '.join(_KINDS)}", _kind),
    Key("match", ("match",), f"one of {', '.join(_MATCHES)}", _match),
)
_BY_SPELLING = {spelling: key for key in KEYS for spelling in key.spellings}


def _interpret(raw: dict[str, object], where: str) -> tuple[Metadata, list[Fault]]:
    fields: dict[str, Any] = {}
    extra: dict[str, object] = {}
    faults: list[Fault] = []
    for spelling, value in raw.items():
        key = _BY_SPELLING.get(spelling)
        if key is None:
            extra[spelling] = value
        elif value is not None:
            kept = key.accept(value)
            if kept is None:
                faults.append(error(where, f"must be {key.allowed}, not {excerpt(value)}", spelling))
            elif key.essence(fields.setdefault(key.field, kept)) != key.essence(kept):
                faults.append(_disagreement(key, raw, spelling, where))
    faults += _of_loose(extra.get(LOOSE), fields.get("kind"), where)
    return Metadata(**fields, extra=extra), faults


def _of_loose(value: object, kind: object, where: str) -> list[Fault]:
    if value is None or value is False or (value is True and kind in (None, EDIT)):
        return []
    if value is not True:
        return [error(where, f"must be true or false, not {excerpt(value)}", LOOSE)]
    return [error(where, f"is for edits; a case of the kind {kind} is never loose", LOOSE)]


def _disagreement(key: Key, raw: dict[str, object], spelling: str, where: str) -> Fault:
    other = next(each for each in raw if each in key.spellings and raw[each] is not None)
    said = f"says {excerpt(raw[spelling])} where"
    return error(where, f'{said} "{other}" says {excerpt(raw[other])}; keep one of them', spelling)


def _decode(data: bytes) -> dict[str, object]:
    """The JSON object; ValueError says in words for the user what is wrong."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise ValueError(f"is not UTF-8 text (byte {problem.start + 1})") from None
    value = jsontext.decode(text)
    if not isinstance(value, dict):
        raise ValueError(f'must hold a JSON object such as {{"difficulty": "easy"}}, not {excerpt(value)}')
    return value

"""Files of presets: TOML → rows, or a message that names the file, the key and the remedy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.agents.presets import layout
from pytest_editbench.agents.presets.row import Credential, Row, Server
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EXTENDS = "extends"

_NAME = re.compile(r"[A-Za-z0-9._-]+")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OF_THE_HOME = re.compile(r"HOME|TMPDIR|XDG_\w*")
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_IN_ARGV = {"home", "workspace", "prompt", "prompt_file", "model"}
_ELSEWHERE = {"home", "workspace", "model"}
_OF_SERVER = {"base_url", "server"}

Table = Mapping[str, object]


class _Kind(NamedTuple):
    """What a key may hold."""

    read: Callable[[object, str], object]  # the value and the key's whole name; ValueError says what is wrong
    told: str


def read(path: Path, known: Mapping[str, Row]) -> dict[str, Row]:
    """The rows of a file by name; those that extend another one are filled up from `known` and themselves.

    `UsageError` names the file, the row and the key of what is wrong, and says what it should be.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not text in UTF-8"
        raise UsageError(f"{path}: the presets cannot be read: {reason}") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{path}: not TOML: {error}") from error
    found: dict[str, Row] = {}
    for name, table in tables.items():
        try:
            found[name] = row(name, table, {**known, **found})
        except ValueError as error:
            raise UsageError(f"{path}: [{name}] {error}") from None
    return found


def row(name: str, table: object, known: Mapping[str, Row]) -> Row:
    """The row of a table; `ValueError` names the key and says what it must be."""
    if not _NAME.fullmatch(name):
        raise ValueError("is no name for a preset; use letters, digits, '.', '_' and '-'")
    if not isinstance(table, dict):
        raise ValueError('must be a table of keys such as program = "mycli"')
    base = _base(table, known)
    values = _values({key: value for key, value in table.items() if key != EXTENDS}, KEYS)
    given = {"name": name, **values}
    found = _made(given) if base is None else replace(base, **given)  # type: ignore[arg-type]  # each kind gives its field's type
    layout.check(found)
    return found


def _made(given: Mapping[str, object]) -> Row:
    needed = [field.name for field in fields(Row) if field.default is field.default_factory is MISSING]
    for key in needed:
        if key not in given:
            raise ValueError(f'needs the key "{key}" ({KEYS[key].told}), or "{EXTENDS}" with another preset')
    return Row(**given)  # type: ignore[arg-type]  # as above


def _base(table: Table, known: Mapping[str, Row]) -> Row | None:
    if EXTENDS not in table:
        return None
    base = table[EXTENDS]
    if not isinstance(base, str) or base not in known:
        raise ValueError(f'"{EXTENDS}" must name one of {", ".join(known)}, not {base!r}')
    return known[base]


class _WrongError(ValueError):
    """Says by itself what is wrong."""


def _values(table: Table, kinds: Mapping[str, _Kind], inside: str = "") -> dict[str, object]:
    found = {}
    for key, value in table.items():
        if key not in kinds:
            raise _WrongError(f'has a key "{inside}{key}" that means nothing; there are {", ".join(kinds)}')
        try:
            found[key] = kinds[key].read(value, f"{inside}{key}")
        except _WrongError:
            raise
        except ValueError:
            told = f"{kinds[key].told}, not {value!r:.80}"
            raise _WrongError(f'"{inside}{key}" must be {told}') from None
    return found


def _text(value: object, _: str) -> str:
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise ValueError
    return value


def _parser(value: object, key: str) -> str:
    from pytest_editbench.agents.logs.table import PARSERS

    if _text(value, key) not in PARSERS:
        raise _WrongError(f'"{key}" must be one of {", ".join(PARSERS)}, not {value!r:.80}')
    return str(value)


def _truth(value: object, _: str) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _whole(value: object, _: str) -> int:
    if type(value) is not int or value < 1:
        raise ValueError
    return value


def _words(value: object, key: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError
    return tuple(_text(word, key) for word in value)


def _templates(allowed: set[str]) -> Callable[[object, str], tuple[str, ...]]:
    def read_words(value: object, key: str) -> tuple[str, ...]:
        words = _words(value, key)
        for word in words:
            _check_placeholders(word, allowed, key)
        return words

    return read_words


def _texts(allowed: set[str], names: Callable[[str], bool]) -> Callable[[object, str], Mapping[str, str]]:
    def read_table(value: object, key: str) -> Mapping[str, str]:
        if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
            raise ValueError
        for name, text in value.items():
            if not names(name) or "\0" in text:
                raise ValueError
            _check_placeholders(text, allowed, f"{key}.{name}")
            if names is _is_variable and _OF_THE_HOME.fullmatch(name):
                raise _WrongError(f'"{key}" cannot set {name}, which leads into the private home')
        return dict(value)

    return read_table


def _check_placeholders(text: str, allowed: set[str], key: str) -> None:
    for name in _PLACEHOLDER.findall(text):
        if name in _IN_ARGV | _OF_SERVER and name not in allowed:
            told = ", ".join(f"{{{each}}}" for each in sorted(allowed))
            raise _WrongError(f'"{key}" cannot hold {{{name}}}; it may hold {told}')


def _is_variable(name: str) -> bool:
    return _VARIABLE.fullmatch(name) is not None


def _is_inside(name: str) -> bool:
    """Whether this is a path that stays in the folder it starts from."""
    path = PurePosixPath(name)
    sound = bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\0" not in name
    return sound and not name.endswith("/")


def _place(value: object, key: str) -> str:
    found = _text(value, key)
    if not _is_inside(found):
        raise ValueError
    return found


def _credentials(value: object, key: str) -> tuple[Credential, ...]:
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise ValueError
    found = [_values(each, _CREDENTIAL, f"{key}.") for each in value]
    if not all({"folder", "file"} <= each.keys() for each in found):
        raise ValueError
    return tuple(Credential(**each) for each in found)  # type: ignore[arg-type]  # each kind gives its field's type


def _server(value: object, key: str) -> Server:
    if not isinstance(value, dict):
        raise ValueError
    return Server(**_values(value, _SERVER, f"{key}."))  # type: ignore[arg-type]  # as above


_TEXT = _Kind(_text, "a text that is not empty")
_TRUTH = _Kind(_truth, "true or false")
_LIST = 'a list of words, such as ["-p", "--json"]'
_TABLE = "a table of texts by variable name"
_FILES = "a table of texts by path, which must stay in the home folder"
_PLACE = _Kind(_place, "a path that stays in the home folder")
_VARIABLES = _Kind(_texts(_ELSEWHERE, _is_variable), _TABLE)

_CREDENTIAL: Mapping[str, _Kind] = {
    "folder": _PLACE,
    "file": _PLACE,
    "variable": _TEXT,
    "rotates": _TRUTH,
}
_SERVER: Mapping[str, _Kind] = {
    "argv": _Kind(_templates(_IN_ARGV | _OF_SERVER), _LIST),
    "prefix": _TEXT,
    "environment": _Kind(_texts(_ELSEWHERE | _OF_SERVER, _is_variable), _TABLE),
    "defaults": _VARIABLES,
    "files": _Kind(_texts(_ELSEWHERE | _OF_SERVER, _is_inside), _FILES),
}
KEYS: Mapping[str, _Kind] = {
    "description": _TEXT,
    "program": _TEXT,
    "install": _TEXT,
    "argv": _Kind(_templates(_IN_ARGV), _LIST),
    "model": _Kind(_templates({"model"}), _LIST),
    "environment": _VARIABLES,
    "private": _VARIABLES,
    "files": _Kind(_texts(_ELSEWHERE, _is_inside), _FILES),
    "keys": _Kind(_words, 'a list of names of variables, such as ["MY_API_KEY"]'),
    "keep": _Kind(_words, 'a list of names of variables, such as ["MY_REGION"]'),
    "credentials": _Kind(_credentials, 'a list of tables with "folder" and "file"'),
    "litter": _Kind(_words, 'a list of patterns, such as [".mycli/"]'),
    "git": _TRUTH,
    "parser": _Kind(_parser, "the name of a preset of the package"),
    "server": _Kind(_server, "a table of argv, prefix, environment, defaults, files"),
    "version": _Kind(_words, _LIST),
    "checked": _TEXT,
    "node": _Kind(_whole, "a whole number ≥ 1"),
    "retries": _TEXT,
    "notes": _Kind(_words, "a list of texts"),
    "unbounded": _Kind(_words, "a list of texts"),
}

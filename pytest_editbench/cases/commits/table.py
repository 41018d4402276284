"""The key `commit` of a case's metadata: what its proposal must hold, and where its change is to be found."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.cases.faults import Fault, error
from pytest_editbench.cases.jsontext import excerpt
from pytest_editbench.cases.kinds import METADATA
from pytest_editbench.commits.proposal import TYPES
from pytest_editbench.commits.subject import Demands

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_editbench.model import Case

KEY = "commit"

_RANGE = re.compile(r"(?P<old>[^\s.:~^-][^\s:]*?)\.\.(?P<new>[^\s.:][^\s:]*)")


@dataclass(frozen=True, slots=True)
class Table:
    """What the key says."""

    demands: Demands = field(default_factory=Demands)
    repository: str = ""  # URL or path, that of the change in place of `input/` and the patch
    old: str = ""  # revision before the change
    new: str = ""  # revision after it


class _Key(NamedTuple):
    """A key of the table, and what it may hold."""

    allowed: str
    fits: Callable[[object], bool]


def _is_line(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable() and len(value) <= 200


def _lines(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_line, value))


def _types(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(each in TYPES for each in value)


def _scopes(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(each is None or _is_line(each) for each in value)


def _is_range(value: object) -> bool:
    return isinstance(value, str) and bool(_RANGE.fullmatch(value))


_WORDS = "a list of texts, a line each and not empty"
KEYS = {
    "types": _Key(f"a list of {', '.join(TYPES)}", _types),
    "scopes": _Key("a list of scopes, where null stands for none", _scopes),
    "words": _Key(_WORDS, _lines),
    "forbidden": _Key(_WORDS, _lines),
    "files": _Key("a list of paths of the change", _lines),
    "repository": _Key("the URL or the path of a repository", _is_line),
    "range": _Key(
        "two revisions, such as v1.0..v1.1",
        _is_range,
    ),
}
"""What the table may say; an unknown key is an error, or a slip of the pen would demand nothing."""


def read(case: Case) -> tuple[Table, list[Fault]]:
    """What the table says, and everything that is wrong with it; a case without it demands nothing."""
    where, told = f"{case.where}/{METADATA}", case.metadata.extra.get(KEY)
    if told is None:
        return Table(), []
    if not isinstance(told, dict):
        return Table(), [error(where, f"must be an object, not {excerpt(told)}", KEY)]
    told = {key: value for key, value in told.items() if value is not None}
    faults = [fault for key, value in told.items() if (fault := _fault(where, key, value))]
    faults += _half(where, told)
    if faults:
        return Table(repository=str(told.get("repository", ""))), faults
    lists = {key: tuple(each or "" for each in told.get(key, ())) for key in list(KEYS)[:5]}
    span = _RANGE.fullmatch(str(told.get("range", "")))
    old, new = (span["old"], span["new"]) if span else ("", "")
    return Table(Demands(**lists), str(told.get("repository", "")), old, new), []


def _fault(where: str, key: str, value: object) -> Fault | None:
    known = KEYS.get(key)
    if known is None:
        return error(where, f"is no key; there are {', '.join(KEYS)}", f"{KEY}.{key}")
    if not known.fits(value):
        return error(where, f"must be {known.allowed}, not {excerpt(value)}", f"{KEY}.{key}")
    return None


def _half(where: str, told: dict[str, object]) -> list[Fault]:
    """A repository without a range, or a range without a repository."""
    pair = [key for key in ("repository", "range") if key in told]
    if len(pair) != 1:
        return []
    other = "range" if pair[0] == "repository" else "repository"
    return [error(where, f'needs "{KEY}.{other}" beside it', f"{KEY}.{pair[0]}")]

"""What an agent says it used: the file named in `EDITBENCH_USAGE_FILE`."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from pytest_editbench.model import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

USAGE_FILE = "usage.json"  # its name; it stands beside the workspace, never in it
_LIMIT = 1 << 20  # bytes
_LARGEST = 2**53  # beyond it, readers of JSON disagree
_LONGEST = 2000  # characters

T = TypeVar("T")


class _Unusable(Exception):  # noqa: N818  # says what holds of a value, and never leaves this module
    """Why the file, or a value in it, is passed over."""


def read(path: Path) -> tuple[Usage, str]:
    """The usage an agent wrote, and a note on what of it could not be used ("" when nothing).

    The file holds one JSON object. Every key is optional, absent or null is unknown, other keys are passed
    over: `input_tokens`, `output_tokens`, `cached_tokens`, `turns` (whole numbers ≥ 0), `cost` (US dollars
    ≥ 0), `tool_calls` (object: tool name → whole number ≥ 0), `edit_calls` (object with whole numbers `ok`
    and `failed`), `model` (text), `error` (text: the provider failed, so the agent could not be asked).
    What is broken is noted and otherwise ignored: a usage file never fails a trial.
    """
    try:
        values = _Values(_load(path))
    except _Unusable as reason:
        return Usage(), f"{path.name} ignored: {reason}"
    edits = values.inside("edit_calls")
    usage = Usage(
        input_tokens=values.take("input_tokens", _count),
        output_tokens=values.take("output_tokens", _count),
        cached_tokens=values.take("cached_tokens", _count),
        cost=values.take("cost", _amount),
        tool_calls=values.take("tool_calls", _counts),
        edit_calls_ok=edits.take("ok", _count),
        edit_calls_failed=edits.take("failed", _count),
        turns=values.take("turns", _count),
        model=values.take("model", _text),
        error=values.take("error", _text),
    )
    return usage, f"{path.name}: {'; '.join(values.notes)}" if values.notes else ""


def answered(usage: Usage) -> bool | None:
    """Whether the model ever answered, as far as its usage tells."""
    signs = (usage.output_tokens, usage.turns, sum(usage.tool_calls.values()) if usage.tool_calls else None)
    known = [sign for sign in signs if sign is not None]
    return any(known) if known else None


def _load(path: Path) -> Mapping[str, object]:
    text = _bytes(path)
    if not text.strip():
        return {}
    try:
        return _object(json.loads(text.decode("utf-8")))
    except (ValueError, RecursionError) as error:
        raise _Unusable(f"not JSON in UTF-8 ({error})") from error


def _bytes(path: Path) -> bytes:
    """The file's content, empty when there is none; never waits, never follows a link."""
    try:
        with open(path, "rb", opener=_open) as file:  # Path.open takes no opener
            regular = stat.S_ISREG(os.fstat(file.fileno()).st_mode)
            data = file.read(_LIMIT + 1) if regular else b""
    except FileNotFoundError:
        return b""
    except OSError:
        regular = False
    if not regular:
        raise _Unusable("not a regular file that can be read")
    if len(data) > _LIMIT:
        raise _Unusable(f"larger than {_LIMIT} bytes")
    return data


def _open(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOFOLLOW)


@dataclass(frozen=True, slots=True)
class _Values:
    """An object of the file, and what turned out to be wrong in it."""

    values: Mapping[str, object]
    prefix: str = ""
    notes: list[str] = field(default_factory=list)

    def take(self, key: str, check: Callable[[object], T]) -> T | None:
        value = self.values.get(key)
        if value is None:
            return None
        try:
            return check(value)
        except _Unusable as reason:
            self.notes.append(f'"{self.prefix}{key}" ignored: {reason}')
            return None

    def inside(self, key: str) -> _Values:
        return _Values(self.take(key, _object) or {}, f"{key}.", self.notes)


def _object(value: object) -> Mapping[str, object]:
    if isinstance(value, dict):
        return value
    raise _Unusable("must be an object")


def _count(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST:
        return value
    raise _Unusable("must be a whole number ≥ 0")


def _amount(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _LARGEST:
        return float(value)  # NaN is not ≥ 0, infinity is above the bound
    raise _Unusable("must be a number ≥ 0")


def _counts(value: object) -> Mapping[str, int]:
    return {_text(name): _count(number) for name, number in _object(value).items()}


def _text(value: object) -> str:
    if isinstance(value, str):
        return value[:_LONGEST].encode("utf-8", "replace").decode()  # JSON can spell what UTF-8 cannot
    raise _Unusable("must be text")

"""What an agent says it used: the file named in `EDITBENCH_USAGE_FILE`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pytest_editbench import untrusted
from pytest_editbench.agents import checks
from pytest_editbench.agents.checks import UnusableError
from pytest_editbench.model import Usage
from pytest_editbench.results import EDIT_FAILURES, TOOL_KINDS, USAGE_BASES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

USAGE_FILE = "usage.json"  # its name; it stands beside the workspace, never in it
_LIMIT = 1 << 20  # bytes
_LONGEST = 2000  # characters


def read(path: Path) -> tuple[Usage, str]:
    """The usage an agent wrote, and a note on what of it could not be used ("" when nothing).

    The file holds one JSON object. Every key is optional, absent or null is unknown, other keys are passed
    over: `input_tokens`, `output_tokens`, `cached_tokens`, `cache_write_tokens`, `reasoning_tokens`, `turns`
    (whole numbers ≥ 0), `cost` (US dollars ≥ 0), `tool_calls` (object: tool name → whole number ≥ 0),
    `edit_calls` (object with whole numbers `ok` and `failed`), `calls_by_kind` (by TOOL_KINDS),
    `edit_failures` (by EDIT_FAILURES), `basis` (one of USAGE_BASES), `model` (text), `error` (text: the
    provider failed, so the agent could not be asked).
    What is broken is noted and otherwise ignored: a usage file never fails a trial.
    """
    try:
        values = checks.Values(_load(path))
    except UnusableError as reason:
        return Usage(), f"{path.name} ignored: {reason}"
    edits = values.inside("edit_calls", values.take("edit_calls", checks.mapping) or {})
    usage = Usage(
        input_tokens=values.take("input_tokens", checks.count),
        output_tokens=values.take("output_tokens", checks.count),
        cached_tokens=values.take("cached_tokens", checks.count),
        cache_write_tokens=values.take("cache_write_tokens", checks.count),
        reasoning_tokens=values.take("reasoning_tokens", checks.count),
        cost=values.take("cost", checks.amount),
        tool_calls=values.take("tool_calls", _counts),
        edit_calls_ok=edits.take("ok", checks.count),
        edit_calls_failed=edits.take("failed", checks.count),
        turns=values.take("turns", checks.count),
        basis=values.take("basis", checks.one_of(USAGE_BASES)),
        calls_by_kind=values.take("calls_by_kind", checks.counts_of(TOOL_KINDS)),
        edit_failures=values.take("edit_failures", checks.counts_of(EDIT_FAILURES)),
        model=values.take("model", _line),
        error=values.take("error", _reason),
    )
    return usage, f"{path.name}: {'; '.join(values.notes)}" if values.notes else ""


def answered(usage: Usage) -> bool | None:
    """Whether the model ever answered, as far as its usage tells; no calls and no tokens are no sign."""
    calls = None if usage.tool_calls is None else sum(usage.tool_calls.values())
    known = [sign for sign in (usage.output_tokens, usage.turns, calls) if sign is not None]
    return any(known) if known else None


def _load(path: Path) -> Mapping[str, object]:
    text = _bytes(path)
    if not text.strip():
        return {}
    try:
        return checks.mapping(json.loads(text.decode("utf-8")))
    except (ValueError, RecursionError) as error:
        raise UnusableError(f"not JSON in UTF-8 ({error})") from error


def _bytes(path: Path) -> bytes:
    """The file's content, empty when there is none."""
    try:
        data = untrusted.read(path, _LIMIT + 1)
    except FileNotFoundError:
        return b""
    except OSError:
        raise UnusableError("not a regular file that can be read") from None
    if len(data) > _LIMIT:
        raise UnusableError(f"larger than {_LIMIT} bytes")
    return data


def _line(value: object) -> str:
    return checks.text(value)[:_LONGEST]


def _reason(value: object) -> str | None:
    return _line(value).strip() or None


def _counts(value: object) -> Mapping[str, int]:
    return {name[:_LONGEST]: number for name, number in checks.counts(value).items()}

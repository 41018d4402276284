"""What a Python agent says of an attempt, as far as it can be believed."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import PurePath, PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench.agents import checks
from pytest_editbench.model import AgentResult, Usage
from pytest_editbench.predictions import Prediction
from pytest_editbench.results import EDIT_FAILURES, TOOL_KINDS, USAGE_BASES

if TYPE_CHECKING:
    from collections.abc import Mapping


def checked(result: AgentResult) -> AgentResult:
    """The result with what its fields cannot hold unknown, and a note on that at the end of its tail.

    An empty `error` is none; any other one counts, text or not: it says that the agent could not be asked.
    """
    values = checks.Values(_named(result))
    usage = values.take("usage", _fields_of_usage) or {}
    used = values.inside("usage", usage)
    clean = AgentResult(
        exit_code=values.take("exit_code", checks.whole),
        signal=values.take("signal", checks.count),
        timed_out=values.take("timed_out", checks.truth) or False,
        answered=values.take("answered", checks.truth),
        error=values.take("error", _reason),
        text=values.take("text", checks.text),
        usage=_usage(used),
        output_bytes=values.take("output_bytes", checks.count),
        output_tail=values.take("output_tail", checks.text) or "",
        survivors=values.take("survivors", checks.count) or 0,
        prediction=_prediction(values),
        malformed=values.take("malformed", _reason),
        waited=values.take("waited", checks.amount) or 0.0,
        replayed=values.take("replayed", checks.text),
        tolerances=values.take("tolerances", checks.texts) or (),
    )
    note = f"AgentResult: {'; '.join(values.notes)}" if values.notes else ""
    return with_note(clean, note)


def with_note(result: AgentResult, note: str) -> AgentResult:
    """The result with a line more at the end of what was printed last."""
    return replace(result, output_tail="\n".join(filter(None, (result.output_tail, note))))


def _usage(used: checks.Values) -> Usage:
    return Usage(
        input_tokens=used.take("input_tokens", checks.count),
        output_tokens=used.take("output_tokens", checks.count),
        cached_tokens=used.take("cached_tokens", checks.count),
        cache_write_tokens=used.take("cache_write_tokens", checks.count),
        reasoning_tokens=used.take("reasoning_tokens", checks.count),
        cost=used.take("cost", checks.amount),
        basis=used.take("basis", checks.one_of(USAGE_BASES)),
        tool_calls=used.take("tool_calls", checks.counts),
        calls_by_kind=used.take("calls_by_kind", checks.counts_of(TOOL_KINDS)),
        edit_failures=used.take("edit_failures", checks.counts_of(EDIT_FAILURES)),
        edit_calls_ok=used.take("edit_calls_ok", checks.count),
        edit_calls_failed=used.take("edit_calls_failed", checks.count),
        turns=used.take("turns", checks.count),
        model=used.take("model", checks.text),
        error=used.take("error", _reason),
        unreadable_lines=used.take("unreadable_lines", checks.count),
    )


def _prediction(values: checks.Values) -> Prediction | None:
    told = values.take("prediction", _fields_of_prediction)
    if told is None:
        return None
    said = values.inside("prediction", told)
    path = said.take("path", _path)
    return Prediction(
        patch=said.take("patch", checks.text),
        text=said.take("text", _whole_text),
        path=None if path is None else PurePosixPath(path),
        cursor=said.take("cursor", checks.count),
    )


def _path(value: object) -> str:
    return checks.text(str(value) if isinstance(value, PurePath) else value)


def _whole_text(value: object) -> str:
    """As it is: a file may hold what is not UTF-8, read with surrogate escapes."""
    if isinstance(value, str):
        return value
    raise checks.UnusableError("must be text")


def _fields_of_prediction(value: object) -> Mapping[str, object]:
    if isinstance(value, Prediction):
        return {field.name: getattr(value, field.name, None) for field in fields(value)}
    raise checks.UnusableError("must be a Prediction")


def _fields_of_usage(value: object) -> Mapping[str, object]:
    if isinstance(value, Usage):
        return _named(value)
    raise checks.UnusableError("must be a Usage")


def _named(value: AgentResult | Usage) -> dict[str, object]:
    return {field.name: getattr(value, field.name, None) for field in fields(value)}


def _reason(value: object) -> str | None:
    said = value if isinstance(value, str) or not value else f"{type(value).__name__}: {value}"
    return checks.text(said).strip() or None if said else None

"""JSON edits in answers, read as operations."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pytest_editbench.errors import FormatError
from pytest_editbench.formats import fences, paths
from pytest_editbench.formats.operations import Change, Create, Delete, Passage
from pytest_editbench.formats.paths import shown

if TYPE_CHECKING:
    from pathlib import PurePosixPath

    from pytest_editbench.formats.operations import Operation

_KINDS = {
    frozenset(("path", "find", "replace")),
    frozenset(("path", "create")),
    frozenset(("path", "delete")),
    frozenset(("path", "move")),
}
_FORMS = "find and replace, or create, or delete, or move"


def read(answer: str) -> list[Operation]:
    """The operations of the one JSON object in an answer; `FormatError` where it cannot be read."""
    text, line = _object(answer)
    try:
        data = json.loads(text, object_pairs_hook=_checked)
    except json.JSONDecodeError as error:
        raise FormatError(f"line {line + error.lineno - 1}: no valid JSON: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise FormatError(f"line {line}: no valid JSON: {reason}") from None
    edits = data.get("edits") if isinstance(data, dict) else None
    if not isinstance(edits, list) or len(data) != 1 or not edits:
        raise FormatError(f'line {line}: expected an object {{"edits": […]}} with one edit at least')
    return [_operation(edit, number, line) for number, edit in enumerate(edits, start=1)]


def _checked(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _object(answer: str) -> tuple[str, int]:
    """The JSON text and its line, 1-based: all of the answer, or what its one block of JSON holds."""
    if answer.lstrip().startswith("{"):
        return answer, 1
    lines = tuple(answer.split("\n"))
    found, at = [], 0
    while at < len(lines):
        if not fences.opens(lines[at]):
            at += 1
            continue
        block = fences.read(lines, at)
        if block.info.lower() == "json":
            found.append(block)
        at = block.stop
    if len(found) != 1:
        raise FormatError(f"the answer has {len(found)} blocks ```json; expected one, or JSON alone")
    return "\n".join(found[0].lines), found[0].line


def _operation(edit: object, number: int, line: int) -> Operation:
    if not isinstance(edit, dict) or frozenset(edit) not in _KINDS:
        keys = ", ".join(map(str, edit)) if isinstance(edit, dict) else shown(str(edit))
        raise FormatError(f"edit {number}: expected path and {_FORMS}, not {shown(keys)}")
    if edit.get("delete", True) is not True:
        raise FormatError(f"edit {number}: delete must be true")
    texts = {key: _text(value, key, number) for key, value in edit.items() if key != "delete"}
    path = _path(texts["path"], number)
    if "create" in texts:
        return Create(path, texts["create"], line)
    if "delete" in edit:
        return Delete(path, line)
    if "move" in texts:
        return Change(path, (), line, _path(texts["move"], number))
    return Change(path, (Passage(texts["find"], texts["replace"], line),), line)


def _text(value: object, key: str, number: int) -> str:
    if not isinstance(value, str):
        raise FormatError(f"edit {number}: {key} must be a text, not {shown(str(value))}")
    return value


def _path(text: str, number: int) -> PurePosixPath:
    try:
        return paths.read(text, 0)
    except FormatError as error:
        raise FormatError(f"edit {number}: {str(error).removeprefix('line 0: ')}") from None

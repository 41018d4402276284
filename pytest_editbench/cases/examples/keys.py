"""The keys of an example in JSON, and what each may hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pytest_editbench.cases import jsontext

if TYPE_CHECKING:
    from pytest_editbench.cases.examples.place import Place

ROLLBACK = "uncommitted_diff_contains_edit_history"
ROLLBACK_IN_MARKDOWN = "uncommitted_diff_requires_edit_history_rollback"

Check = tuple[Callable[[object], bool], str]


def checked(raw: object, place: Place, prefix: str) -> dict[str, object]:
    """The object without keys that hold null, which count as absent; `CaseError` names a key that is wrong.

    `prefix` is what messages put in front of the key.
    """
    if not isinstance(raw, dict):
        raise place.error(1, f"an example is a JSON object, not {jsontext.excerpt(raw)}")
    found = {key: value for key, value in raw.items() if value is not None or key not in KEYS}
    for key, (accepts, allowed) in KEYS.items():
        if key in found and not accepts(found[key]):
            excerpt = jsontext.excerpt(found[key])
            raise place.error(1, f'"{prefix}{key}" must be {allowed}, not {excerpt}')
    for key in ("cursor_path", "cursor_position"):
        if not found.get(key):
            raise place.error(1, f'"{prefix}{key}" is missing; it tells where the cursor is')
    return found


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _are_files(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_file, value))


def _is_file(value: object) -> bool:
    if not isinstance(value, dict):
        return _is_text(value)
    offset = value.get("offset")
    is_offset = offset is None or (type(offset) is int and offset >= 0)
    return value.keys() <= {"path", "offset"} and _is_text(value.get("path")) and is_offset


_TEXT: Check = (_is_text, "a text")
_TEXTS: Check = (_are_texts, "a list of texts")
_FLAG: Check = (_is_flag, "true or false")
_FILES: Check = (_are_files, 'a list of objects such as {"path": "a.py", "offset": 12}, or of paths')

KEYS: Mapping[str, Check] = {
    "name": _TEXT,
    "repository_url": _TEXT,
    "revision": _TEXT,
    "tags": _TEXTS,
    "reasoning": _TEXT,
    "uncommitted_diff": _TEXT,
    ROLLBACK: _FLAG,
    ROLLBACK_IN_MARKDOWN: _FLAG,
    "recently_opened_files": _FILES,
    "recently_viewed_files": _FILES,
    "cursor_path": _TEXT,
    "cursor_position": _TEXT,
    "edit_history": _TEXT,
    "expected_patches": _TEXTS,
    "rejected_patch": _TEXT,
}
"""The known keys."""

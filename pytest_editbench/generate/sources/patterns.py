"""Patterns of paths: `*` and `?` within a name, `**` for any folders, a folder for all below it."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import PurePosixPath

_WILD = {"*": "[^/]*", "?": "[^/]"}


def fault(pattern: str) -> str | None:
    """Why this can be no pattern; None when it can."""
    if not pattern.strip("/ ") or pattern.startswith("/"):
        return "must be a path within the source"
    if "\\" in pattern or ".." in pattern.split("/"):
        return 'must have "/" between its folders, and no ".."'
    return None


def matches(pattern: str, path: PurePosixPath) -> bool:
    """Whether the path is what the pattern names, or lies in a folder that it names."""
    return bool(_compiled(pattern).fullmatch(str(path)))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    parts = [part for part in pattern.split("/") if part not in ("", ".")]
    text = "".join("(?:[^/]+/)*" if part == "**" else f"{_name(part)}/" for part in parts)
    # What ends in `**` is all below; what does not may itself be the file, without the last slash.
    return re.compile(f"{text}.+" if parts[-1:] == ["**"] else f"{text.removesuffix('/')}(?:/.+)?")


def _name(part: str) -> str:
    return "".join(_WILD.get(character, re.escape(character)) for character in part)

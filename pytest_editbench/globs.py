"""Patterns of paths, as the ini file has them; light, since it is asked about all that any session walks."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_SIGNS = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_PART = re.compile(r"\*\*/|\*\*|\*|\?")


def fits(path: Path, root: Path, patterns: Sequence[str]) -> bool:
    """Whether the path fits one of the patterns.

    A pattern without a slash is one of names, at any depth; others start at `root`. `*` and `?` never span a
    slash, `**` spans any number of folders.
    """
    if not patterns or not path.is_relative_to(root):
        return False
    whole = path.relative_to(root).as_posix()
    return any(_compiled(pattern).fullmatch(whole if "/" in pattern else path.name) for pattern in patterns)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    found, at = "", 0
    text = pattern.removeprefix("./").lstrip("/")
    for part in _PART.finditer(text):
        found += re.escape(text[at : part.start()]) + _SIGNS[part[0]]
        at = part.end()
    return re.compile(found + re.escape(text[at:]), re.DOTALL)

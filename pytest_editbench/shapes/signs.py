"""The shape of an edit, told by the signs of a diff's lines."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from pytest_editbench.generate.hunks import Shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_editbench.generate.hunks import Kind

_HEAD = re.compile(r"(?:diff |index |@@|\*\*\* )")
_COUNTS = re.compile(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")  # lines of a hunk, on both sides
_CHANGED = "+-"


def of_patch(text: str) -> Shape:
    """The shape of a unified diff, or of a patch in the envelope of `apply_patch`; no runs for neither."""
    return of_signs(_signs(text.split("\n")))


def of_signs(signs: Iterable[str]) -> Shape:
    """The shape of lines of which `+` came and `-` went; any other sign ends a run of changed ones."""
    runs = [list(run) for changed, run in groupby(signs, lambda sign: sign in _CHANGED) if changed]
    return Shape(sum(max(run.count("+"), run.count("-")) for run in runs), tuple(_kind(run) for run in runs))


def _kind(run: Sequence[str]) -> Kind:
    return "replace" if len(set(run)) == 2 else "insert" if run[0] == "+" else "delete"


def _signs(lines: Sequence[str]) -> Iterator[str]:
    """The first character of each line of a hunk; something else for what stands between hunks."""
    inside, left = False, 0
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        names = line.startswith("--- ") and after.startswith("+++ ") and not left
        if names or _HEAD.match(line):
            inside = not names and line.startswith(("@@", "*** "))
            left = sum(map(int, found.groups("1"))) if (found := _COUNTS.match(line)) else 0
            yield "@"
        elif inside and not line.startswith("\\"):  # which tells of a line's end
            left = max(0, left - (1 if line.startswith(("+", "-")) else 2))
            yield line[:1] or " "

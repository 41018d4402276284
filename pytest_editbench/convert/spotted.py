"""Where the cursor could be before a change: an example's excerpt, made of the file that is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench import linediff
from pytest_editbench.cases.examples import cursor
from pytest_editbench.cases.examples.lines import places
from pytest_editbench.errors import CaseError

if TYPE_CHECKING:
    from pathlib import PurePosixPath

_AROUND = 5  # lines


def excerpt(path: PurePosixPath, old: bytes, new: bytes, *, whole: bool = False) -> str:
    """The lines around the first change with the cursor at its start; with `whole`, all lines.

    `CaseError` for a file that has no place for a cursor, or is no text.
    """
    lines, changed = (data.split(b"\n") for data in (old, new))
    runs = linediff.runs(lines, changed)
    at = min(runs[0].old.start if runs else 0, len(lines) - 1)
    first, stop = (0, len(lines)) if whole else _unique(lines, at)
    text = b"\n".join(lines[first:stop])
    before = sum(len(line) + 1 for line in lines[first:at])
    indent = len(lines[at]) - len(lines[at].lstrip(b" \t"))
    try:
        shown = text.decode("utf-8")
    except UnicodeDecodeError:
        raise CaseError(f"{path}: is not UTF-8 text; an example cannot hold it") from None
    return cursor.write(shown, before + indent, cursor.comment_sign(path))


def _unique(lines: list[bytes], at: int) -> tuple[int, int]:
    """The first lines around `at` that stand nowhere else."""
    reach = _AROUND
    while reach < len(lines):
        first, stop = max(at - reach, 0), min(at + reach + 1, len(lines))
        if len(places(lines, lines[first:stop])) == 1:
            return first, stop
        reach *= 2
    return 0, len(lines)

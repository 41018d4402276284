"""New lines under the indents that a file has, where an answer quotes its lines with others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.errors import FormatError
from pytest_editbench.formats.paths import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_editbench.formats.operations import Lines


def shifted(old: Sequence[str], here: Sequence[str], new: Lines, line: int) -> Lines:
    """The new lines, indented as the file (`here`) is where the answer quotes `old`.

    An indent that is quoted becomes what the file has for it. Others are shifted, if all quoted lines are
    off by the same. `FormatError` where it cannot be told.
    """
    pairs = [(_indent(told), _indent(found)) for told, found in zip(old, here, strict=True) if found.strip()]
    known = dict(pairs)
    if any(known[told] != found for told, found in pairs):
        raise FormatError(f"line {line}: the quoted lines are indented otherwise than the file, unevenly")
    if all(told == found for told, found in pairs):
        return new
    shift = _shift(pairs)
    return tuple(_moved(each, known, shift, line) for each in new)


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _shift(pairs: Iterable[tuple[str, str]]) -> tuple[str, str] | None:
    """What to take from the front of each indent, and what to put there; None if that differs."""
    shifts = {_change(told, found) for told, found in pairs}
    return shifts.pop() if len(shifts) == 1 else None


def _change(told: str, found: str) -> tuple[str, str] | None:
    if found.endswith(told):
        return "", found.removesuffix(told)
    return (told.removesuffix(found), "") if told.endswith(found) else None


def _moved(line: str, known: dict[str, str], shift: tuple[str, str] | None, number: int) -> str:
    indent = _indent(line)
    if not line.strip():
        return line
    if indent in known:
        return known[indent] + line[len(indent) :]
    if shift is None or not line.startswith(shift[0]):
        raise FormatError(f"line {number}: how {shown(line.strip())} is to be indented cannot be told")
    return shift[1] + line.removeprefix(shift[0])

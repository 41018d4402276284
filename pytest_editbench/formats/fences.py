"""Fenced blocks in answers, as in Markdown: a fence is longer than any inside it."""

from __future__ import annotations

import re
from typing import NamedTuple

from pytest_editbench.errors import FormatError
from pytest_editbench.formats.document import joined, split

_OPENING = re.compile(r"(?P<marks>`{3,})(?P<info>[^`]*)|(?P<waves>~{3,})(?P<told>.*)")
_START = re.compile(r"^`+", re.MULTILINE)
LINE = re.compile(r"`{3,}[^`]*|~{3,}")


class Fenced(NamedTuple):
    """A fenced block of an answer."""

    lines: tuple[str, ...]
    info: str  # the word after the opening fence
    line: int  # 1-based, of the first line inside
    stop: int  # 0-based: the line after the closing fence


def opens(line: str) -> bool:
    """Whether a fenced block starts with this line."""
    return _OPENING.fullmatch(line.rstrip()) is not None


def read(lines: tuple[str, ...], at: int) -> Fenced:
    """The block that starts there, 0-based; `FormatError` where no fence closes it."""
    opening = _OPENING.fullmatch(lines[at].rstrip())
    if opening is None:
        raise FormatError(f"line {at + 1}: expected a fence of three backticks")
    marks, info = opening["marks"] or opening["waves"], opening["info"] or opening["told"] or ""
    for number in range(at + 1, len(lines)):
        line = lines[number].rstrip()
        if line.startswith(marks) and not line.strip(marks[0]):
            return Fenced(lines[at + 1 : number], info.strip(), at + 2, number + 1)
    raise FormatError(f"line {at + 1}: no fence closes the one that is opened here")


def content(lines: tuple[str, ...], at: int, what: str) -> Fenced:
    """The block that starts at this line or below blank ones; `FormatError` tells what it was to hold."""
    start = next((number for number in range(at, len(lines)) if lines[number].strip()), len(lines))
    if start == len(lines) or not opens(lines[start]):
        raise FormatError(
            f"line {min(start, len(lines)) + 1}: expected a fence of three backticks with {what}"
        )
    return read(lines, start)


def write(text: str, info: str = "") -> str:
    """The text in fences, on whole lines."""
    longest = max((len(run) for run in _START.findall(text)), default=0)
    marks = "`" * max(3, longest + 1)
    return f"{marks}{info}\n{joined(split(text))}{marks}\n"

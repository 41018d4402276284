"""Paths as answers write them."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from pytest_editbench import trees
from pytest_editbench.errors import FormatError

_LONGEST = 4095  # bytes of a path, as Linux has it
_LONGEST_NAME = 255
_DEEPEST = 100  # folders; so that what lies above all paths of an answer can be looked at
_SHOWN = 80  # characters of an answer in a message
_UNSAYABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def read(text: str, line: int) -> PurePosixPath:
    """The path that stands in that line of an answer; `FormatError` where it is no place inside a tree."""
    text = text.strip()
    path = PurePosixPath(text)
    if path.is_absolute() or ".." in path.parts:
        what = 'holds ".."' if ".." in path.parts else "is absolute"
        raise FormatError(f"line {line}: the path {shown(text)} {what}; paths start at the top of the folder")
    if not path.parts or _UNSAYABLE.search(str(path)):
        raise FormatError(f"line {line}: {shown(text)} is no path of a file")
    if text != str(path):
        raise FormatError(f"line {line}: the path {shown(text)} is to be written {shown(str(path))}")
    if trees.in_repository(path):
        raise FormatError(f"line {line}: the path {shown(text)} lies in a folder of git")
    name = max(path.parts, key=lambda part: len(part.encode()))
    if len(name.encode()) > _LONGEST_NAME or len(str(path).encode()) > _LONGEST or len(path.parts) > _DEEPEST:
        raise FormatError(f"line {line}: the path {shown(text)} is too long")
    return path


def sayable(path: PurePosixPath) -> bool:
    """Whether an answer can name the path on a line of its own."""
    text = str(path)
    plain = not _UNSAYABLE.search(text) and text == text.strip() and not trees.in_repository(path)
    return plain and len(path.parts) <= _DEEPEST


def shown(text: str) -> str:
    """A text of an answer on one line of bounded length, in quotation marks."""
    cut = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    if not cut.isprintable():
        return ascii(cut)
    # Where the quotation ends has to be plain, to people and to whoever counts reasons.
    marks = (mark for mark in "\"'" if mark not in cut and not cut.endswith("\\"))
    mark = next(marks, "")
    return f"{mark}{cut}{mark}" if mark else repr(cut)

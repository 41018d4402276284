"""The lines of a hunk: by the counts of its header where they add up, else up to what cannot be its line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import markerline
from pytest_editbench.cases.examples.cursor import INLINE
from pytest_editbench.cases.examples.diff import Hunk, HunkLine
from pytest_editbench.cases.examples.example import encoded

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADER = re.compile(r"@@+ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")
COUNTS = "the hunk's line counts"  # starts what is told of such that are wrong, or not there
_SIGNS = (" ", "+", "-")
_MAIL_SIGNATURE = re.compile(r"-- ?")


class HunkError(ValueError):
    """Lines that are no hunk; `line` is the 0-based number of the one that is wrong."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(slots=True)
class Body:
    """The lines of a hunk while they are read."""

    stop: int  # 0-based number of the line after those taken
    lines: list[HunkLine] = field(default_factory=list)
    cursor: tuple[int, int] | None = None  # which of the new lines, 0-based; column in bytes
    bare: list[int] = field(default_factory=list)  # 0-based numbers of blank lines without their space
    mends: list[tuple[int, str]] = field(default_factory=list)  # 0-based line number, what was mended

    def take(self, line: str) -> str | None:
        """Read one more line: its sign, empty for what is no content, None for what is no line of a hunk."""
        sign: str | None = line[:1]
        if sign in _SIGNS and markerline.MARK not in line and INLINE not in line:
            self.lines.append(HunkLine(line[0], line[1:]))
        else:
            sign = self._odd(line)
        self.stop += sign is not None
        return sign

    def drop_bare_end(self) -> None:
        """Take back blank lines at the end that have no sign: they part hunks, or end the text."""
        while self.bare and self.bare[-1] == self.stop - 1 and self.lines[-1].sign == " ":
            self.bare.pop()
            self.lines.pop()
            self.stop -= 1

    def _odd(self, line: str) -> str | None:
        if markerline.MARK in line and markerline.is_one(line[1:] if line[:1] in _SIGNS else line):
            self._point(line)
            return ""
        if not line.rstrip("\r"):
            self.bare.append(self.stop)
            self.lines.append(HunkLine(" ", line))
            return " "
        if line[0] == "\\":
            self.lines[-1:] = [last._replace(unended=True) for last in self.lines[-1:]]
            return ""
        return self._content(line[0], line[1:]) if line[0] in _SIGNS else None

    def _content(self, sign: str, text: str) -> str:
        if INLINE in text:
            before, _, after = text.partition(INLINE)
            text = before + after
            if sign != "-":
                self._set_cursor(self._count_new(), len(encoded(before)))
        self.lines.append(HunkLine(sign, text))
        return sign

    def _point(self, line: str) -> None:
        if line[0] == "-":
            return
        if not self._count_new():
            raise HunkError(self.stop, "a cursor's marker line must stand below the line with the cursor")
        target = next(each.text for each in reversed(self.lines) if each.sign != "-")
        unsigned = f" {line[1:]}" if line[0] in _SIGNS else line
        _, column, mended = markerline.column(unsigned, target, margin=1)
        self._set_cursor(self._count_new() - 1, column)
        self.mends += [(self.stop, mended)] if mended else []

    def _set_cursor(self, line: int, column: int) -> None:
        if self.cursor is not None:
            raise HunkError(self.stop, "a second cursor is marked in the same hunk; keep one of them")
        self.cursor = line, column

    def _count_new(self) -> int:
        return sum(line.sign != "-" for line in self.lines)


def is_pair(lines: Sequence[str], at: int) -> bool:
    """Whether the line and the next look like the names of a file."""
    return lines[at].startswith("--- ") and at + 1 < len(lines) and lines[at + 1].startswith("+++ ")


def is_file_header(lines: Sequence[str], at: int) -> bool:
    """Whether the line begins a file's part inside a run of hunk lines, where `--- x` may be content."""
    return is_pair(lines, at) and at + 2 < len(lines) and lines[at + 2].startswith("@@")


def read(lines: Sequence[str], at: int) -> tuple[Hunk, int, list[tuple[int, str]]]:
    """The hunk whose header is line `at`, the number of the line after it, and what was mended.

    All numbers are 0-based. `HunkError` for what nobody could read with certainty.
    """
    header = _HEADER.match(lines[at])
    body = _by_counts(lines, at + 1, header) if header else None
    mends: list[tuple[int, str]] = []
    if body is None:
        body = _by_signs(lines, at + 1)
        why = "do not add up" if header else "are not told"
        mends.append((at, f"{COUNTS} {why}; read up to the next header"))
    if not body.lines:
        raise HunkError(at, "the hunk has no lines; write its context and its changes below it")
    mends += [(number, "a blank context line lacks its leading space") for number in body.bare]
    old, new = (_start(header, group) for group in (1, 3))
    hunk = Hunk(at + 1, tuple(body.lines), old, new, body.cursor)
    return hunk, body.stop, mends + body.mends


def _start(header: re.Match[str] | None, group: int) -> int | None:
    if header is None:
        return None
    # Of a side without lines, the number is that of the line before.
    number, count = int(header[group]), header[group + 1]
    return number if count is not None and int(count) == 0 else max(number - 1, 0)


def _by_counts(lines: Sequence[str], start: int, header: re.Match[str]) -> Body | None:
    """The body as the header counts it; None where that cannot be right."""
    old, new = (int(header[group] or 1) for group in (2, 4))
    body = Body(start)
    while old > 0 or new > 0:
        if body.stop == len(lines) or is_file_header(lines, body.stop):
            return None
        sign = body.take(lines[body.stop])
        if sign is None:
            return None
        old -= sign in (" ", "-")
        new -= sign in (" ", "+")
    while body.stop < len(lines) and _is_no_content(lines[body.stop]):
        body.take(lines[body.stop])
    return body if old == new == 0 and _ends(lines, body.stop) else None


def _is_no_content(line: str) -> bool:
    return line.startswith("\\") or markerline.is_one(line[1:] if line[:1] in _SIGNS else line)


def _ends(lines: Sequence[str], at: int) -> bool:
    """Whether what follows cannot be more of the hunk."""
    rest = next((number for number in range(at, len(lines)) if lines[number].strip()), len(lines))
    if rest == len(lines) or is_file_header(lines, rest) or _is_signature(lines, rest):
        return True
    if (
        lines[rest].startswith("--- ")
        and lines[rest + 1 : rest + 2][:1]
        and lines[rest + 1].startswith("+++ ")
    ):
        return True
    return lines[rest][0] not in _SIGNS


def _by_signs(lines: Sequence[str], start: int) -> Body:
    """The body up to the next header, or to the end."""
    body = Body(start)
    while body.stop < len(lines) and not _is_header(lines, body.stop):
        if body.take(lines[body.stop]) is None:
            _refuse_more(lines, body.stop)
            break
    body.drop_bare_end()
    return body


def _refuse_more(lines: Sequence[str], at: int) -> None:
    """`HunkError` when the hunk goes on behind a line that is none of a hunk."""
    for number in range(at + 1, len(lines)):
        if _is_header(lines, number):
            return
        if lines[number][:1] in _SIGNS[1:]:
            raise HunkError(at, 'is no line of a hunk; begin it with a space, "+" or "-", or take it out')


def _is_header(lines: Sequence[str], at: int) -> bool:
    line = lines[at]
    return line.startswith(("@@", "diff --git ")) or is_file_header(lines, at) or _is_signature(lines, at)


def _is_signature(lines: Sequence[str], at: int) -> bool:
    """Whether the line begins the end of a patch that was mailed: two dashes, then the version of git."""
    after = lines[at + 1 : at + 2]
    return bool(_MAIL_SIGNATURE.fullmatch(lines[at]) and after and re.match(r"\d+\.\d", after[0]))

"""Unified diffs in answers, read as operations."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_editbench.errors import FormatError
from pytest_editbench.formats import paths
from pytest_editbench.formats.operations import Block, Change, Create, Delete
from pytest_editbench.formats.paths import shown

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.formats.operations import Operation

_HUNK = re.compile(r"@@ -([0-9]{1,9})(?:,([0-9]{1,9}))? \+([0-9]{1,9})(?:,([0-9]{1,9}))? @@.*")
_NOTHING = "/dev/null"
_FROM, _TO, _GIT = "--- ", "+++ ", "diff --git "
# Lines of git between its header and the hunks, and what they tell.
_CREATED, _DELETED = "new file mode ", "deleted file mode "
_MODES = ("old mode ", "new mode ")
_MOVED_FROM, _MOVED_TO = "rename from ", "rename to "
_STRAYS = ("@@ -", "--- a/", "+++ b/")  # what is part of a diff, met outside of one
_PLAIN_MODE = "100644"


def read(lines: Sequence[str]) -> list[Operation]:
    """The operations of all diffs in these lines of an answer; `FormatError` where one cannot be read."""
    reading = _Reading(lines)
    found = reading.files()
    if not found:
        raise FormatError("the answer holds no diff: no line --- PATH with a line +++ PATH below")
    return found


@dataclass
class _File:
    """What is known of one file so far."""

    line: int  # 1-based
    names: str = ""  # both, as the header of git has them
    old: str | None = None  # as written; None: not told
    new: str | None = None
    created: bool = False
    deleted: bool = False
    moved_from: str | None = None
    moved_to: str | None = None
    blocks: list[Block] = field(default_factory=list)

    def awaits(self, old: str, new: str) -> bool:
        """Whether these paths belong below the header of git that was read last."""
        if self.old is not None or self.blocks:
            return False
        old_fits = old == _NOTHING or self.names.startswith(f"{old} ")
        return old_fits and (new == _NOTHING or self.names.endswith(f" {new}"))


class _Reading:
    """One pass over the lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._at = 0

    def files(self) -> list[Operation]:
        found: list[_File] = []
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line.startswith(_GIT):
                found.append(self._git())
            elif self._is_head():
                old, new = (_cut(self._lines[self._at + number]) for number in (0, 1))
                if not found or not found[-1].awaits(old, new):
                    found.append(_File(self._at + 1))
                found[-1].old, found[-1].new = old, new
                self._skip_head()
            elif found and line.startswith("@@"):
                found[-1].blocks.append(self._hunk())
            elif line.startswith(_STRAYS):
                raise FormatError(f"line {self._at + 1}: {shown(line)} has no --- PATH and +++ PATH above it")
            else:
                self._at += 1
        return [_operation(file) for file in found]

    def _is_head(self) -> bool:
        following = self._lines[self._at + 1] if self._at + 1 < len(self._lines) else ""
        return self._lines[self._at].startswith(_FROM) and following.startswith(_TO)

    def _skip_head(self) -> None:
        self._at += 2
        following = self._lines[self._at : self._at + 1]
        if following and following[0].startswith((" ", "+", "-")) and not self._is_head():
            raise FormatError(f"line {self._at + 1}: expected a hunk to start with @@")

    def _git(self) -> _File:
        """The file of a header of git, up to its hunks or its pair of paths."""
        names = self._lines[self._at].removeprefix(_GIT).rstrip()
        file = _File(self._at + 1, names)
        self._at += 1
        while self._at < len(self._lines) and self._said(file, self._lines[self._at].rstrip()):
            self._at += 1
        if file.created or file.deleted:
            file.moved_from = file.moved_to = _half(names, file.line)
        return file

    def _said(self, file: _File, line: str) -> bool:
        """Heed a line of git; whether it was one."""
        if line.startswith(_MODES) or (line.startswith(_CREATED) and not line.endswith(_PLAIN_MODE)):
            raise FormatError(f"line {self._at + 1}: modes of files cannot be set")
        file.created |= line.startswith(_CREATED)
        file.deleted |= line.startswith(_DELETED)
        if line.startswith(_MOVED_FROM):
            file.moved_from = line.removeprefix(_MOVED_FROM)
        if line.startswith(_MOVED_TO):
            file.moved_to = line.removeprefix(_MOVED_TO)
        known = (_CREATED, _DELETED, _MOVED_FROM, _MOVED_TO, "index ", "similarity index ")
        return line.startswith(known)

    def _hunk(self) -> Block:
        header, number = self._lines[self._at].rstrip(), self._at + 1
        numbers = _HUNK.fullmatch(header)
        if numbers is None:
            raise FormatError(f"line {number}: expected @@ -START,COUNT +START,COUNT @@, not {shown(header)}")
        self._at += 1
        start, *counts = (int(numbers[1]), int(numbers[2] or 1), int(numbers[4] or 1))
        body = _Body(*counts)
        while self._at < len(self._lines) and not self._ends(body) and body.take(self._lines[self._at]):
            self._at += 1
        return body.block(start, number)

    def _ends(self, body: _Body) -> bool:
        """Whether a header comes next; a removed line may look like one as long as the counts want more."""
        return body.full and (self._is_head() or self._lines[self._at].startswith(_GIT))


class _Body:
    """The lines of a hunk, one after the other, against the counts of its header."""

    def __init__(self, old: int, new: int) -> None:
        self._counts = old, new
        self._old: list[str] = []
        self._new: list[str] = []
        self._unended = [False, False]
        self._sign = " "
        self._bare = 0  # last lines that are blank and have no sign

    @property
    def full(self) -> bool:
        return len(self._old) >= self._counts[0] and len(self._new) >= self._counts[1]

    def take(self, line: str) -> bool:
        """Take the line; whether it belongs to the hunk. A blank line may have lost its sign."""
        blank = not line.strip("\r")
        sign, text = (" ", line) if blank else (line[0], line[1:])
        if sign == "\\" and (self._old or self._new):
            self._unended = [a or self._sign != other for a, other in zip(self._unended, "+-", strict=True)]
            return True
        if sign not in " -+" or (blank and self.full):
            return False
        self._sign = sign
        self._bare = self._bare + 1 if blank else 0
        self._old += [text] if sign != "+" else []
        self._new += [text] if sign != "-" else []
        return True

    def block(self, start: int, line: int) -> Block:
        self._drop_blank_end()
        found, told = (len(self._old), len(self._new)), self._counts
        said = f"the hunk has {found[0]} old and {found[1]} new lines, not {told[0]} and {told[1]}"
        at = start - 1 if self._counts[0] else start
        unended = (self._unended[0], self._unended[1])
        return Block(
            tuple(self._old),
            tuple(self._new),
            line,
            max(at, 0),
            miscounted=said if found != told else "",
            unended=unended,
        )

    def _drop_blank_end(self) -> None:
        """Give back blank lines that were taken without a sign, where the counts are wrong with them."""
        if self._bare and (len(self._old), len(self._new)) != self._counts:
            del self._old[-self._bare :]
            del self._new[-self._bare :]


def _cut(line: str) -> str:
    """The path of a header line, without a time."""
    return line[len(_FROM) :].split("\t", maxsplit=1)[0].strip()


def _half(names: str, line: int) -> str:
    """The path that `a/PATH b/PATH` names twice."""
    half = len(names) // 2
    old, new = names[:half], names[half + 1 :]
    if not old.startswith("a/") or not new.startswith("b/") or old[2:] != new[2:]:
        raise FormatError(f"line {line}: expected diff --git a/PATH b/PATH")
    return old[2:]


def _operation(file: _File) -> Operation:
    old, new = _paths(file)
    blocks = tuple(file.blocks)
    if old is None and new is None:
        raise FormatError(f"line {file.line}: both paths are {_NOTHING}")
    if old is None and new is not None:
        return Create(new, _text(blocks, file.line), file.line)
    if old is not None and new is None:
        return Delete(old, file.line, blocks)
    if old is None or new is None:  # pragma: no cover - ruled out above
        raise AssertionError
    if old == new and not blocks:
        raise FormatError(f"line {file.line}: no hunk (@@ …) follows for {old}")
    return Change(old, blocks, file.line, new if new != old else None)


def _paths(file: _File) -> tuple[PurePosixPath | None, PurePosixPath | None]:
    """The paths before and after; None where there is no file."""
    old, new = file.old, file.new
    if old is None or new is None:
        if file.moved_from is None or file.moved_to is None:
            raise FormatError(f"line {file.line}: no lines --- PATH and +++ PATH follow")
        old, new = file.moved_from, file.moved_to
        both = paths.read(old, file.line), paths.read(new, file.line)
        return (None if file.created else both[0]), (None if file.deleted else both[1])
    if all(text == _NOTHING or text.startswith(sign) for text, sign in ((old, "a/"), (new, "b/"))):
        old, new = (text if text == _NOTHING else text[2:] for text in (old, new))
    before, after = (None if text == _NOTHING else paths.read(text, file.line) for text in (old, new))
    if before and after and before != after and file.moved_to is None:
        what = f"--- {shown(file.old or '')} and +++ {shown(file.new or '')} name two files"
        raise FormatError(f"line {file.line}: {what}; a rename needs rename from and rename to above them")
    return before, after


def _text(blocks: tuple[Block, ...], line: int) -> str:
    """The content of a new file."""
    if len(blocks) > 1 or any(block.old for block in blocks):
        raise FormatError(f"line {line}: a new file has one hunk, of added lines only")
    if not blocks:
        return ""
    [block] = blocks
    if block.miscounted:
        raise FormatError(f"line {block.line}: {block.miscounted}")
    text = "".join(f"{each}\n" for each in block.new)
    return text.removesuffix("\n") if block.unended and block.unended[1] else text

"""Apply-patch envelopes in answers, read as operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.errors import FormatError
from pytest_editbench.formats import paths
from pytest_editbench.formats.operations import Block, Change, Create, Delete
from pytest_editbench.formats.paths import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.formats.operations import Operation

BEGIN, END = "*** Begin Patch", "*** End Patch"
ADD, DELETE, UPDATE = "*** Add File: ", "*** Delete File: ", "*** Update File: "
MOVE = "*** Move to: "
_LAST = "*** End of File"
_SIGNS = " -+"


def read(lines: Sequence[str]) -> list[Operation]:
    """The operations of the one envelope in these lines; `FormatError` where it cannot be read."""
    begins = [number for number, line in enumerate(lines) if line.rstrip() == BEGIN]
    if len(begins) != 1:
        raise FormatError(f"the answer has {len(begins)} lines {BEGIN}; expected one")
    ends = [number for number, line in enumerate(lines) if number > begins[0] and line.rstrip() == END]
    if len(ends) != 1:
        raise FormatError(f"line {begins[0] + 1}: {len(ends)} lines {END} follow; expected one")
    return _Reading(lines[: ends[0]], begins[0] + 1).operations()


class _Reading:
    """One pass over the lines of an envelope."""

    def __init__(self, lines: Sequence[str], at: int) -> None:
        self._lines = lines
        self._at = at

    def operations(self) -> list[Operation]:
        found: list[Operation] = []
        while self._at < len(self._lines):
            if self._lines[self._at].strip():
                found.append(self._operation())
            else:
                self._at += 1
        if not found:
            raise FormatError(f"line {self._at + 1}: the patch is empty")
        return found

    def _operation(self) -> Operation:
        line, number = self._lines[self._at], self._at + 1
        self._at += 1
        if line.startswith(ADD):
            return Create(paths.read(line.removeprefix(ADD), number), self._added(), number)
        if line.startswith(DELETE):
            return Delete(paths.read(line.removeprefix(DELETE), number), number)
        if not line.startswith(UPDATE):
            wanted = " or ".join(each.strip() for each in (ADD, DELETE, UPDATE))
            raise FormatError(f"line {number}: expected {wanted}, not {shown(line)}")
        path = paths.read(line.removeprefix(UPDATE), number)
        to = None
        if self._at < len(self._lines) and self._lines[self._at].startswith(MOVE):
            to = paths.read(self._lines[self._at].removeprefix(MOVE), self._at + 1)
            self._at += 1
        blocks = self._hunks()
        if not blocks and to is None:
            raise FormatError(f"line {number}: no hunk follows for {path}")
        return Change(path, tuple(blocks), number, to)

    def _added(self) -> str:
        text = []
        while self._at < len(self._lines) and self._lines[self._at].startswith("+"):
            text.append(f"{self._lines[self._at][1:]}\n")
            self._at += 1
        return "".join(text)

    def _hunks(self) -> list[Block]:
        found: list[Block] = []
        while self._at < len(self._lines) and not self._is_next():
            if not self._lines[self._at].strip() and self._rest_is_blank():
                self._at = self._skipped()
                break
            found.append(self._hunk())
        return found

    def _is_next(self) -> bool:
        line = self._lines[self._at]
        return line.startswith("*** ") and line.rstrip() != _LAST

    def _skipped(self) -> int:
        """The next line that is not blank."""
        ahead = range(self._at, len(self._lines))
        return next((number for number in ahead if self._lines[number].strip()), len(self._lines))

    def _rest_is_blank(self) -> bool:
        at = self._skipped()
        return at == len(self._lines) or (
            self._lines[at].startswith("*** ") and self._lines[at].rstrip() != _LAST
        )

    def _hunk(self) -> Block:
        number, anchors = self._at + 1, self._anchors()
        old: list[str] = []
        new: list[str] = []
        last = False
        while self._at < len(self._lines) and not last:
            line = self._lines[self._at]
            if line.startswith("@@") or self._is_next() or (not line.strip() and self._rest_is_blank()):
                break
            last = line.rstrip() == _LAST
            if not last:
                self._take(line, old, new)
            self._at += 1
        if not old and not new:
            raise FormatError(f"line {number}: a hunk without lines")
        return Block(tuple(old), tuple(new), number, anchors=anchors, last=last)

    def _anchors(self) -> tuple[str, ...]:
        found = []
        while self._at < len(self._lines) and self._lines[self._at].startswith("@@"):
            anchor = self._lines[self._at].removeprefix("@@")
            if anchor.strip() and not anchor.startswith(" "):
                raise FormatError(f"line {self._at + 1}: expected @@ and a blank in front of {shown(anchor)}")
            found += [anchor[1:]] if anchor.strip() else []
            self._at += 1
        return tuple(found)

    def _take(self, line: str, old: list[str], new: list[str]) -> None:
        sign, text = (line[0], line[1:]) if line.strip("\r") else (" ", line)
        if sign not in _SIGNS:
            raise FormatError(
                f"line {self._at + 1}: expected a blank, a minus or a plus in front of {shown(line)}"
            )
        if sign != "+":
            old.append(text)
        if sign != "-":
            new.append(text)

"""Edits by line: directives on lines of their own, new lines in fences. Two formats write so."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol, assert_never

from pytest_editbench import linediff
from pytest_editbench.errors import FormatError
from pytest_editbench.formats import difference, fences, paths, presenting
from pytest_editbench.formats.difference import Changed, Created, Deleted, Moved
from pytest_editbench.formats.document import joined, split
from pytest_editbench.formats.operations import Change, Create, Delete, Range
from pytest_editbench.formats.paths import shown

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.formats.difference import Step
    from pytest_editbench.formats.operations import Operation

_CREATE, _REMOVE, _MOVE = "CREATE", "REMOVE", "MOVE TO: "
_DIRECTIVE = re.compile(r"(REPLACE|INSERT|DELETE)\b.*")
_TOP = "0"  # the address above the first line


class Address(NamedTuple):
    """A line as a directive names it."""

    number: int  # 1-based; 0 is above the first line
    hash: str | None = None


class Addressing(Protocol):
    """How lines are named."""

    @property
    def example(self) -> str:
        """An address, for messages."""

    def read(self, text: str) -> Address | None:
        """The line that is named; None for what is no address."""

    def write(self, number: int, line: str) -> str:
        """The name of a line, given its number, 1-based."""


@dataclass
class _File:
    """What is said of one file so far."""

    path: PurePosixPath
    line: int
    ranges: list[Range] = field(default_factory=list)
    created: str | None = None
    removed: bool = False
    to: PurePosixPath | None = None

    def operation(self) -> Operation:
        said = [self.created is not None, self.removed, bool(self.ranges or self.to)]
        if said.count(True) != 1:
            count = "nothing" if not any(said) else "things that exclude each other"
            raise FormatError(f"line {self.line}: the answer says {count} about {self.path}")
        if self.created is not None:
            return Create(self.path, self.created, self.line)
        if self.removed:
            return Delete(self.path, self.line)
        return Change(self.path, tuple(self.ranges), self.line, self.to)


def read(answer: str, addressing: Addressing) -> list[Operation]:
    """The operations of an answer; `FormatError` where one cannot be read."""
    lines = tuple(answer.split("\n"))
    files: list[_File] = []
    at = 0
    while at < len(lines):
        line = lines[at].rstrip()
        if fences.opens(line):
            at = fences.read(lines, at).stop  # an aside: no directive stands above it
            continue
        if line.startswith(presenting.FILE):
            files.append(_File(paths.read(line.removeprefix(presenting.FILE), at + 1), at + 1))
        elif _is_directive(line):
            if not files:
                raise FormatError(f"line {at + 1}: no {presenting.FILE}PATH stands above {shown(line)}")
            at = _take(files[-1], lines, at, addressing)
            continue
        at += 1
    if not files:
        raise FormatError(f"no line of the answer starts with {presenting.FILE.strip()}; it names no file")
    return [file.operation() for file in files]


def _is_directive(line: str) -> bool:
    return line in (_CREATE, _REMOVE) or line.startswith(_MOVE) or _DIRECTIVE.fullmatch(line) is not None


def _take(file: _File, lines: tuple[str, ...], at: int, addressing: Addressing) -> int:
    """Heed the directive there; the number of the line after it and its block."""
    line = lines[at].rstrip()
    if line == _REMOVE:
        file.removed = True
    elif line.startswith(_MOVE):
        file.to = paths.read(line.removeprefix(_MOVE), at + 1)
    elif line == _CREATE:
        block = fences.content(lines, at + 1, "the content of the file")
        file.created = joined(block.lines)
        return block.stop
    else:
        verb, first, last = _addresses(line, at + 1, addressing)
        if verb == "DELETE":
            file.ranges.append(_range(verb, first, last, (), at + 1))
            return at + 1
        block = fences.content(lines, at + 1, "the new lines")
        file.ranges.append(_range(verb, first, last, block.lines, at + 1))
        return block.stop
    return at + 1


def _addresses(line: str, number: int, addressing: Addressing) -> tuple[str, Address, Address]:
    verb, _, rest = line.partition(" ")
    if verb == "INSERT":
        found = rest.removeprefix("AFTER ") if rest.startswith("AFTER ") else ""
        ends = [Address(0)] if found == _TOP else [addressing.read(found)]
    else:
        ends = [addressing.read(text) for text in rest.split("-")]
    told = [end for end in ends if end is not None]
    if len(told) != len(ends) or len(ends) > 2 or told[0].number > told[-1].number:
        one = addressing.example
        form = f"{verb} AFTER {one}" if verb == "INSERT" else f"{verb} {one} or {verb} {one}-{one}"
        raise FormatError(f"line {number}: expected {form}, not {shown(line)}")
    if verb != "INSERT" and told[0].number == 0:
        raise FormatError(f"line {number}: lines are numbered from 1, not {shown(line)}")
    return verb, told[0], told[-1]


def _range(verb: str, first: Address, last: Address, new: tuple[str, ...], line: int) -> Range:
    vouched = {(end.number - 1, end.hash) for end in (first, last) if end.hash is not None}
    hashes = tuple(sorted((number, value) for number, value in vouched if value is not None))
    start = first.number if verb == "INSERT" else first.number - 1
    return Range(start, last.number, new, line, hashes)


def told(step: Step, addressing: Addressing) -> str:
    """The directives that make a step; `Refused` for what they cannot tell."""
    head = presenting.head(step.path)
    match step:
        case Created():
            return f"{head}{_CREATE}\n{fences.write(difference.ended(step))}"
        case Deleted():
            return f"{head}{_REMOVE}\n"
        case Moved():
            return f"{head}{_MOVE}{step.to}\n"
        case Changed():
            step.check_end()
            return head + "".join(_directives(step.old.lines, split(step.new), addressing))
        case _:
            assert_never(step)


def _directives(old: Sequence[str], new: Sequence[str], addressing: Addressing) -> list[str]:
    runs = linediff.runs([line.encode() for line in old], [line.encode() for line in new])
    blocks = (fences.write(joined(list(new[run.new.start : run.new.stop]))) for run in runs)
    return [_directive(run, old, block, addressing) for run, block in zip(runs, blocks, strict=True)]


def _directive(run: linediff.Run, old: Sequence[str], block: str, addressing: Addressing) -> str:
    def address(number: int) -> str:
        return addressing.write(number, old[number - 1]) if number else _TOP

    if not run.old:
        return f"INSERT AFTER {address(run.old.start)}\n{block}"
    first, last = address(run.old.start + 1), address(run.old.stop)
    place = first if len(run.old) == 1 else f"{first}-{last}"
    return f"REPLACE {place}\n{block}" if run.new else f"DELETE {place}\n"

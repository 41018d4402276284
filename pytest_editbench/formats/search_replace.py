"""Edit format `search-replace`: lines to look for, and those that take their place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from pytest_editbench.errors import FormatError
from pytest_editbench.formats import context, difference, instructing, paths, presenting
from pytest_editbench.formats.difference import Changed, Created, Deleted, Moved, Reason, Refused
from pytest_editbench.formats.document import joined, split
from pytest_editbench.formats.ground import Ground
from pytest_editbench.formats.operations import Block, Change, Create, Onto

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.formats.difference import Refusal, Step
    from pytest_editbench.model import Tree

_OPEN = re.compile(r"(<{7,}) SEARCH")
_CLOSE = re.compile(r">{7,} REPLACE")
_RUN = re.compile(r"^(?:<{7,}|={7,}|>{7,})", re.MULTILINE)
_CONTEXT = 0  # lines on either side, but as many as it takes to tell the place


class SearchReplace:
    """`FILE: PATH`, then blocks of lines between markers, as in a merge conflict."""

    name = "search-replace"
    description = "blocks of lines to look for, and what replaces them"
    delimiter = re.compile(r"<{7,} SEARCH|={7,}|>{7,} REPLACE")

    @property
    def instructions(self) -> str:
        """What a model is told."""
        return instructing.instructions(self)

    def present(self, path: PurePosixPath, data: bytes) -> str:
        """The file in fences."""
        return presenting.shown(path, data)

    def parse(self, answer: str) -> Sequence[Change | Create]:
        """The blocks of the answer; fences around them mean nothing."""
        lines = tuple(answer.split("\n"))
        found: list[Change | Create] = []
        path, at = None, 0
        while at < len(lines):
            if lines[at].startswith(presenting.FILE):
                path = paths.read(lines[at].removeprefix(presenting.FILE), at + 1)
            elif opening := _OPEN.fullmatch(lines[at].rstrip()):
                old, new, stop = _block(lines, at, len(opening[1]))
                found.append(_operation(path, old, new, at + 1))
                at = stop
            elif _CLOSE.fullmatch(lines[at].rstrip()):
                raise FormatError(f"line {at + 1}: no <<<<<<< SEARCH opens the block that ends here")
            at += 1
        if not found:
            raise FormatError("no line of the answer is <<<<<<< SEARCH; it holds no block")
        return found

    def render(self, before: Tree, after: Tree) -> str | Refusal:
        """Blocks with as much around each change as tells its place."""
        return difference.told(before, after, _told)


def _operation(
    path: PurePosixPath | None, old: tuple[str, ...], new: tuple[str, ...], line: int
) -> Change | Create:
    if path is None:
        raise FormatError(f"line {line}: no {presenting.FILE}PATH stands above this block")
    if not old:
        return Create(path, joined(new), line, Onto.EMPTY)
    return Change(path, (Block(old, new, line),), line)


def _block(lines: tuple[str, ...], at: int, width: int) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    """The two sides of the block that is opened there, and the number of its last line, 0-based."""
    middle = _find(lines, at, "=" * width, width)
    stop = _find(lines, middle, f"{'>' * width} REPLACE", width)
    return lines[at + 1 : middle], lines[middle + 1 : stop], stop


def _find(lines: tuple[str, ...], at: int, wanted: str, width: int) -> int:
    markers = (f"{'<' * width} SEARCH", "=" * width, f"{'>' * width} REPLACE")
    for number in range(at + 1, len(lines)):
        line = lines[number].rstrip()
        if line == wanted:
            return number
        if line in markers:
            raise FormatError(f"line {number + 1}: expected {wanted} before {line}")
    raise FormatError(f"line {at + 1}: no line {wanted} follows")


def _told(step: Step) -> str:
    match step:
        case Created():
            return presenting.head(step.path) + _written((), split(difference.ended(step)))
        case Changed():
            step.check_end()
            return presenting.head(step.path) + "".join(_blocks(step))
        case Deleted():
            raise Refused(Reason.DELETE, step.path)
        case Moved():
            raise Refused(Reason.RENAME, step.path)
        case _:
            assert_never(step)


def _blocks(step: Changed) -> list[str]:
    old, new = step.old.lines, split(step.new)
    ground = Ground(old)

    def tells(quoted: range) -> bool:
        return len(ground.places(old[quoted.start : quoted.stop])) == 1

    quotations = context.telling(old, new, _CONTEXT, tells)
    return [_written(old[at.old.start : at.old.stop], new[at.new.start : at.new.stop]) for at in quotations]


def _written(old: tuple[str, ...], new: tuple[str, ...]) -> str:
    runs = _RUN.findall(joined(old + new))
    width = max([7, *(len(run) + 1 for run in runs)])
    return f"{'<' * width} SEARCH\n{joined(old)}{'=' * width}\n{joined(new)}{'>' * width} REPLACE\n"

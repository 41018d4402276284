"""Edit format `whole-file`: the changed files, all of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from pytest_editbench.errors import FormatError
from pytest_editbench.formats import difference, fences, instructing, paths, presenting
from pytest_editbench.formats.difference import Changed, Created, Deleted, Moved, Reason, Refused
from pytest_editbench.formats.document import joined
from pytest_editbench.formats.operations import Create, Onto

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.formats.difference import Refusal, Step
    from pytest_editbench.model import Tree


class WholeFile:
    """`FILE: PATH`, and the new content in fences."""

    name = "whole-file"
    description = "every changed file is given whole"
    delimiter = fences.LINE

    @property
    def instructions(self) -> str:
        """What a model is told."""
        return instructing.instructions(self)

    def present(self, path: PurePosixPath, data: bytes) -> str:
        """The file in fences."""
        return presenting.shown(path, data)

    def parse(self, answer: str) -> Sequence[Create]:
        """The files that the answer gives."""
        lines = tuple(answer.split("\n"))
        found, at = [], 0
        while at < len(lines):
            if fences.opens(lines[at]):
                at = fences.read(lines, at).stop  # an aside: no file is named above it
            elif lines[at].startswith(presenting.FILE):
                path = paths.read(lines[at].removeprefix(presenting.FILE), at + 1)
                block = fences.content(lines, at + 1, "the content of the file")
                found.append(Create(path, joined(block.lines), at + 1, Onto.ANYTHING))
                at = block.stop
            else:
                at += 1
        if not found:
            raise FormatError(
                f"no line of the answer starts with {presenting.FILE.strip()}; it gives no file"
            )
        return found

    def render(self, before: Tree, after: Tree) -> str | Refusal:
        """The changed files."""
        return difference.told(before, after, _told)


def _told(step: Step) -> str:
    match step:
        case Created():
            return presenting.head(step.path) + fences.write(difference.ended(step))
        case Changed():
            step.check_end()
            return presenting.head(step.path) + fences.write(step.new)
        case Deleted():
            raise Refused(Reason.DELETE, step.path)
        case Moved():
            raise Refused(Reason.RENAME, step.path)
        case _:
            assert_never(step)

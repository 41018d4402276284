"""Edit format `apply-patch`: an envelope of hunks that are placed by their lines, not by numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, assert_never

from pytest_editbench.formats import context, difference, instructing, lined, patch_reading, presenting
from pytest_editbench.formats.difference import Changed, Created, Deleted, Moved
from pytest_editbench.formats.document import split
from pytest_editbench.formats.ground import Ground
from pytest_editbench.formats.patch_reading import ADD, BEGIN, DELETE, END, MOVE, UPDATE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.formats.difference import Refusal, Step
    from pytest_editbench.formats.operations import Operation
    from pytest_editbench.model import Tree

_CONTEXT = 3  # lines on either side, and more where it takes more to tell the place


class ApplyPatch:
    """`*** Begin Patch`, `*** Update File: PATH`, hunks, `*** End Patch`."""

    name = "apply-patch"
    description = "a patch without line numbers, placed by its context"
    delimiter = re.compile(r"\*\*\* (?:Begin|End) Patch|@@.*")

    @property
    def instructions(self) -> str:
        """What a model is told."""
        return instructing.instructions(self)

    def present(self, path: PurePosixPath, data: bytes) -> str:
        """The file in fences."""
        return presenting.shown(path, data)

    def parse(self, answer: str) -> Sequence[Operation]:
        """What stands in the one envelope of the answer."""
        return patch_reading.read(answer.split("\n"))

    def render(self, before: Tree, after: Tree) -> str | Refusal:
        """An envelope, with as much around each change as tells its place."""
        body = difference.told(before, after, _told, separator="")
        return f"{BEGIN}\n{body}{END}\n" if isinstance(body, str) else body


def _told(step: Step) -> str:
    match step:
        case Created():
            lines = [f"+{line}" for line in split(difference.ended(step))]
            return _lines(f"{ADD}{step.path}", *lines)
        case Deleted():
            return _lines(f"{DELETE}{step.path}")
        case Moved():
            return _lines(f"{UPDATE}{step.path}", f"{MOVE}{step.to}")
        case Changed():
            step.check_end()
            return _lines(f"{UPDATE}{step.path}", *_hunks(step.old.lines, split(step.new)))
        case _:
            assert_never(step)


def _hunks(old: tuple[str, ...], new: tuple[str, ...]) -> Iterator[str]:
    ground = Ground(old)

    def tells(quoted: range) -> bool:
        return len(ground.places(old[quoted.start : quoted.stop])) == 1

    for at in context.telling(old, new, _CONTEXT, tells):
        yield "@@"
        sides = old[at.old.start : at.old.stop], new[at.new.start : at.new.stop]
        yield from (sign + line for sign, line in lined.signed(*sides))


def _lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)

"""Edit format `hashed-lines`: lines named by number and a short hash of what they hold."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from pytest_editbench.formats import difference, directives, fences, hashes, instructing, presenting
from pytest_editbench.formats.directives import Address

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.formats.difference import Refusal
    from pytest_editbench.formats.operations import Operation
    from pytest_editbench.model import Tree

_ANCHOR = re.compile(rf"([1-9][0-9]{{0,8}}):([a-z]{{{hashes.LETTERS}}})")


class _Anchors:
    """Lines named by number and hash."""

    example = "12:abc"

    def read(self, text: str) -> Address | None:
        found = _ANCHOR.fullmatch(text)
        return Address(int(found[1]), found[2]) if found else None

    def write(self, number: int, line: str) -> str:
        return f"{number}:{hashes.of(line)}"


class HashedLines:
    """As `line-range`, but each number comes with the hash of its line: `REPLACE 12:abc-14:def`."""

    name = "hashed-lines"
    description = "lines are replaced by number, and a hash vouches for each"
    delimiter = fences.LINE

    @property
    def instructions(self) -> str:
        """What a model is told."""
        return instructing.instructions(self)

    def present(self, path: PurePosixPath, data: bytes) -> str:
        """The file in fences, each line behind its number and hash."""
        return presenting.shown(path, data, lambda number, line: f"{_Anchors().write(number, line)}|{line}")

    def parse(self, answer: str) -> Sequence[Operation]:
        """The directives of the answer."""
        return directives.read(answer, _Anchors())

    def render(self, before: Tree, after: Tree) -> str | Refusal:
        """Directives for exactly the lines that change."""
        return difference.told(before, after, partial(directives.told, addressing=_Anchors()))

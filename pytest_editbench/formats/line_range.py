"""Edit format `line-range`: lines named by number."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from pytest_editbench.formats import difference, directives, fences, instructing, presenting
from pytest_editbench.formats.directives import Address

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.formats.difference import Refusal
    from pytest_editbench.formats.operations import Operation
    from pytest_editbench.model import Tree

_NUMBER = re.compile("[0-9]{1,9}")


class _Numbers:
    """Lines named by number alone."""

    example = "12"

    def read(self, text: str) -> Address | None:
        return Address(int(text)) if _NUMBER.fullmatch(text) else None

    def write(self, number: int, line: str) -> str:  # noqa: ARG002 - other addresses need it
        return str(number)


class LineRange:
    """`REPLACE 12-14`, `INSERT AFTER 12`, `DELETE 12`, and new lines in fences."""

    name = "line-range"
    description = "lines are replaced by number"
    delimiter = fences.LINE

    @property
    def instructions(self) -> str:
        """What a model is told."""
        return instructing.instructions(self)

    def present(self, path: PurePosixPath, data: bytes) -> str:
        """The file in fences, each line behind its number."""
        return presenting.shown(path, data, lambda number, line: f"{number}|{line}")

    def parse(self, answer: str) -> Sequence[Operation]:
        """The directives of the answer."""
        return directives.read(answer, _Numbers())

    def render(self, before: Tree, after: Tree) -> str | Refusal:
        """Directives for exactly the lines that change."""
        return difference.told(before, after, partial(directives.told, addressing=_Numbers()))

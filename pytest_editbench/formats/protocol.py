"""What an edit format is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.formats.difference import Refusal
    from pytest_editbench.formats.operations import Operation
    from pytest_editbench.model import Tree


class EditFormat(Protocol):
    """A way to write down edits of files in the text of an answer."""

    @property
    def name(self) -> str:
        """As options and reports call it."""

    @property
    def description(self) -> str:
        """One line for people."""

    @property
    def delimiter(self) -> re.Pattern[str]:
        """Fits, in whole, those lines of an answer that only part or frame what it says."""

    @property
    def instructions(self) -> str:
        """What a model is told about how to answer, with an example."""

    def present(self, path: PurePosixPath, data: bytes) -> str:
        """A file as the model sees it, on whole lines."""

    def parse(self, answer: str) -> Sequence[Operation]:
        """What the answer asks for, one operation at least; `FormatError` tells what cannot be read."""

    def render(self, before: Tree, after: Tree) -> str | Refusal:
        """An answer that makes the one tree the other, or why the format has none."""

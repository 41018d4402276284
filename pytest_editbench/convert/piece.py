"""What can be converted: each piece can be told as an example, and as a case's folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.cases.examples.example import Example
    from pytest_editbench.model import Tree


@dataclass(frozen=True, slots=True)
class CaseFolder:
    """What the folder of a case holds."""

    prompt: str
    input: Tree
    answers: Mapping[str, Tree]  # by folder name
    metadata: Mapping[str, object] = field(default_factory=dict)


class Piece(Protocol):
    """One example, case, commit or patch."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def example(self) -> Example:
        """As an example; `CaseError` says what it cannot hold."""
        ...

    def folder(self, *, whole: bool) -> CaseFolder:
        """As a case: with the files that matter, or with all of the repository."""
        ...

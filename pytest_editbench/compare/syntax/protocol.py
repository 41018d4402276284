"""What the walk needs to know of a language: which parts of a tree mean something."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.languages import Node


class Token(NamedTuple):
    """A token as rules make it up, in place of nodes: two are the same when their texts are."""

    text: bytes
    start: int  # bytes
    end: int  # bytes


class Page:
    """One side of a comparison while it is walked."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.comments: list[Node] = []  # outside what was skipped as equal
        self.ends: list[int] = []  # where each matched unit ends, in order; bytes

    def text(self, node: Node | Token) -> bytes:
        """The bytes of a node; of a made-up token, its text."""
        if isinstance(node, Token):
            return node.text
        return self.source[node.start_byte : node.end_byte]


class Rules(Protocol):
    """A language's rules: what of a node counts once a formatter's share is dropped."""

    def parts(self, node: Node, page: Page) -> Sequence[Node | Token]:
        """The parts of a node that count, in order; none for a leaf. Comments are put on `page`."""
        ...

    def leaf(self, node: Node, page: Page) -> bytes:
        """The text of a leaf, written in one way."""
        ...

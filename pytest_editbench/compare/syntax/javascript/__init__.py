"""TypeScript, JavaScript and JSX: what of a tree counts once a formatter's share is dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.compare.syntax.javascript import literals
from pytest_editbench.compare.syntax.javascript.children import counted
from pytest_editbench.compare.syntax.javascript.shapes import SHAPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.compare.syntax.protocol import Page, Token
    from pytest_editbench.languages import Node


class JavaScript:
    """The rules, after Prettier's documented choices and ECMA-262's automatic semicolons."""

    def parts(self, node: Node, page: Page) -> Sequence[Node | Token]:
        """The parts of a node that count; none for a leaf."""
        if node.type in literals.LEAVES:
            return ()
        return SHAPES.get(node.type, counted)(node, page)

    def leaf(self, node: Node, page: Page) -> bytes:
        """The text of a leaf, written in one way."""
        return literals.written(node, page)

"""Expressions that begin bare like a block or a declaration: a grammar may not mind, JavaScript does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

_DECLARING = re.compile(rb"\{|(?:function|class|async\s+function)\b|let\s*\[")
_BLOCKS = frozenset({"statement_block", "function_declaration", "class_declaration"})


def bare(node: Node, children: Sequence[Node], index: int, page: Page) -> bool:
    """Whether the child is an expression that begins so, with no parenthesis in front of it."""
    child = children[index]
    if child.type in _BLOCKS or child.type.endswith("_declaration"):
        return False
    if node.type == "arrow_function":
        return index + 1 == len(children) and page.source.startswith(b"{", child.start_byte)
    first = node.type == "expression_statement" and index == 0
    exported = node.type == "export_statement" and index > 0 and children[index - 1].type == "default"
    return (first or exported) and _DECLARING.match(page.source, child.start_byte) is not None

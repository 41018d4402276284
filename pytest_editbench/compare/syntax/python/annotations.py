"""Type annotations: the grammar reads them otherwise in parentheses, so their tokens are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.compare.syntax.protocol import Token
from pytest_editbench.compare.syntax.python import strings
from pytest_editbench.compare.syntax.python.parentheses import solid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

_SUBSCRIPTS = frozenset({"subscript", "tuple", "type_parameter"})  # an only comma makes a tuple there
_CLOSING = frozenset({")", "]", "}"})


def annotation(node: Node, page: Page) -> Sequence[Node | Token]:
    """The tokens of an annotation without the parentheses round it; equal tokens make equal trees."""
    parts: list[Node | Token] = []
    waiting = [_unwrapped(node, page)]
    while waiting:
        each = waiting.pop()
        texts = strings.parts(each, page) if each.type in strings.KINDS else None
        if texts is not None:
            parts += texts
        elif not each.children:
            parts.append(Token(page.text(each), each.start_byte, each.end_byte))
        else:
            children = solid(each, page)
            kept = [child for index, child in enumerate(children) if not _is_idle(each, children, index)]
            waiting.extend(reversed(kept))
    return parts


def _unwrapped(node: Node, page: Page) -> Node:
    while True:
        children = node.children
        if node.type == "type" and len(children) == 1:
            node = children[0]
        elif node.type == "parenthesized_expression":
            node = solid(node, page)[1]
        else:
            return node


def _is_idle(node: Node, children: Sequence[Node], index: int) -> bool:
    """Whether it is a last comma that says nothing."""
    if children[index].type != "," or index + 1 == len(children) or children[index + 1].type not in _CLOSING:
        return False
    return node.type not in _SUBSCRIPTS or sum(child.type == "," for child in children) > 1

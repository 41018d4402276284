"""Parentheses that say nothing, by structure, and the few places where they say something."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

_GROUPS = frozenset({"parenthesized_expression", "tuple_pattern"})
_EXTRAS = frozenset({"comment", "line_continuation"})

_OPERATIONS = frozenset({"await", "binary_operator", "comparison_operator", "unary_operator"})
_CLAUSES = frozenset({"conditional_expression", "for_in_clause", "if_clause", "interpolation"})
_LOOSE_OPERATIONS = _OPERATIONS | {"boolean_operator", "not_operator"} | _CLAUSES

# Below these, Python demands the parentheses that the grammar could do without.
_NEEDED = {
    "conditional_expression": _LOOSE_OPERATIONS,
    "lambda": _LOOSE_OPERATIONS,
    "not_operator": _OPERATIONS,
}
# Below these only, Python can do without the parentheses.
_FREE = {
    "named_expression": frozenset({"elif_clause", "if_clause", "if_statement", "while_statement"}),
    "yield": frozenset({"assignment", "augmented_assignment", "expression_statement"}),
}


def solid(node: Node, page: Page) -> list[Node]:
    """The children without comments, which go on the page, and without continuations of a line."""
    children = node.children
    if not any(child.type in _EXTRAS for child in children):
        return children
    page.comments += [child for child in children if child.type == "comment"]
    return [child for child in children if child.type not in _EXTRAS]


def bare(child: Node, parent: Node, siblings: Sequence[Node], page: Page) -> Node:
    """The node without the parentheses round it that say nothing below `parent`."""
    while (inner := _inner(child, parent, siblings)) is not None:
        solid(child, page)
        child = inner
    return child


def _inner(child: Node, parent: Node, siblings: Sequence[Node]) -> Node | None:
    if child.type not in _GROUPS:
        return None
    within = [each for each in child.children if each.type not in _EXTRAS]
    if len(within) != 3 or not within[1].is_named:
        return None
    inner = within[1]
    if inner.type == "case_pattern":
        return inner.children[0] if parent.type == "case_pattern" and len(inner.children) == 1 else None
    return inner if _redundant(inner, parent, siblings) else None


def _redundant(inner: Node, parent: Node, siblings: Sequence[Node]) -> bool:
    if parent.type == "assignment" and siblings[1].type == ":":
        return inner.start_byte > siblings[1].start_byte  # `(x): int` declares no variable
    if inner.type in _FREE:
        return parent.type in _FREE[inner.type]
    return parent.type not in _NEEDED.get(inner.type, ())

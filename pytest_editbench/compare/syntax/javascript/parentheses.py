"""Parentheses: redundant where the tree says what they say, and a few places where it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.languages import Node

KINDS = frozenset({"parenthesized_expression", "parenthesized_type"})

_CHAIN = frozenset({"member_expression", "call_expression", "subscript_expression", "non_null_expression"})
_UNARY = frozenset({"unary_expression", "await_expression", "update_expression", "yield_expression"})
# Operations, and what binds looser than any of them: the grammar reads some of it bare, JavaScript does not.
_OPERATIONS = frozenset({"await_expression", "binary_expression", "unary_expression", "update_expression"})
_LOOSE = frozenset(
    {
        "arrow_function",
        "assignment_expression",
        "augmented_assignment_expression",
        "sequence_expression",
        "ternary_expression",
        "yield_expression",
    }
)
_NAMELESS = frozenset({"function_expression", "arrow_function", "class", "generator_function"})
_PARAMETERS = frozenset({"array", "assignment_expression", "object", "sequence_expression"})  # could be
_ODD_NAMES = frozenset({b"async", b"await", b"let", b"of", b"static", b"using", b"yield"})


def redundant(inner: Node, parent: Node, siblings: Sequence[Node], index: int) -> bool:
    """Whether dropping the parentheses round `inner`, the child `index` of `parent`, changes nothing.

    The trees are compared by structure, so only places count where both readings have one structure.
    """
    if inner.type == "identifier":
        return inner.text not in _ODD_NAMES and not (
            _before_nameless(parent, siblings, index) or _before_colon(parent, siblings, index)
        )
    if parent.type == "export_statement" and inner.type in _NAMELESS - {"arrow_function"}:
        return False  # a default export that is no declaration
    if inner.type == "string":
        return parent.type != "expression_statement" or not _may_be_directive(parent)
    if inner.type in _PARAMETERS and _before_colon(parent, siblings, index):
        return False
    return not (_binds_loosely(inner, parent, siblings, index) or _holds_in(inner))


def _binds_loosely(inner: Node, parent: Node, siblings: Sequence[Node], index: int) -> bool:
    """Whether the operand would be read otherwise, or not at all, without its parentheses."""
    if parent.type == "new_expression":
        return inner.type in _LOOSE or inner.type == "call_expression" or _is_optional_chain(inner)
    if parent.type in _CHAIN:
        return index == 0 and (inner.type in _LOOSE or _is_optional_chain(inner))
    if parent.type == "binary_expression" and _mixes(inner, siblings, index):
        return True
    return parent.type in _OPERATIONS and inner.type in _LOOSE


def _may_be_directive(statement: Node) -> bool:
    """Whether nothing but strings stands before the statement in its list."""
    above = statement.parent
    for each in above.children if above is not None else ():
        if each == statement:
            return True
        if each.type == "expression_statement" and each.children[0].type == "string":
            continue
        if each.is_named and each.type not in ("comment", "hash_bang_line", "empty_statement"):
            return False
    return True


def _is_optional_chain(node: Node) -> bool:
    """Whether a `?.` in the head of the node would cut what follows it short as well."""
    while node.type in _CHAIN:
        if any(child.type in ("optional_chain", "?.") for child in node.children):
            return True
        node = node.children[0]
    return False


def _mixes(inner: Node, siblings: Sequence[Node], index: int) -> bool:
    """Whether JavaScript demands the parentheses: `(-1) ** 2`, `a ?? (b || c)`."""
    operator = siblings[1].type
    if operator == "**":
        return index == 0 and inner.type in _UNARY
    if inner.type != "binary_expression":
        return False
    below = _operator(inner)
    return (operator == "??") != (below == "??") and {operator, below} <= {"??", "||", "&&"}


def _operator(node: Node) -> str:
    return next((child.type for child in node.children[1:] if not child.is_named), "")


def _before_nameless(parent: Node, siblings: Sequence[Node], index: int) -> bool:
    """Whether the parentheses keep a function from being named after what it is assigned to."""
    assigned = parent.type == "assignment_expression" and index == 0
    return assigned and siblings[-1].type in _NAMELESS


def _before_colon(parent: Node, siblings: Sequence[Node], index: int) -> bool:
    """Whether `a ? (b) : c => d` could be read as a function with a return type."""
    return parent.type == "ternary_expression" and index == 2 and siblings[-1].type == "arrow_function"


def _holds_in(inner: Node) -> bool:
    """Whether the operator `in` stands in the head of a `for`, where bare it would be read otherwise."""
    if b" in" not in (inner.text or b"").replace(b"\n", b" ").replace(b"\t", b" "):
        return False
    node, above = inner, inner.parent
    while above is not None and not above.type.endswith(("_body", "_block")):
        if above.type == "for_statement":
            return node == above.child_by_field_name("initializer")
        node, above = above, above.parent
    return False

"""Parentheses: redundant only where what they hold could stand there bare, and be read the same.

The trees are compared by structure, so `(a + b) * c` differs from `a + b * c` by itself. But a grammar reads
more than the language allows, and binds some operators otherwise; so each place lists what it takes bare.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.languages import Node

KINDS = frozenset({"parenthesized_expression", "parenthesized_type"})

_CHAIN = frozenset({"call_expression", "member_expression", "non_null_expression", "subscript_expression"})
_PRIMARY = _CHAIN | {
    "array",
    "false",
    "identifier",
    "jsx_element",
    "jsx_self_closing_element",
    "meta_property",
    "null",
    "object",
    "regex",
    "string",
    "template_string",
    "this",
    "true",
    "undefined",
}
# Binds looser than every operator.
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
_UNARY = frozenset({"await_expression", "unary_expression"})
_FUNCTIONS = frozenset({"class", "function_expression", "generator_function"})
_NAMELESS = _FUNCTIONS | {"arrow_function"}
_PARAMETERS = frozenset({"array", "assignment_expression", "identifier", "object", "sequence_expression"})
_ODD_NAMES = frozenset({b"async", b"await", b"let", b"of", b"static", b"using", b"yield"})

# Takes a primary expression only: at any place, and as its first child.
_NARROW = frozenset(
    {
        "class_heritage",
        "decorator",
        "extends_clause",
        "instantiation_expression",
        "new_expression",
        "non_null_expression",
        "update_expression",
    }
)
_NARROW_FIRST = frozenset(
    {
        "as_expression",
        "call_expression",
        "member_expression",
        "satisfies_expression",
        "subscript_expression",
    }
)
_CASTS = frozenset({"as_expression", "satisfies_expression"})
_OPERATIONS = frozenset({"await_expression", "binary_expression", "type_assertion", "unary_expression"})
_SEQUENCED = frozenset(
    {"expression_statement", "parenthesized_expression", "return_statement", "throw_statement"}
)

_SIMPLE_TYPES = frozenset(
    {
        "array_type",
        "generic_type",
        "intersection_type",
        "literal_type",
        "lookup_type",
        "nested_type_identifier",
        "object_type",
        "parenthesized_type",
        "predefined_type",
        "template_literal_type",
        "this_type",
        "tuple_type",
        "type_identifier",
        "type_query",
        "union_type",
    }
)
_WHOLE_TYPES = frozenset({"type_alias_declaration", "type_annotation", "type_arguments"})


def redundant(inner: Node, parent: Node, siblings: Sequence[Node], index: int) -> bool:
    """Whether dropping the parentheses round `inner`, the child `index` of `parent`, changes nothing."""
    if inner.parent is not None and inner.parent.type == "parenthesized_type":
        return _is_redundant_type(inner, parent, index + 1 == len(siblings))
    if inner.type == "identifier" and inner.text in _ODD_NAMES:
        return False
    if inner.type == "string" and parent.type == "expression_statement":
        return not _may_be_directive(parent)
    if inner.type in _PARAMETERS and _before_colon(parent, siblings, index):
        return False
    return _stands_bare(inner, parent, siblings, index) and not (_holds_in(inner) or _is_misread(inner))


def _is_redundant_type(inner: Node, parent: Node, last: bool) -> bool:
    if inner.type in _SIMPLE_TYPES:
        return not (inner.text or b"").startswith(b"unique")
    if parent.type == "conditional_type":
        return inner.type == "function_type" or (last and inner.type == "conditional_type")
    return parent.type in _WHOLE_TYPES


def _stands_bare(inner: Node, parent: Node, siblings: Sequence[Node], index: int) -> bool:
    """Whether the place takes such an expression without parentheses."""
    kind = parent.type
    if kind == "new_expression":
        return inner.type in _PRIMARY - {"call_expression"} and not _holds_call(inner)
    if kind in _CASTS and inner.type in _CASTS and index == 0:
        return True
    if kind in _CHAIN and index == 0 and (inner.type in _FUNCTIONS or _is_construction(inner)):
        return True
    if kind in _NARROW or (kind in _NARROW_FIRST and index == 0):
        return inner.type in _PRIMARY and not (kind in _CHAIN and _is_optional_chain(inner))
    if kind == "assignment_expression" and index == 0:
        return inner.type in _PRIMARY and siblings[-1].type not in _NAMELESS
    if kind in _OPERATIONS or (kind == "ternary_expression" and index == 0):
        return inner.type not in _LOOSE | _CASTS and not (
            kind == "binary_expression" and _mixes(inner, siblings, index)
        )
    return inner.type != "sequence_expression" or kind in _SEQUENCED


def _is_construction(node: Node) -> bool:
    """Whether this is `new A()`, not `new A`, which would take the arguments that follow."""
    return node.type == "new_expression" and node.children[-1].type == "arguments"


def _is_optional_chain(node: Node) -> bool:
    """Whether a `?.` in the head of the node would cut what follows it short as well."""
    while node.type in _CHAIN:
        if any(child.type in ("optional_chain", "?.") for child in node.children):
            return True
        node = node.children[0]
    return False


def _holds_call(node: Node) -> bool:
    """Whether a call stands in the head of what is constructed: `new (f().a)()`."""
    while node.type in _CHAIN:
        if node.type == "call_expression" or any(child.type == "optional_chain" for child in node.children):
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
    below = next((child.type for child in inner.children[1:] if not child.is_named), "")
    return (operator == "??") != (below == "??") and {operator, below} <= {"??", "||", "&&"}


def _before_colon(parent: Node, siblings: Sequence[Node], index: int) -> bool:
    """Whether `a ? (b) : c => d` could be read as a function with a return type."""
    return parent.type == "ternary_expression" and index == 2 and siblings[-1].type == "arrow_function"


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


def _is_misread(inner: Node) -> bool:
    """Whether the grammar binds a `!` in here too loosely: it reads `a && b!` as `(a && b)!`."""
    if not re.search(rb"!(?!=)", inner.text or b""):
        return False
    waiting = [inner]
    while waiting:
        node = waiting.pop()
        if node.type == "non_null_expression" and node.children[0].type not in _PRIMARY | KINDS:
            return True
        waiting += node.children
    return False


def _holds_in(inner: Node) -> bool:
    """Whether the operator `in` stands in the head of a `for`, where bare it would be read otherwise."""
    if not re.search(rb"\bin\b", inner.text or b""):
        return False
    node, above = inner, inner.parent
    while above is not None and not above.type.endswith(("_body", "_block")):
        if above.type == "for_statement":
            return node == above.child_by_field_name("initializer")
        node, above = above, above.parent
    return False

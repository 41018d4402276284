"""Nodes whose children alone do not tell what counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.compare.syntax.javascript import jsx, literals
from pytest_editbench.compare.syntax.javascript.children import bare, counted, uncommented

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_editbench.compare.syntax.protocol import Page, Token
    from pytest_editbench.languages import Node

Shape = "Callable[[Node, Page], Sequence[Node | Token]]"

_LOGICAL = frozenset({"&&", "||", "??"})


def arrow(node: Node, page: Page) -> Sequence[Node | Token]:
    """An arrow function: a lone parameter without the parentheses round it."""
    parts = counted(node, page)
    if any(not _is_token(part) and part.type in ("type_parameters", "type_annotation") for part in parts):  # type: ignore[union-attr]  # tokens are told apart first
        return parts
    return [_lone_parameter(part, page) for part in parts]


def _is_token(part: Node | Token) -> bool:
    return isinstance(part, tuple)


def _lone_parameter(part: Node | Token, page: Page) -> Node | Token:
    if isinstance(part, tuple) or part.type != "formal_parameters":
        return part
    parameters = [child for child in part.children if child.type not in ("(", ")", ",", "comment")]
    if len(parameters) != 1 or parameters[0].type != "required_parameter":
        return part
    name = [child for child in parameters[0].children if child.type != "comment"]
    if len(name) != 1 or name[0].type != "identifier":
        return part
    uncommented(part, page)
    uncommented(parameters[0], page)
    return name[0]


def construction(node: Node, page: Page) -> Sequence[Node | Token]:
    """`new X` and `new X()` are one."""
    parts = counted(node, page)
    last = parts[-1]
    chained = node.parent is not None and node.parent.type == "non_null_expression"
    bare_call = not isinstance(last, tuple) and last.type == "arguments" and len(last.children) == 2
    empty = bare_call and not chained  # the grammar reads `new A!` as `(new A)!`
    return parts[:-1] if empty else parts


def operation(node: Node, page: Page) -> Sequence[Node | Token]:
    """A binary operation; those of one logical operator in a row, however they are grouped."""
    operator = next((child.type for child in node.children if child.type in _LOGICAL), None)
    return counted(node, page) if operator is None else _row(node, operator, page)


def alternatives(node: Node, page: Page) -> Sequence[Node | Token]:
    """A union or intersection type, however it is grouped, with or without an operator in front."""
    operator = "|" if node.type == "union_type" else "&"
    parts = _row(node, operator, page)
    return parts[1:] if _is_operator(parts[0], operator) else parts


def _row(node: Node, operator: str, page: Page) -> list[Node | Token]:
    """The operands and operators of one kind in a row."""
    parts: list[Node | Token] = []
    waiting: list[Node] = [node]
    while waiting:
        each = waiting.pop()
        if each.type == node.type and any(child.type == operator for child in each.children):
            children = uncommented(each, page)
            operands = [bare(child, each, children, index, page) for index, child in enumerate(children)]
            waiting.extend(reversed(operands))
        else:
            parts.append(each)
    return parts


def _is_operator(part: Node | Token, operator: str) -> bool:
    return not isinstance(part, tuple) and part.type == operator


SHAPES: Mapping[str, Callable[[Node, Page], Sequence[Node | Token]]] = {
    "arrow_function": arrow,
    "binary_expression": operation,
    "intersection_type": alternatives,
    "jsx_attribute": jsx.attribute,
    "jsx_element": jsx.element,
    "new_expression": construction,
    "template_literal_type": literals.template,
    "template_string": literals.template,
    "union_type": alternatives,
}

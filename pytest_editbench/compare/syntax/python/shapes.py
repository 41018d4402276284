"""The parts of Python's nodes that count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.compare.syntax.protocol import Token
from pytest_editbench.compare.syntax.python import strings
from pytest_editbench.compare.syntax.python.annotations import annotation
from pytest_editbench.compare.syntax.python.parentheses import bare, solid

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

_TUPLES = frozenset({"expression_list", "pattern_list", "tuple", "tuple_pattern"})
# Below these a tuple may go without parentheses.
_BARE_TUPLES = frozenset(
    {
        "assignment",
        "augmented_assignment",
        "delete_statement",
        "expression_statement",
        "for_in_clause",
        "for_statement",
        "return_statement",
        "subscript",
        "yield",
    }
)
_CLOSING = frozenset({")", "]", "}"})
_STATEMENTS = frozenset({"module", "block"})


def counted(node: Node, page: Page) -> list[Node | Token]:
    """The children that count: no comments, semicolons, trailing commas and idle parentheses."""
    children = solid(node, page)
    return _listed(node, children, 0, len(children), page)


def _listed(node: Node, children: Sequence[Node], start: int, end: int, page: Page) -> list[Node | Token]:
    parts: list[Node | Token] = []
    spread = node.type in _BARE_TUPLES
    for index in range(start, end):
        child = children[index]
        if _is_idle(node, children, index):
            continue
        child = bare(child, node, children, page)
        if child.type in strings.KINDS and (texts := strings.parts(child, page)) is not None:
            parts += texts
        elif spread and child.type in _TUPLES:
            parts += _tuple(child, page)
        else:
            parts.append(child)
    return parts


def _is_idle(node: Node, children: Sequence[Node], index: int) -> bool:
    """Whether a semicolon or comma says nothing."""
    kind = children[index].type
    if kind == ";":
        return node.type in _STATEMENTS
    if kind != "," or index + 2 < len(children) or node.type == "subscript":
        return False
    if index + 1 == len(children):
        return node.type == "lambda_parameters"
    # `x: A[int,]` is a tuple of one.
    return children[index + 1].type in _CLOSING and (node.type != "type_parameter" or index > 2)


def block(node: Node, page: Page) -> Sequence[Node | Token]:
    """The statements of a block, and its end, for a comment may stand on either side of it."""
    return [*counted(node, page), Token(b"end", node.end_byte, node.end_byte)]


def call(node: Node, page: Page) -> Sequence[Node | Token]:
    """A call; a generator that is its only argument may stand in parentheses of its own."""
    parts = counted(node, page)
    last = parts[-1]
    if isinstance(last, Token) or last.type != "argument_list":
        return parts
    within = [child for child in last.children if child.type not in (",", "comment", "line_continuation")]
    if len(within) != 3 or within[1].type != "generator_expression":
        return parts
    solid(last, page)
    return [*parts[:-1], within[1]]


def class_(node: Node, page: Page) -> Sequence[Node | Token]:
    """A class; without bases the parentheses may go."""
    return [part for part in counted(node, page) if isinstance(part, Token) or not _is_empty(part)]


def _is_empty(node: Node) -> bool:
    return node.type == "argument_list" and len(node.children) == 2


def import_(node: Node, page: Page) -> Sequence[Node | Token]:
    """An import or the head of a `with`, in parentheses or not."""
    return [part for part in counted(node, page) if isinstance(part, Token) or part.type not in ("(", ")")]


def subscript(node: Node, page: Page) -> Sequence[Node | Token]:
    """A subscript: a tuple in it, with or without parentheses."""
    children = solid(node, page)
    opening = next(index for index, child in enumerate(children) if child.type == "[")
    commas = sum(child.type == "," for child in children[opening:])
    head = _listed(node, children, 0, opening + 1, page)
    inner = _listed(node, children, opening + 1, len(children) - 1, page)
    if commas:
        inner = _marked(inner, children[opening].end_byte, children[-1].start_byte)
    return [*head, *inner, children[-1]]


def statement(node: Node, page: Page) -> Sequence[Node | Token]:
    """An expression as a statement: a tuple of its own without parentheses is one, too."""
    if any(child.type == "," for child in node.children):
        return _marked(counted(node, page), node.start_byte, node.end_byte)
    return counted(node, page)


def _tuple(node: Node, page: Page) -> list[Node | Token]:
    children = solid(node, page)
    start, end = (1, len(children) - 1) if children[0].type == "(" else (0, len(children))
    return _marked(_listed(node, children, start, end, page), node.start_byte, node.end_byte)


def _marked(parts: Sequence[Node | Token], start: int, end: int) -> list[Node | Token]:
    """The items of a tuple, told from those of its surroundings; the last comma says nothing more."""
    items = list(parts)
    if items and not isinstance(items[-1], Token) and items[-1].type == ",":
        del items[-1]
    return [Token(b"(", start, start), *items, Token(b")", end, end)]


SHAPES: Mapping[str, Callable[[Node, Page], Sequence[Node | Token]]] = {
    "block": block,
    "call": call,
    "class_definition": class_,
    "expression_statement": statement,
    "import_from_statement": import_,
    "interpolation": strings.interpolation,
    "subscript": subscript,
    "type": annotation,
    "with_clause": import_,
}

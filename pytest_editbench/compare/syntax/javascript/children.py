"""The children of a node that count: without comments, and without what a formatter owns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.compare.syntax.javascript import breaks, openings, parentheses, semicolons
from pytest_editbench.compare.syntax.javascript.literals import unquoted
from pytest_editbench.compare.syntax.protocol import Token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

_CLOSING = frozenset({")", "]", "}", ">"})
_MEMBER_LISTS = frozenset({"object_type", "interface_body"})  # `,` and `;` are one there
_JOINED = frozenset({"union_type", "intersection_type"})
_NAMED = frozenset(
    {
        "abstract_method_signature",
        "enum_assignment",
        "enum_body",
        "method_definition",
        "method_signature",
        "pair",
        "pair_pattern",
        "property_signature",
        "public_field_definition",
    }
)
_NAMES = frozenset({"property_identifier", "string"})


def counted(node: Node, page: Page) -> list[Node | Token]:
    """The children that count, in order; those of dropped parentheses in their place."""
    children = uncommented(node, page)
    parts: list[Node | Token] = []
    for index, child in enumerate(children):
        kind = child.type
        if kind in (";", ",", "empty_statement"):
            if (kept := _separator(node, children, index)) is not None:
                parts.append(kept)
            continue
        if semicolons.joined(node, children, index, page):
            parts.append(Token(b"joined", child.start_byte, child.start_byte))
        if openings.bare(node, children, index, page):
            parts.append(Token(b"bare", child.start_byte, child.start_byte))
        if breaks.before(node, child, children, index, page):
            parts.append(Token(b"\n", child.start_byte, child.start_byte))
        parts.append(_name(node, children, index, page) or bare(child, node, children, index, page))
        if breaks.after(node, child, children, index, page):
            parts.append(Token(b"\n", child.end_byte, child.end_byte))
    if semicolons.read_on(node, children, page):
        parts.append(Token(b"read on", node.end_byte, node.end_byte))
    return parts


def uncommented(node: Node, page: Page) -> list[Node]:
    """The children without the comments among them, which go on the page."""
    children = node.children
    comments = [child for child in children if child.type == "comment"]
    if not comments:
        return children
    page.comments += comments
    return [child for child in children if child.type != "comment"]


def bare(child: Node, parent: Node, siblings: Sequence[Node], index: int, page: Page) -> Node:
    """The node without parentheses that do not count, and without a `|` or `&` that joins nothing."""
    while (inner := _inner(child, parent, siblings, index, page)) is not None:
        child = inner
    return child


def _inner(child: Node, parent: Node, siblings: Sequence[Node], index: int, page: Page) -> Node | None:
    if child.type in parentheses.KINDS:
        within = [each for each in child.children if each.type != "comment"]
        if len(within) == 3 and parentheses.redundant(within[1], parent, siblings, index):
            return uncommented(child, page)[1]
    elif child.type in _JOINED and parent.type not in _JOINED:
        members = [each for each in child.children if each.type not in ("|", "&", "comment")]
        if len(members) == 1:
            uncommented(child, page)
            return members[0]
    return None


def _separator(node: Node, children: Sequence[Node], index: int) -> Node | Token | None:
    """A semicolon, comma or empty statement if it counts."""
    child = children[index]
    if child.type == "empty_statement":
        return None if semicolons.idle(node, children, index) else child
    if child.type == ";" or node.type in _MEMBER_LISTS:
        counts = semicolons.counts(node, children, index)
        return Token(b";", child.start_byte, child.end_byte) if counts else None
    return None if _is_trailing(children, index) else child


def _is_trailing(children: Sequence[Node], index: int) -> bool:
    """Whether the comma stands after the last element, where it means nothing: no hole, no rest."""
    if index + 2 != len(children) or children[index + 1].type not in _CLOSING:
        return False
    last = children[index - 1]
    return last.is_named and "rest_pattern" not in (last.type, *(child.type for child in last.children[:1]))


def _name(node: Node, children: Sequence[Node], index: int, page: Page) -> Token | None:
    """A property's name, quoted or not."""
    child = children[index]
    if node.type not in _NAMED or child.type not in _NAMES:
        return None
    if node.type != "enum_body" and any(each.type in ("=", ":") for each in children[:index]):
        return None  # its value
    text = page.text(child)
    if child.type == "string":
        text = unquoted(text)
        if not _is_identifier(text):
            return None
    if node.type == "public_field_definition" and text in semicolons.MODIFIERS:
        return None  # without quotes it can be a modifier of what follows
    return Token(b"name " + text, child.start_byte, child.end_byte)


def _is_identifier(text: bytes) -> bool:
    try:
        return text.decode().replace("$", "_").isidentifier()
    except UnicodeDecodeError:
        return False

"""Semicolons that mean something: those that no line break replaces, and empty statements that do work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

# Names that are modifiers or begin a declaration when a name follows.
MODIFIERS = frozenset(
    b"abstract accessor async await declare enum get global interface let module namespace "
    b"override private protected public readonly set static type using yield".split()
)

_LISTS = frozenset({"program", "statement_block", "switch_case", "switch_default", "class_body"})
# What can carry an expression on from the line before.
_CARRYING = re.compile(rb"[(\[`/*<]|\+(?!\+)|-(?!-)|in\b|instanceof\b")
_SKIPPED = re.compile(rb"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)


def matters(node: Node, children: Sequence[Node], index: int, page: Page) -> bool:
    """Whether the semicolon could not be left to the line break after it."""
    if node.type == "class_body":
        ended = children[index - 1]
        if ended.type == "method_definition":
            return False
    else:
        ended = children[0]
    return _carried_on(page.source, children[index].end_byte) or _is_modifier(ended, children, page)


def parts_members(children: Sequence[Node], index: int, page: Page) -> bool:
    """Whether a line break could not replace this separator of members, or it is one too many."""
    ended = children[index - 1]
    if not ended.is_named:
        return True
    if ended.type != "property_signature" or ended.children[-1].type == "type_annotation":
        return False
    carried_on = page.source[children[index].end_byte : children[index + 1].start_byte + 1][-1:] in b"(<"
    return carried_on or page.text(ended.children[-1]) in MODIFIERS


def idle(node: Node, children: Sequence[Node], index: int) -> bool:
    """Whether an empty statement does nothing: it is no body, and keeps no string from being a directive."""
    if node.type not in _LISTS:
        return False
    follows = next((each for each in children[index + 1 :] if each.type != "empty_statement"), None)
    if follows is None or not _is_string_statement(follows):
        return True
    ahead = [each for each in children[:index] if each.type not in ("{", "empty_statement", "hash_bang_line")]
    return not all(_is_string_statement(each) for each in ahead)


def _carried_on(source: bytes, end: int) -> bool:
    skipped = _SKIPPED.match(source, end)
    return bool(_CARRYING.match(source, skipped.end() if skipped else end))


def _is_modifier(ended: Node, children: Sequence[Node], page: Page) -> bool:
    """Whether what ends here is a lone name that the next line could take for a modifier."""
    name = ended if ended.type == "identifier" and len(children) == 2 else None
    if ended.type == "public_field_definition":
        name = ended.children[-1]
    return name is not None and page.text(name) in MODIFIERS


def _is_string_statement(node: Node) -> bool:
    return node.type == "expression_statement" and node.children[0].type == "string"

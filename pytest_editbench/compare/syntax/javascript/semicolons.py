"""Semicolons: where a line break does for one, and where the grammar takes one for granted that is not there.

Semicolons do not count; what counts is a place without one that JavaScript would read on across (ECMA-262
12.10), a loop's head, and an empty statement that does work.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

# Names that are modifiers when a member follows, and names that begin a declaration when a name follows.
MODIFIERS = frozenset(
    b"abstract accessor async declare get override private protected public readonly set static".split()
)
_DECLARING = frozenset(
    b"abstract async await declare enum global interface let module namespace type using yield".split()
)

_MEMBERS = frozenset({"class_body", "interface_body", "object_type"})
_FIELDS = frozenset({"property_signature", "public_field_definition"})
_SELF_ENDED = frozenset({"class_static_block", "decorator", "method_definition"})
_LISTS = frozenset({"class_body", "program", "statement_block", "switch_case", "switch_default"})
_BEFORE_DIRECTIVES = frozenset({"empty_statement", "hash_bang_line", "{"})
_STATEMENTS = frozenset(
    {
        "export_statement",
        "expression_statement",
        "lexical_declaration",
        "return_statement",
        "throw_statement",
        "variable_declaration",
    }
)
_DECLARED = ("_declaration", "_clause", "module", "declare")
# What carries an expression on from the line before, and what carries a bare member name on.
_CARRYING = re.compile(rb"[(\[`/*<.?=&|^%>,]|\+(?!\+)|-(?!-)|in\b|instanceof\b")
_CALLING = re.compile(rb"[(<]")
_SKIPPED = re.compile(rb"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)


def counts(node: Node, children: Sequence[Node], index: int) -> bool:
    """Whether the semicolon or comma must be there, or is one too many."""
    loop = node.parent
    if loop is not None and loop.type == "for_statement" and node != loop.child_by_field_name("body"):
        return True  # in the head of a loop no line break stands for it
    if node.type in ("interface_body", "object_type"):
        member = children[index - 1]  # one stands between two members, none before the first
        mapped = any(child.type == "mapped_type_clause" for child in member.children)
        return not member.is_named or (mapped and children[index].type == ",")
    return False


def read_on(node: Node, children: Sequence[Node], page: Page) -> bool:
    """Whether a statement without semicolon would be carried on by what follows it."""
    if node.type not in _STATEMENTS or len(children) < 1 or children[-1].type == ";":
        return False
    if node.type in ("return_statement", "throw_statement") and len(children) == 1:
        return False  # the line break has ended it
    if node.type == "export_statement" and children[-1].type.endswith(_DECLARED):
        return False
    lone = node.type == "expression_statement" and children[0].type == "identifier"
    following = _following(page.source, node.end_byte)
    if lone and page.text(children[0]) in _DECLARING and following[:1].isalpha():
        return True
    return _CARRYING.match(following) is not None


def joined(node: Node, children: Sequence[Node], index: int, page: Page) -> bool:
    """Whether a member follows another with nothing between them that would part the two."""
    if node.type not in _MEMBERS or index == 0:
        return False
    ended, member = children[index - 1], children[index]
    if not (ended.is_named and member.is_named) or ended.type in _SELF_ENDED:
        return False
    if b"\n" not in page.source[ended.end_byte : member.start_byte]:
        return True
    last = ended.children[-1] if ended.children else ended
    if ended.type not in _FIELDS or last.type == "type_annotation":
        return False
    following = _following(page.source, ended.end_byte)
    if any(child.type == "=" for child in ended.children):
        return _CARRYING.match(following) is not None
    return _CALLING.match(following) is not None or page.text(last) in MODIFIERS


def idle(node: Node, children: Sequence[Node], index: int) -> bool:
    """Whether an empty statement does nothing: it is no body, and keeps no string from being a directive."""
    if node.type not in _LISTS:
        return False
    following = index + 1
    while following < len(children) and children[following].type == "empty_statement":
        following += 1
    if following == len(children) or not _is_string_statement(children[following]):
        return True
    ahead = (children[place] for place in range(index))
    return not all(each.type in _BEFORE_DIRECTIVES or _is_string_statement(each) for each in ahead)


def _following(source: bytes, end: int) -> bytes:
    """The first bytes after white space and comments."""
    skipped = _SKIPPED.match(source, end)
    start = skipped.end() if skipped else end
    return source[start : start + 12]


def _is_string_statement(node: Node) -> bool:
    return node.type == "expression_statement" and node.children[0].type == "string"

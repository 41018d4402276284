"""Line breaks that mean something, whatever the tree says: restricted productions of ECMA-262 12.10.1."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

_TERMINATOR = re.compile(rb"[\n\r]|\xe2\x80[\xa8\xa9]")  # ECMA-262 12.3

# A line break after these ends a statement, or makes a name of a modifier.
_RESTRICTED = frozenset(
    {
        "abstract",
        "accessibility_modifier",
        "accessor",
        "asserts",
        "async",
        "break",
        "continue",
        "declare",
        "get",
        "interface",
        "module",
        "namespace",
        "override",
        "override_modifier",
        "readonly",
        "return",
        "set",
        "static",
        "throw",
        "type",
        "yield",
    }
)

# A line break before these ends what they would belong to.
_POSTFIX = {
    "++": ("update_expression",),
    "--": ("update_expression",),
    "=>": ("arrow_function",),
    "[": ("array_type", "lookup_type"),
    "!": ("non_null_expression",),
    "as": ("as_expression",),
    "satisfies": ("satisfies_expression",),
    "is": ("type_predicate",),
    "type_arguments": ("generic_type", "instantiation_expression"),
}


def after(node: Node, child: Node, children: Sequence[Node], index: int, page: Page) -> bool:
    """Whether a line break that counts follows this child."""
    restricted = child.type in _RESTRICTED or (node.type == "type_parameter" and not child.is_named)
    if not restricted or index + 1 == len(children):
        return False
    following = children[index + 1]
    return following.type != ";" and _broken(page, child.end_byte, following.start_byte)


def before(node: Node, child: Node, children: Sequence[Node], index: int, page: Page) -> bool:
    """Whether a line break that counts stands before this child: a postfix operator, an arrow."""
    if index == 0 or node.type not in _POSTFIX.get(child.type, ()):
        return False
    return _broken(page, children[index - 1].end_byte, child.start_byte)


def _broken(page: Page, start: int, end: int) -> bool:
    return _TERMINATOR.search(page.source, start, end) is not None

"""Python: what of a tree counts once a formatter's share is dropped; blocks are structure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.compare.syntax.python.shapes import SHAPES, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.compare.syntax.protocol import Page, Token
    from pytest_editbench.languages import Node

_NUMBERS = frozenset({"integer", "float"})


class Python:
    """The rules, after what Black and Ruff document; equal files are one for Python's own parser."""

    def parts(self, node: Node, page: Page) -> Sequence[Node | Token]:
        """The parts of a node that count; none for a leaf."""
        return SHAPES.get(node.type, counted)(node, page)

    def leaf(self, node: Node, page: Page) -> bytes:
        """The text of a leaf; numbers in lower case, for no letter of theirs means another in upper case."""
        if node.children or node.type == "module":
            return b""
        text = page.text(node)
        return text.lower() if node.type in _NUMBERS else text


def comment(text: bytes) -> bytes:
    """A comment as Black writes it: a blank after the sign, none at the end."""
    body = text[1:].rstrip()
    return b"# " + body if body[:1] not in (b"", b" ", b"!", b":", b"#") else b"#" + body


def residue(data: bytes) -> bytes:
    """What no formatter adds, drops or moves, to tell different files apart before they are parsed."""
    return data.lower().translate(None, _MOVABLE)


# Prefixes go when strings are joined, and braces are doubled when one of them is an f-string.
_MOVABLE = bytes(range(33)) + b"\\'\"(),;#bfrtu{}"

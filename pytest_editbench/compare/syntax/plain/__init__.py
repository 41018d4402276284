"""Languages by table: the tree and its texts count, and white space where it means something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.compare.syntax.plain.gaps import Gap
from pytest_editbench.compare.syntax.protocol import Token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.compare.syntax.plain.rows import Row
    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

_BLANKS = b" \t\n\r\f\v"


class Plain:
    """The rules of one row; they know nothing of a language that its row does not say."""

    def __init__(self, row: Row) -> None:
        self._row = row

    def parts(self, node: Node, page: Page) -> Sequence[Node | Token]:
        """The children that count, each after what stands between it and the one before it."""
        children = node.children
        if not children or self._row.is_literal(node, page.source):
            return ()
        dropped = self._dropped(node, children)
        root = node.type == self._row.root
        parts: list[Node | Token] = []
        left: Node | None = None
        text, at = b"", 0 if root else node.start_byte
        for index, child in enumerate(children):
            if index in dropped:
                text += page.source[at : child.start_byte] + self._left_over(child, page)
                at = child.end_byte
                continue
            text += page.source[at : _start(child, page.source)]
            parts += [self._between(node, left, child, text, page), self._part(child, page)]
            left, text, at = child, b"", _end(child, page.source)
        text += page.source[at : len(page.source) if root else node.end_byte]
        return [*parts, self._between(node, left, None, text, page)]

    def leaf(self, node: Node, page: Page) -> bytes:
        """The text of a leaf, written in one way."""
        return self._row.written(node, page.source)

    def _part(self, child: Node, page: Page) -> Node | Token:
        """The child itself; a quoted text as one token, for its type can tell the kind of its quotes."""
        if child.type not in self._row.quoted:
            return child
        return Token(self._row.written(child, page.source), child.start_byte, child.end_byte)

    def _dropped(self, node: Node, children: Sequence[Node]) -> set[int]:
        """The places of comments and separators that say nothing."""
        row = self._row
        dropped = {index for index, child in enumerate(children) if child.type in row.comments}
        separator = row.separators.get(node.type)
        if separator is None:
            return dropped
        kept = [index for index in range(len(children)) if index not in dropped]
        places = [index for index in kept if children[index].type == separator]
        if separator == ";":
            return dropped.union(places)
        last = kept[-1 if node.type in row.ended else -2 :][:1]
        trailing = places[-1:] == last and (len(places) > 1 or node.type not in row.lone)
        return dropped.union(last) if trailing else dropped

    def _left_over(self, child: Node, page: Page) -> bytes:
        """What stays of a dropped child in the text between the others: a semicolon, a line break."""
        if child.type not in self._row.comments:
            return b";" if child.type == ";" else b""
        page.comments.append(child)
        return b"\n" if b"\n" in page.text(child) else b""

    def _between(self, node: Node, left: Node | None, right: Node | None, text: bytes, page: Page) -> Token:
        """What stands between two children, in one way; text that the tree does not show, as it is."""
        before, after = _end(left, page.source) if left else 0, _start(right, page.source) if right else 0
        gap = Gap(
            text,
            page.source[before - 1 : before] if left else b"",
            page.source[after : after + 1] if right else b"",
            node.type,
            left.type if left else "",
            right.type if right else "",
        )
        place = left.end_byte if left else node.start_byte
        return Token(self._row.gap(gap), place, place)


def _end(node: Node, source: bytes) -> int:
    """Where a node ends, without white space that the grammar gives to it."""
    first, end = node.start_byte, node.end_byte
    while end > first and source[end - 1] in _BLANKS:
        end -= 1
    return end


def _start(node: Node, source: bytes) -> int:
    start, last = node.start_byte, node.end_byte
    while start < last and source[start] in _BLANKS:
        start += 1
    return start


# A formatter adds, drops and moves these; it writes quotes in one way, and pads tables.
_MOVABLE = _BLANKS + b",;'\"-"


def residue(data: bytes) -> bytes:
    """What no formatter adds, drops or moves, to tell different files apart before they are parsed."""
    return data.translate(None, _MOVABLE)

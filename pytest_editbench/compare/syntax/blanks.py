"""Blank lines and blanks at line ends, where they are no part of a literal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.languages import Node


def bare_lines(data: bytes) -> list[bytes]:
    """The lines that hold something, without the blanks at their ends, literal or not."""
    stripped = (line.rstrip(b" \t\r\f\v") for line in data.split(b"\n"))
    return [line for line in stripped if line]


def free_lines(data: bytes, root: Node, *, keep_trailing: bool = False) -> list[bytes]:
    """The lines without blank ones, and without blanks at their ends, but for those inside a literal."""
    opened, held = _literal_lines(root)
    lines = []
    for row, line in enumerate(data.split(b"\n")):
        text = line if row in opened or keep_trailing else line.rstrip(b" \t\r\f\v")
        if text.strip() or row in held:
            lines.append(text)
    return lines


def _literal_lines(root: Node) -> tuple[set[int], set[int]]:
    """The rows whose ends lie inside a leaf, and the rows whose starts do; 0-based."""
    opened: set[int] = set()
    held: set[int] = set()
    for start, end in _tall_leaves(root):
        opened.update(range(start, end))
        held.update(range(start + 1, end + 1))
    return opened, held


def _tall_leaves(root: Node) -> Iterator[tuple[int, int]]:
    """First and last row of every leaf of several lines: strings, templates, comments, text."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        first, last = node.start_point.row, node.end_point.row
        if first == last:
            continue
        children = node.children
        if not children and node.parent is not None:
            yield first, last
        waiting += children

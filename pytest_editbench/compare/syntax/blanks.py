"""Blank lines and blanks at line ends, where they are no part of a literal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from pytest_editbench.languages import Node


def bare_lines(data: bytes) -> list[bytes]:
    """The lines that hold something, without the blanks at their ends, literal or not."""
    stripped = (line.rstrip(b" \t\r\f\v") for line in data.split(b"\n"))
    return [line for line in stripped if line]


def free_lines(
    data: bytes, root: Node, literals: Collection[str] = (), *, keep_trailing: bool = False
) -> list[bytes]:
    """The lines without blank ones, and without blanks at their ends, but for those inside a literal.

    Literals are the leaves of the tree, and the nodes of the types that `literals` names; the line after
    a backslash counts as one, too.
    """
    rows = data.split(b"\n")
    opened, held = _literal_lines(root, literals)
    continued = [row for row, line in enumerate(rows) if line.rstrip().endswith(b"\\")]
    opened.update(continued)
    held.update(row + 1 for row in continued)
    lines = []
    for row, line in enumerate(rows):
        text = line if row in opened or keep_trailing else line.rstrip(b" \t\r\f\v")
        if text.strip() or row in held:
            lines.append(text)
    return lines


def _literal_lines(root: Node, literals: Collection[str]) -> tuple[set[int], set[int]]:
    """The rows whose ends lie inside a leaf, and the rows whose starts do; 0-based."""
    opened: set[int] = set()
    held: set[int] = set()
    for start, end in _tall_leaves(root, literals):
        opened.update(range(start, end))
        held.update(range(start + 1, end + 1))
    return opened, held


def _tall_leaves(root: Node, literals: Collection[str]) -> Iterator[tuple[int, int]]:
    """First and last row of every leaf of several lines: strings, templates, comments, text."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        first, last = node.start_point.row, node.end_point.row
        if first == last:
            continue
        children = () if node.type in literals else node.children
        if not children and node.parent is not None:
            yield first, last
        waiting += children

"""The lines of a body, which are nobody else's: those between braces, or those that are deeper."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_editbench.generate.mutations.structure.layout import Layout
    from pytest_editbench.languages import Node


def body(here: Layout, block: Node) -> range | None:
    """The 1-based lines of a block's body, comments and all; None where a line holds something else too."""
    lines = _braced(here, block) if here.words["closer"] else _indented(here, block)
    return lines if lines is not None and any(not here.blank(line) for line in lines) else None


def trimmed(here: Layout, lines: range) -> range:
    """The lines from the first to the last visible one."""
    seen = [line for line in lines if not here.blank(line)]
    return range(seen[0], seen[-1] + 1)


def _braced(here: Layout, block: Node) -> range | None:
    (top, left), (bottom, right) = block.start_point, block.end_point
    closer = here.text(bottom + 1)[: right - 1]
    return range(top + 2, bottom + 1) if here.ends(top + 1, left + 1) and not closer.strip() else None


def _indented(here: Layout, block: Node) -> range | None:
    first, last = block.start_point.row + 1, block.end_point.row + 1
    depth = here.indent(first)
    begins = here.text(first)[: block.start_point.column]
    while here.blank(first - 1) or first - 1 in here.remarks:
        first -= 1
    remarks = [line for line in range(first, block.start_point.row + 1) if not here.blank(line)]
    plain = all(here.indent(line) == depth for line in remarks)
    if begins.strip() or not plain or not here.ends(last, block.end_point.column):
        return None
    return range(first, last + 1) if _over(here, last, depth) else None


def _over(here: Layout, last: int, depth: bytes) -> bool:
    """Whether the next visible line below a body is no comment that could belong to it."""
    following = last + 1
    while following <= len(here.lines) and here.blank(following):
        following += 1
    return following not in here.remarks or len(here.indent(following)) < len(depth)

"""Which places of a file a mutation keeps to, or keeps out of."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_editbench.edits import Span
    from pytest_editbench.languages import Node


class Places:
    """The bytes that some nodes cover."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._starts: list[int] = []
        self._stops: list[int] = []
        for start, stop in sorted((node.start_byte, node.end_byte) for node in nodes):
            if self._stops and start < self._stops[-1]:
                self._stops[-1] = max(stop, self._stops[-1])
            else:
                self._starts.append(start)
                self._stops.append(stop)

    def __contains__(self, span: Span) -> bool:
        at = bisect_right(self._starts, span.start) - 1
        return at >= 0 and span.stop <= self._stops[at]

"""Bytes as they come → whole lines, with bounded memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 8 * 1024 * 1024  # bytes of a line that is read


class Lines:
    """Gives every line, without its end, to `take`.

    A line that starts with one of `passed` is left out; one longer than `LONGEST` too, but counted in
    `skipped`.
    """

    def __init__(self, take: Callable[[bytes], None], passed: tuple[bytes, ...] = ()) -> None:
        self.skipped = 0
        self._take = take
        self._passed = passed
        self._line = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> None:
        """More bytes, split anywhere."""
        start = 0
        while (end := data.find(b"\n", start)) >= 0:
            self._add(data[start:end])
            self._end()
            start = end + 1
        self._add(data[start:])

    def close(self) -> None:
        """A line more, if the last one has no end."""
        if self._line:
            self._end()

    def _add(self, piece: bytes) -> None:
        room = LONGEST - len(self._line)
        self._line += piece[:room]
        self._too_long = self._too_long or len(piece) > room

    def _end(self) -> None:
        line, too_long = bytes(self._line), self._too_long
        self._line.clear()
        self._too_long = False
        if line.startswith(self._passed):
            return
        if too_long:
            self.skipped += 1
        else:
            self._take(line)

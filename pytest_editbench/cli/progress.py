"""A line that tells how far a long command is."""

from __future__ import annotations

from typing import TextIO

_WIDTH = 30  # characters of the bar


class Progress:
    """One line on a terminal, drawn anew when a percent has passed; nothing elsewhere."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream if stream.isatty() else None
        self._drawn = ""

    def told(self, what: str, done: int, of: int) -> None:
        """Show that `done` of `of` is done."""
        filled = done * _WIDTH // max(of, 1)
        line = f"{what} {'━' * filled}{'─' * (_WIDTH - filled)} {100 * done // max(of, 1):3} %"
        if self._stream and line != self._drawn:
            self._drawn = line  # first: Ctrl-C may come as soon as it shows
            self._stream.write(f"\r\x1b[K{line}")
            self._stream.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Leave no trace."""
        if self._stream and self._drawn:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._drawn = ""

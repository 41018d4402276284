"""A failure as pytest shows it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _pytest._io import TerminalWriter


class FailureText:
    """A failure as text: plain wherever it is stored, coloured on a terminal."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.reprcrash = SimpleNamespace(message=text.partition("\n")[0])  # read for pytest's short summary

    def __str__(self) -> str:
        return self.text

    def toterminal(self, writer: TerminalWriter) -> None:
        colours: Mapping[str, dict[str, bool]] = {
            "+": {"green": True},
            "-": {"red": True},
            "@": {"cyan": True},
        }
        for line in self.text.split("\n"):
            writer.line(line, **colours.get(line[:1], {}))

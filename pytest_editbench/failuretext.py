"""A failure as pytest shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _pytest._io import TerminalWriter


def headline(name: str) -> str:
    """The name of a test as the head of its failure.

    pytest takes it to be dotted where a node id ends in it, and would show one that nobody can paste.
    """
    return f"{name} " if "." in name.partition("[")[0] else name


@dataclass(frozen=True, slots=True)
class Crash:
    """Where it failed, in one line; read by pytest's short summary, by `--tb=line` and by other plugins."""

    path: str
    message: str
    lineno: int = 1  # 1-based

    def __str__(self) -> str:
        return f"{self.path}:{self.lineno}: {self.message}"


class FailureText:
    """A failure as text: plain wherever it is stored, coloured on a terminal."""

    def __init__(self, text: str, path: str) -> None:
        self.text = text
        self.reprcrash = Crash(path, text.partition("\n")[0])

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

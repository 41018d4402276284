"""Checking a result against the after-states that a prompt shows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from pytest_editbench.agents.solver.documents import Document


@dataclass(frozen=True, slots=True)
class Region:
    """Lines that the result must hold."""

    scope: tuple[PurePosixPath, ...]  # files it may be about; empty for any
    line: int | None  # 1-based, about where
    lines: tuple[str, ...]

    def shown_by(self, doc: Document, slack: int) -> bool:
        """Whether the document reads so within `slack` lines of the stated one."""
        wanted = [line.rstrip() for line in self.lines]
        return any(
            [line.rstrip() for line in doc.lines[start : start + len(wanted)]] == wanted
            for start in self._starts(doc, slack)
        )

    def _starts(self, doc: Document, slack: int) -> range:
        last = len(doc.lines) - len(self.lines)
        if self.line is None:
            return range(last + 1)
        return range(max(0, self.line - 1 - slack), min(last, self.line - 1 + slack) + 1)

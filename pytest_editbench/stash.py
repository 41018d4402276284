"""What a pytest session of ours keeps in `config.stash`; light, since every session loads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.options import Options


class Scratch(NamedTuple):
    """What the processes of a session share on disk, and how they mark those they start."""

    folder: Path  # holds the workspaces; made when first needed, removed by the controller
    running: Path  # the same, for the announcements: no agent meets it on a way from its workspace
    worker: str = "main"

    def marker_of(self, worker: str) -> str:
        """What the markers of all processes start with that this worker starts."""
        return f"{self.folder.name}-{worker}-"

    def announcement(self, worker: str) -> Path:
        """Where a worker says which trial it is at, in case it dies."""
        return self.running / worker


OPTIONS: pytest.StashKey[Options] = pytest.StashKey()
AGENTS: pytest.StashKey[tuple[NamedAgent, ...]] = pytest.StashKey()
SCRATCH: pytest.StashKey[Scratch] = pytest.StashKey()
MARKS: pytest.StashKey[dict[str, pytest.MarkDecorator | None]] = pytest.StashKey()
STAMPS: pytest.StashKey[dict[Path, str]] = pytest.StashKey()

PROPERTY = "editbench"  # the user property of a pytest report that carries a trial

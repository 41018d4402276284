"""What a pytest session of ours keeps in `config.stash`; light, since every session loads it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.cases.seal import Seal
    from pytest_editbench.options import Options
    from pytest_editbench.runs.ledger import Ledger
    from pytest_editbench.runs.resume import Earlier
    from pytest_editbench.runs.scope import Scope


class Scratch(NamedTuple):
    """What the processes of a session share on disk, and how they mark those they start."""

    folder: Path  # holds the workspaces; made when first needed, removed by the controller
    running: Path  # the same, for the announcements: no agent meets it on a way from its workspace
    key: str  # what announcements are signed with; never on disk
    worker: str = "main"

    @classmethod
    def fresh(cls) -> Scratch:
        """Places of a session's own; their names tell the session's process."""
        root, process = Path(tempfile.gettempdir()).resolve(), os.getpid()
        return cls(
            root / f"editbench-{process}-{os.urandom(8).hex()}",
            root / f"running-{process}-{os.urandom(16).hex()}",
            os.urandom(32).hex(),
        )

    @classmethod
    def shared(cls, told: Mapping[str, str]) -> Scratch:
        """The controller's, as its worker hears of them."""
        folder, running, key = (told[f"editbench_{name}"] for name in cls._fields[:3])
        return cls(Path(folder), Path(running), key, told["workerid"])

    def told(self) -> dict[str, str]:
        """What `shared` needs to know."""
        return {f"editbench_{name}": str(value) for name, value in zip(self._fields[:3], self, strict=False)}

    def marker_of(self, worker: str) -> str:
        """What the markers of all processes start with that this worker starts."""
        return f"{self.folder.name}-{worker}-"

    @property
    def homes(self) -> Path:
        """Where private homes are made: not among temporary files, where some agents do not want theirs."""
        from pytest_editbench import caches

        return caches.store("homes") / self.folder.name

    @property
    def ledger(self) -> Path:
        """Where the processes of the session keep their account of costs and time."""
        return self.running / "ledger"

    @property
    def end(self) -> Path:
        """Where the controller says that it was told to end: workers hear of it in no other way."""
        return self.running / "end"

    def scope(self, worker: str) -> Path:
        """Where a worker says what it has collected."""
        return self.running / f"scope-{worker}"

    def announcement(self, worker: str) -> Path:
        """Where a worker says which trial it is at, in case it dies."""
        return self.running / worker


OPTIONS: pytest.StashKey[Options] = pytest.StashKey()
AGENTS: pytest.StashKey[tuple[NamedAgent, ...]] = pytest.StashKey()
SCRATCH: pytest.StashKey[Scratch] = pytest.StashKey()
MARKS: pytest.StashKey[dict[str, pytest.MarkDecorator | None]] = pytest.StashKey()
SEALS: pytest.StashKey[dict[Path, Seal]] = pytest.StashKey()
SCOPE: pytest.StashKey[Scope] = pytest.StashKey()  # what the run covers, as this process collected it
EARLIER: pytest.StashKey[tuple[Earlier, ...]] = pytest.StashKey()  # the records that this session continues
LEDGER: pytest.StashKey[Ledger] = pytest.StashKey()  # only where there is a limit

PROPERTY = "editbench"  # the user property of a pytest report that carries a trial
NOT_STARTED = "not started: "  # what the message of a trial begins with that a limit left out
TAKEN_OVER = "taken_over"  # the one that says from which record the trial is taken over

"""Whether bubblewrap works on this machine, and agents in it, for tests that need it."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest

from pytest_editbench import processes, sandbox
from pytest_editbench.agents.command import CommandAgent
from pytest_editbench.errors import UsageError
from pytest_editbench.model import AgentResult, Confinement, Task, Workspace


@cache
def why_not() -> str:
    """Why no sandbox can be made here; "" where one can."""
    try:
        sandbox.check(Confinement("bwrap", network=False))
    except UsageError as error:
        return str(error)
    return ""


def needed() -> None:
    """Skip the test, and say why, where no sandbox can be made."""
    if why_not():
        pytest.skip(f"needs bubblewrap: {why_not()}")


def workspace(folder: Path) -> Workspace:
    """An empty workspace below the folder, confined without a network; the test is skipped where none is."""
    needed()
    place = folder / "trial"
    (place / "work").mkdir(parents=True)
    marker = f"test-{os.getpid()}-{folder.name}"
    environ = processes.environment(os.environ, place / "usage.json", marker)
    return Workspace(
        place / "work",
        place / "usage.json",
        folder / "output",
        environ,
        marker,
        timeout=60,
        confinement=Confinement("bwrap", network=False),
    )


def ran(place: Workspace, *argv: str) -> AgentResult:
    """A command, run in the workspace with a prompt on its standard input."""
    return CommandAgent(argv).run(Task("the prompt", {}), place)


def sh(place: Workspace, line: str) -> AgentResult:
    """A line of shell, run so."""
    return ran(place, "/bin/sh", "-c", line)

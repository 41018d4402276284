"""Where an agent works: a laid folder, and what belongs to it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pytest_editbench import processes
from pytest_editbench.agents.usage import USAGE_FILE
from pytest_editbench.model import Workspace

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Protocol

    from pytest_editbench.model import Confinement

    class Settings(Protocol):
        """What workspaces of a session have in common."""

        @property
        def marker(self) -> str: ...
        @property
        def timeout(self) -> float: ...
        @property
        def homes(self) -> Path | None: ...
        @property
        def confinement(self) -> Confinement | None: ...


def around(path: Path, settings: Settings) -> Workspace:
    """The workspace whose files are at `path`, in a private folder that all else lies in as well."""
    usage_file = path.parent / USAGE_FILE
    marker = f"{settings.marker}{path.parent.name}"
    return Workspace(
        path=path,
        usage_file=usage_file,
        output=path.parent / "output",
        environ=processes.environment(os.environ, usage_file, marker),
        marker=marker,
        timeout=settings.timeout,
        confinement=settings.confinement,
        home=settings.homes / path.parent.name if settings.homes else None,
    )

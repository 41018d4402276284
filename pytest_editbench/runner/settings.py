"""How the trials of a session are run."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_editbench import trees, workspace
from pytest_editbench.compare import opinion
from pytest_editbench.model import Confinement, MatchLevel
from pytest_editbench.repositories.finding import Repositories

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytest_editbench.cases.seal import Seal
    from pytest_editbench.compare.opinion import Chooser


@dataclass(frozen=True, slots=True)
class Settings:
    """How the trials of a session are run."""

    scratch: Path  # private to the session, outside the project
    marker: str  # starts the marker of every process of this worker
    timeout: float = 300.0  # seconds
    attempts: int = 1
    match: MatchLevel = MatchLevel.FORMAT
    git: bool = False
    keep: str = "none"
    ignore: tuple[str, ...] = workspace.DROPPINGS
    homes: Path | None = None  # of the session, for private homes; None: among the workspaces
    provider_retries: int = 0  # how often an agent is asked anew whose provider failed
    pause: Callable[[float], None] = time.sleep  # between two of these, seconds
    artifacts: Path | None = None  # absolute: an agent may change the current folder
    choose: Chooser = opinion.nobody  # the formatter, if any, that decides level format of a file
    formatters: tuple[str, ...] = ()  # as they were asked for; `choose` asks them
    prettier_options: str | None = None  # JSON
    limits: trees.Limits = field(default_factory=trees.Limits)
    repositories: Repositories = field(default_factory=Repositories)
    excerpt: bool = False  # whether an example's excerpt may stand for its repository
    confinement: Confinement | None = None  # what keeps the agents' processes in; None: nothing does
    seals: dict[Path, Seal] = field(default_factory=dict)  # of the cases' folders when they were collected

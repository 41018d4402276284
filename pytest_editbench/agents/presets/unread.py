"""Programs that told nothing which could be read: then the tree alone says whether they did anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench import workspace as workspaces
from pytest_editbench.errors import TreeError

if TYPE_CHECKING:
    from pytest_editbench.agents.presets.row import Row
    from pytest_editbench.model import Task, Tree, Workspace


def found(row: Row, task: Task, workspace: Workspace) -> Tree | None:
    """The tree that the program finds, or has left, but for its litter; None where it cannot be read."""
    try:
        ignore = (*workspaces.DROPPINGS, *row.litter)
        return workspaces.read_back(workspace.path, task.input, ignore)
    except TreeError:
        return None

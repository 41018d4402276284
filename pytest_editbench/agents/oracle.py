"""The agent that is always right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.errors import AgentError

if TYPE_CHECKING:
    from pytest_editbench.model import AgentResult, Task, Workspace


class Oracle:
    """Stands for the accepted answer. No adapter may see an answer, so the runner lays it instead."""

    def run(self, task: Task, workspace: Workspace) -> AgentResult:  # noqa: ARG002  # the seam's names
        """Refuse: an `AgentError`, always."""
        raise AgentError("oracle: its answer is laid by the runner; it cannot be run by itself")

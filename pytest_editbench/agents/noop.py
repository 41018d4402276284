"""The agent that does nothing."""

from __future__ import annotations

from pytest_editbench.model import AgentResult, Task, Workspace


class Noop:
    """Answers at once and changes nothing: where it passes, the case or the judge is broken."""

    def run(self, task: Task, workspace: Workspace) -> AgentResult:  # noqa: ARG002  # the seam's names
        """Leave the workspace as it is."""
        return AgentResult(answered=True)

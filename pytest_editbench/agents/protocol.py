"""The seam every agent adapter fills."""

from typing import Protocol

from pytest_editbench.model import AgentResult, Task, Workspace


class Agent(Protocol):
    """Carries out a task by changing files in a workspace."""

    def run(self, task: Task, workspace: Workspace) -> AgentResult:
        """Edit the files under `workspace.path` as `task.prompt` says.

        Raise `AgentError`, or return a result with `error` set, when the agent could not be asked.
        """
        ...

"""What keeps a tool from asking its model, where that is told on standard error alone."""

from __future__ import annotations

from pytest_editbench.agents.logs import provider


class Start:
    """Keeps the first line of standard error that speaks of a provider's failure.

    It counts where the tool ended by itself and printed nothing of a model. The two streams have no common
    order, so that a line on standard output says nothing of one on standard error.
    """

    def __init__(self) -> None:
        self.failure: str | None = None

    def heard(self, line: str) -> None:
        """One line of standard error."""
        if self.failure is None and not line.lower().startswith("warning"):
            self.failure = provider.failure(line)

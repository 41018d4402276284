"""Whether a tool that prints JSON lines got as far as its first line."""

from __future__ import annotations

from pytest_editbench.agents.logs import provider


class Start:
    """Keeps what standard error says of a provider, until the first line on standard output.

    Later on it may be about a request that is made again.
    """

    def __init__(self) -> None:
        self.failure: str | None = None
        self._over = False

    def heard(self, line: str) -> None:
        """One line of standard error."""
        if not self._over and self.failure is None and not line.lower().startswith("warning"):
            self.failure = provider.failure(line)

    def succeeded(self) -> None:
        """A line came on standard output."""
        self._over = True
        self.failure = None

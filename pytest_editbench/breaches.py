"""A rule that an answer does not keep, as records hold it."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_editbench.severity import Severity  # noqa: TC001 - records need it when they are read


@dataclass(frozen=True, slots=True)
class Breach:
    """One rule that is broken; as text it is one line."""

    rule: str
    severity: Severity
    message: str  # what is wrong and what to do

    def __str__(self) -> str:
        return f"{self.severity}: {self.message} ({self.rule})"


def counted(breaches: tuple[Breach, ...], severity: Severity) -> int:
    """How many are of this severity."""
    return sum(breach.severity is severity for breach in breaches)

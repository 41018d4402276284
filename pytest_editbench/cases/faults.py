"""What is wrong with a case, as values."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_editbench.severity import Severity as Severity  # noqa: PLC0414 - those of faults speak of it


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a case; as text it is one line."""

    where: str  # the file or folder, as messages name it
    key: str | None  # of the metadata
    severity: Severity  # an error keeps the case from running
    message: str  # what is wrong and what is allowed

    def __str__(self) -> str:
        key = f' "{self.key}"' if self.key else ""
        return f"{self.where}:{key} {self.message}"


def error(where: str, message: str, key: str | None = None) -> Fault:
    """A fault that keeps the case from running."""
    return Fault(where, key, Severity.ERROR, message)


def warning(where: str, message: str, key: str | None = None) -> Fault:
    """A fault that a reader should know of; the case runs."""
    return Fault(where, key, Severity.WARNING, message)


def shown(name: str) -> str:
    """The name on one line of bounded length, with escapes for what cannot be printed."""
    text = name if name.isprintable() else name.encode("unicode_escape").decode("ascii")
    return text if len(text) <= 200 else f"{text[:100]}…{text[-99:]}"

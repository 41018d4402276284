"""An attempt together with what its judge saw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_editbench.model import Attempt, Tree


@dataclass(frozen=True, slots=True)
class Go:
    """An attempt together with the tree it left, if that could be read."""

    attempt: Attempt
    actual: Tree | None = None
    fault: str = ""  # why the tree, or the answer, could not be read
    note: str = ""  # why its change is not stored, and what else is to be told

"""An attempt together with what its judge saw."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_editbench.errors import TreeLimitError
from pytest_editbench.model import Outcome

if TYPE_CHECKING:
    from pytest_editbench.errors import TreeError
    from pytest_editbench.model import Attempt, Tree


@dataclass(frozen=True, slots=True)
class Go:
    """An attempt together with the tree it left, if that could be read."""

    attempt: Attempt
    actual: Tree | None = None
    fault: str = ""  # why the tree, or the answer, could not be read
    note: str = ""  # why its change is not stored, and what else is to be told


def unreadable(attempt: Attempt, error: TreeError) -> Go:
    """An attempt whose tree cannot be read back: too large, or too odd to be held against any."""
    late = Outcome.TIMEOUT if attempt.result.timed_out else Outcome.MISMATCH
    outcome = Outcome.OVER_LIMIT if isinstance(error, TreeLimitError) else late
    return Go(replace(attempt, outcome=outcome, change_truncated=True), fault=str(error))

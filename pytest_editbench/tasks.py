"""What an agent may see of an edit-prediction example, field by field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.model import Task

if TYPE_CHECKING:
    from pytest_editbench.predictions import PastEdit, RecentFile, Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPredictionTask(Task):
    """A task that asks for the edit which comes next; `prompt` tells the same in words.

    Never its answers, nor what hints at them: name, tags, reasoning, the repository and its revision.
    """

    cursor: Spot  # where it is now, in a file of `input`
    excerpt: str  # the lines around it, without a marker
    excerpt_line: int  # 1-based, of its first line in the file
    history: tuple[PastEdit, ...] = ()  # what the user has just done, oldest first; `input` holds it already
    uncommitted_diff: str = ""  # changes from before, in `input` as well
    recently_opened: tuple[RecentFile, ...] = ()
    recently_viewed: tuple[RecentFile, ...] = ()

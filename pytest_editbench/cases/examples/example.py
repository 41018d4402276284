"""An edit-prediction example as a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.predictions import PastEdit, RecentFile

ACCEPTED = "// User accepted prediction:"
"""The line that marks the edit after it as one that the user took from a prediction."""

NO_HISTORY = "(No edit history)"
"""What stands in place of an empty edit history."""


@dataclass(frozen=True, slots=True)
class Example:
    """What an example's file says, word for word: sloppy diffs stay as they are.

    Diffs and excerpts are empty or end with a line feed; paths stand as written, perhaps with the name of
    the repository's folder in front.
    """

    name: str
    cursor_path: str
    cursor_position: str  # the excerpt with its cursor marker
    repository_url: str = ""  # empty: none is needed
    revision: str = ""
    tags: tuple[str, ...] = ()
    reasoning: str = ""  # prose without blank edges
    uncommitted_diff: str = ""
    rollback: bool = False  # the uncommitted diff already holds the edits of the history
    edit_history: tuple[PastEdit, ...] = ()  # oldest first
    expected_patches: tuple[str, ...] = ()  # each is one acceptable answer
    rejected_patch: str | None = None
    recently_opened: tuple[RecentFile, ...] = ()
    recently_viewed: tuple[RecentFile, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)  # keys we do not know, as JSON holds them


def whole_lines(text: str) -> str:
    """The text with the line feed that its last line may lack."""
    return f"{text}\n" if text and not text.endswith("\n") else text


def prose(text: str) -> str:
    """Free text with line feeds only, and without blank edges."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def encoded(text: str) -> bytes:
    """The bytes of a text that was read as UTF-8 with surrogate escapes."""
    return text.encode("utf-8", "surrogateescape")

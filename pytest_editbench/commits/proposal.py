"""A commit proposal as a value, and as the message that git would store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import PurePosixPath

TYPES: Mapping[str, str] = {
    "feat": "something new that users can do",
    "fix": "a mistake is mended",
    "refactor": "the code is another, what it does is the same",
    "perf": "the same, but faster or smaller",
    "docs": "documentation",
    "test": "tests",
    "build": "how the project is built, and what it depends on",
    "ci": "what runs for each change",
    "chore": "upkeep that touches none of the others",
    "style": "layout of the code alone",
    "revert": "an earlier commit is taken back",
}
"""The types of commits, with what each is for."""

Status = Literal["added", "deleted", "renamed", "modified"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed as a commit's message."""

    type: str
    summary: str  # one line
    scope: str | None = None
    details: tuple[str, ...] = ()  # a sentence each
    issues: tuple[str, ...] = ()  # references, such as #12
    breaking: bool = False


class ChangedFile(NamedTuple):
    """A file of the change that is described."""

    path: PurePosixPath  # after the change; of a deleted file, before it
    status: Status = "modified"
    before: PurePosixPath | None = None  # where a renamed file was


def message(proposal: Proposal) -> str:
    """The proposal as a conventional commit message: header, details as bullets, issues as trailers."""
    scope = f"({proposal.scope})" if proposal.scope else ""
    header = f"{proposal.type}{scope}{'!' if proposal.breaking else ''}: {proposal.summary}"
    bullets = "".join(f"- {' '.join(detail.split())}\n" for detail in proposal.details)
    trailers = "".join(f"Refs: {issue}\n" for issue in proposal.issues)
    return "\n".join(filter(None, (f"{header}\n", bullets, trailers)))

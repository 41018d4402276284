"""What the rules are asked about: a proposal, the files of the change, what a case demands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_editbench import roles

if TYPE_CHECKING:
    from pathlib import PurePosixPath

    from pytest_editbench.commits.proposal import ChangedFile, Proposal


@dataclass(frozen=True, slots=True)
class Demands:
    """What a case asks of a proposal beside the rules for all; empty asks for nothing."""

    types: tuple[str, ...] = ()  # one of them
    scopes: tuple[str, ...] = ()  # one of them; "" stands for none
    words: tuple[str, ...] = ()  # each must appear
    forbidden: tuple[str, ...] = ()  # none may appear
    files: tuple[str, ...] = ()  # each must be mentioned, by its path or its name


@dataclass(frozen=True, slots=True)
class Subject:
    """What a rule looks at."""

    proposal: Proposal
    files: tuple[ChangedFile, ...] | None = None  # None: not known, so that no rule asks for them
    demands: Demands = field(default_factory=Demands)

    @property
    def texts(self) -> tuple[str, ...]:
        """The summary and the details."""
        return (self.proposal.summary, *self.proposal.details)

    @property
    def paths(self) -> list[PurePosixPath]:
        """The files of the change, none where they are not known; a renamed one is at both its places."""
        return [path for file in self.files or () for path in (file.before, file.path) if path]

    def has(self, *names: str) -> bool:
        """Whether a file of the change has one of these roles; where no file is known, it is taken so."""
        if self.files is None:
            return True
        return any(role.name in names for path in self.paths for role in roles.every(path))

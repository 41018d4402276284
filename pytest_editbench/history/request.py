"""What is asked for, and what comes of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench.cases.kinds import EDIT, INPUT, METADATA, PROMPT
from pytest_editbench.history.leaving import LeftOutError, Reason
from pytest_editbench.model import File
from pytest_editbench.repositories import snapshots

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.history.past import Past
    from pytest_editbench.model import Tree
    from pytest_editbench.repositories.git import Repository

MESSAGE, HUNKS = "message", "hunks"
PROMPTS = (MESSAGE, HUNKS)
"""What the prompt of an edit case is made of."""


@dataclass(frozen=True, slots=True)
class Request:
    """How cases are to be made."""

    repository: Repository
    kind: str = EDIT  # a row of MAKERS
    prompt: str = MESSAGE  # one of PROMPTS
    allow_loose: bool = False  # make edit cases whose message does not determine the change, and mark them
    whole: bool = False  # with all files of the repository
    seed: int = 0  # decides where examples are split

    def before(self, past: Past) -> Tree:
        """What a case starts from; `LeftOutError` where that is nothing."""
        tree = snapshots.read(self.repository, past.parent) if self.whole else past.before
        if not tree:
            raise LeftOutError(Reason.NEW_ONLY)
        return tree

    def after(self, past: Past) -> Tree:
        """What it ends as."""
        tree = snapshots.read(self.repository, past.commit.id) if self.whole else past.after
        if not tree:
            raise LeftOutError(Reason.GONE)
        return tree

    @staticmethod
    def source(past: Past) -> dict[str, object]:
        """Where a case comes from, as its metadata tell; the same in every clone."""
        return {"revision": past.commit.id, "parent": past.parent}


@dataclass(frozen=True, slots=True)
class Product:
    """A case as it is written: one file, or a folder of that name."""

    name: str
    files: Tree  # below the target folder
    facts: Mapping[str, object] = field(default_factory=dict)  # for the account


def folder(name: str, prompt: str, given: Tree, metadata: Mapping[str, object], members: Tree) -> Tree:
    """The files of a case's folder."""
    told = f"{json.dumps(metadata, indent=2, ensure_ascii=False)}\n"
    own = {
        PurePosixPath(PROMPT): File(f"{prompt.rstrip()}\n".encode()),
        PurePosixPath(METADATA): File(told.encode()),
        **under(INPUT, given),
        **members,
    }
    return {PurePosixPath(name, path): entry for path, entry in own.items()}


def under(name: str, tree: Tree) -> Tree:
    """The tree in a folder."""
    return {PurePosixPath(name, path): entry for path, entry in tree.items()}

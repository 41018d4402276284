"""An order: one thing that a prompt asks for, read but not yet carried out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver.documents import Document, Edit, document
from pytest_editbench.agents.solver.errors import NotUnderstood
from pytest_editbench.agents.solver.places import Files, Place
from pytest_editbench.model import File, Tree

if TYPE_CHECKING:
    from pathlib import PurePosixPath
    from re import Pattern

    from pytest_editbench.agents.solver.labels import Role


_LONGEST_SHOWN = 200  # characters


@dataclass(frozen=True, slots=True)
class Put:
    """A file with new content."""

    path: PurePosixPath
    data: bytes


@dataclass(frozen=True, slots=True)
class Drop:
    """A file to be deleted."""

    path: PurePosixPath


@dataclass(frozen=True, slots=True)
class Rename:
    """A file to be moved; its other edits move with it."""

    path: PurePosixPath
    to: PurePosixPath


Change = Edit | Put | Drop | Rename
Changes = tuple[Change, ...]
"""What carrying out one order does, if read in one way."""


@dataclass(frozen=True, slots=True)
class Order:
    """One thing that a prompt asks for."""

    form: str
    said: str  # the words that told it, for messages
    scope: tuple[PurePosixPath, ...]  # the files it may be about
    place: Place
    words: Mapping[str, str] = field(default_factory=dict)  # what its sentence names
    blocks: Mapping[Role, tuple[str, ...]] = field(default_factory=dict)  # its fenced blocks
    remark: bool = False  # told in passing: it counts only where nothing else is asked for

    def shown(self) -> str:
        """The words that told it, bounded, on one line."""
        text = re.sub("\ue000\\d+\ue001", "`…`", self.said)
        return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


class Bench:
    """The input, with its files as documents when asked for."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.files = Files(path for path, entry in tree.items() if isinstance(entry, File))
        self._documents: dict[PurePosixPath, Document] = {}

    def documents(self, order: Order) -> Iterator[Document]:
        """The documents that an order may be about; all of them if it names none."""
        for path in order.scope or sorted(self.tree):
            if isinstance(self.tree.get(path), File):
                yield self.document(path)

    def document(self, path: PurePosixPath) -> Document:
        """The document of a file of the tree."""
        entry = self.tree.get(path)
        if not isinstance(entry, File):
            raise NotUnderstood(f"{path} is no file of the workspace")
        if path not in self._documents:
            self._documents[path] = document(path, entry.data)
        return self._documents[path]


CarryOut = Callable[[Order, Bench], Iterator[Changes]]
InFile = Callable[[Order, Document], Iterator[tuple[Edit, ...]]]


@dataclass(frozen=True, slots=True)
class Example:
    """A prompt with one file before and after; `after` is None where the solver must refuse."""

    prompt: str
    before: str
    after: str | None
    name: str = "a.ts"


@dataclass(frozen=True, slots=True)
class Form:
    """One way to ask for a change: told by a sentence, or by labelled blocks in a row."""

    name: str
    carry_out: CarryOut
    phrases: tuple[Pattern[str], ...] = ()
    roles: tuple[tuple[Role, ...], ...] = ()
    examples: tuple[Example, ...] = ()
    declares: bool = False  # says how things ought to be, not what to do


def in_each_file(carry_out: InFile) -> CarryOut:
    """Carry an order out in every file that it may be about."""

    def everywhere(order: Order, bench: Bench) -> Iterator[Changes]:
        doubts: list[NotUnderstood] = []
        ways: list[Changes] = []
        for doc in bench.documents(order):
            try:
                ways.extend(carry_out(order, doc))
            except NotUnderstood as doubt:
                doubts.append(doubt)
        if doubts and not ways:
            raise doubts[0]
        yield from ways

    return everywhere

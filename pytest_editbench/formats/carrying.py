"""Operations of an answer, carried out in a tree."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from pytest_editbench.errors import FormatError
from pytest_editbench.formats import changing
from pytest_editbench.formats.document import BOM, Document, encoded
from pytest_editbench.formats.operations import Change, Create, Delete, Onto
from pytest_editbench.formats.paths import shown
from pytest_editbench.formats.placing import TOLERANCES
from pytest_editbench.model import Entry, File, Folder, Link, Tree

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.formats.operations import Operation, Piece
    from pytest_editbench.formats.protocol import EditFormat


@dataclass(frozen=True, slots=True)
class Carried:
    """A tree after an answer, and the tolerances without which it could not have been placed."""

    tree: Tree
    saved: tuple[str, ...] = ()


def carried_out(
    fmt: EditFormat, answer: str, tree: Tree, tolerances: Collection[str] = frozenset()
) -> Carried:
    """The tree after the answer, in path order; `FormatError` where it cannot be read or placed.

    Strict, but for the tolerances that are named. CRLF at the end of all lines of the answer is how it was
    sent, and nothing that it says.
    """
    pairs = answer.count("\r\n")
    plain = answer.replace("\r\n", "\n") if pairs == answer.count("\n") else answer
    return performed(fmt.parse(plain), tree, tolerances)


def performed(
    operations: Sequence[Operation], tree: Tree, tolerances: Collection[str] = frozenset()
) -> Carried:
    """The tree after operations that are all told of `tree`; errors as of `carried_out`."""
    work = _Work(tree, tolerances)
    for operation in _merged(operations):
        try:
            work.perform(operation)
        except FormatError as error:
            raise FormatError(f"{shown(str(operation.path))[1:-1]}: {error}") from None
    return Carried(work.finished(), tuple(name for name in TOLERANCES if name in work.saved))


def _merged(operations: Sequence[Operation]) -> list[Operation]:
    """Each path once: changes of one file are put together."""
    found: list[Operation] = []
    for path, group in groupby(sorted(operations, key=lambda each: each.path), key=lambda each: each.path):
        first, *others = group
        for other in others:
            if not isinstance(first, Change) or not isinstance(other, Change) or (first.to and other.to):
                raise FormatError(
                    f"line {other.line}: {path} is named twice, for changes that exclude each other"
                )
            first = Change(path, (*first.pieces, *other.pieces), first.line, first.to or other.to)
        found.append(first)
    return found


class _Work:
    """A tree while it is changed: what goes and what comes are kept apart, so that no order matters."""

    def __init__(self, tree: Tree, tolerances: Collection[str]) -> None:
        self._tree = tree
        self._tolerances = tolerances
        self._gone: set[PurePosixPath] = set()
        self._come: dict[PurePosixPath, tuple[Entry, int]] = {}
        self.saved: set[str] = set()

    def perform(self, operation: Operation) -> None:
        if isinstance(operation, Create):
            self._create(operation)
        elif isinstance(operation, Delete):
            self._delete(operation)
        else:
            self._change(operation)

    def _create(self, wanted: Create) -> None:
        there = self._tree.get(wanted.path)
        empty = isinstance(there, File) and there.data in (b"", BOM.encode())
        if there is None:
            self._put(wanted.path, File(encoded(wanted.text)), wanted.line)
        elif wanted.onto is Onto.ANYTHING or (wanted.onto is Onto.EMPTY and empty):
            file, document = self._file(wanted.path, wanted.line), self._document(wanted.path, wanted.line)
            text = wanted.text if document.ended else wanted.text.removesuffix("\n")
            self._gone.add(wanted.path)
            self._put(wanted.path, File(document.stored(text), file.executable), wanted.line)
        else:
            raise FormatError(f"line {wanted.line}: there is such a file already; it can be changed")

    def _delete(self, wanted: Delete) -> None:
        self._file(wanted.path, wanted.line)
        left = self._changed(wanted.path, wanted.pieces, wanted.line) if wanted.pieces else b""
        if left.removeprefix(BOM.encode()):
            raise FormatError(
                f"line {wanted.line}: the file is to go, but not all of it is quoted as removed"
            )
        self._gone.add(wanted.path)

    def _change(self, wanted: Change) -> None:
        file = self._file(wanted.path, wanted.line)
        data = self._changed(wanted.path, wanted.pieces, wanted.line) if wanted.pieces else file.data
        self._gone.add(wanted.path)
        self._put(wanted.to or wanted.path, File(data, file.executable), wanted.line)

    def _changed(self, path: PurePosixPath, pieces: Sequence[Piece], line: int) -> bytes:
        document = self._document(path, line)
        text, saved = changing.changed(document, pieces, self._tolerances)
        self.saved |= saved
        return document.stored(text)

    def _file(self, path: PurePosixPath, line: int) -> File:
        found = self._tree.get(path)
        if isinstance(found, File):
            return found
        what = "is a link, which cannot be edited" if isinstance(found, Link) else "is not a file of the tree"
        raise FormatError(f"line {line}: this path {what}")

    def _document(self, path: PurePosixPath, line: int) -> Document:
        found = Document.of(self._file(path, line).data)
        if found is None:
            raise FormatError(f"line {line}: the file is not UTF-8 text and cannot be edited so")
        return found

    def _put(self, path: PurePosixPath, entry: File, line: int) -> None:
        if path in self._come:
            raise FormatError(f"line {line}: {path} is made twice")
        self._come[path] = entry, line

    def finished(self) -> Tree:
        tree = {path: entry for path, entry in self._tree.items() if path not in self._gone}
        for path, (_, line) in self._come.items():
            if path in tree:
                raise FormatError(f"{path}: line {line}: something of that name is there already")
        tree |= {path: entry for path, (entry, _) in self._come.items()}
        self._check_places(tree)
        filled = {parent for path in self._come for parent in path.parents}
        kept = {
            path: entry for path, entry in tree.items() if not (isinstance(entry, Folder) and path in filled)
        }
        return dict(sorted(kept.items()))

    def _check_places(self, tree: Tree) -> None:
        """Whether all that comes has a folder to lie in, and is none itself."""
        folders = {parent for path in tree for parent in path.parents}
        for path, (_, line) in self._come.items():
            above = next((each for each in path.parents if isinstance(tree.get(each), File | Link)), None)
            if above is not None:
                raise FormatError(f"{path}: line {line}: {above} is no folder")
            if path in folders:
                raise FormatError(f"{path}: line {line}: is a folder")

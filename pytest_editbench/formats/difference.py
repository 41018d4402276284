"""What makes one tree the other, step by step, as far as answers can tell it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath  # noqa: TC003 - dataclasses hold it
from typing import TYPE_CHECKING

from pytest_editbench.formats import paths
from pytest_editbench.formats.document import BOM, Document
from pytest_editbench.model import Entry, File, Folder, Link, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Reason(StrEnum):
    """Why a format has no answer for a change; a closed set."""

    NO_CHANGE = "no change"
    NOT_TEXT = "not UTF-8 text"
    LINK = "a link"
    MODE = "an executable file"
    FOLDER = "an empty folder"
    PATH = "a path that no line can hold"
    BOM = "a byte-order mark taken away"
    LINE_ENDS = "line ends other than those of the file"
    FINAL_NEWLINE = "the line end after the last line"
    DELETE = "a file deleted"
    RENAME = "a file renamed"


@dataclass(frozen=True, slots=True)
class Refusal:
    """That a format has no answer for a change, and why."""

    reason: Reason
    path: PurePosixPath | None = None

    def __str__(self) -> str:
        return f"{self.reason} ({self.path})" if self.path else str(self.reason)


class Refused(Exception):  # noqa: N818 - it is caught where `Refusal` is returned
    """A step that cannot be told."""

    def __init__(self, reason: Reason, path: PurePosixPath | None = None) -> None:
        super().__init__(reason)
        self.refusal = Refusal(reason, path)


@dataclass(frozen=True, slots=True)
class Created:
    """A new file."""

    path: PurePosixPath
    text: str


@dataclass(frozen=True, slots=True)
class Deleted:
    """A file that goes."""

    path: PurePosixPath
    document: Document | None  # None: it is no text


@dataclass(frozen=True, slots=True)
class Moved:
    """A file that gets another name and keeps its content."""

    path: PurePosixPath
    to: PurePosixPath


@dataclass(frozen=True, slots=True)
class Changed:
    """A file that gets another text."""

    path: PurePosixPath
    old: Document
    new: str  # as in `old`: without byte-order mark, with its line ends

    def check_end(self) -> None:
        """Refuse a change of the line end after the last line."""
        if self.new and self.old.ended != self.new.endswith("\n"):
            raise Refused(Reason.FINAL_NEWLINE, self.path)


Step = Created | Deleted | Moved | Changed


def told(before: Tree, after: Tree, tell: Callable[[Step], str], separator: str = "\n") -> str | Refusal:
    """What `tell` says of each step, joined; the refusal where it, or a step, is `Refused`."""
    try:
        parts = [tell(step) for step in steps(before, after)]
    except Refused as refused:
        return refused.refusal
    return separator.join(parts) if parts else Refusal(Reason.NO_CHANGE)


def steps(before: Tree, after: Tree) -> Iterator[Step]:
    """The steps in the order of the paths, renames without a change first; `Refused` for what is no text."""
    moved = dict(_moves(before, after))
    yield from (Moved(path, to) for path, to in moved.items())
    skipped = {*moved, *moved.values()}
    for path in sorted(before.keys() | after.keys()):
        if path not in skipped and before.get(path) != after.get(path):
            yield from _step(path, before.get(path), after.get(path), after)


def ended(step: Created) -> str:
    """The text of a new file; `Refused` where no line end follows its last line."""
    if step.text and not step.text.endswith("\n"):
        raise Refused(Reason.FINAL_NEWLINE, step.path)
    return step.text


def _moves(before: Tree, after: Tree) -> Iterator[tuple[PurePosixPath, PurePosixPath]]:
    """Files that are gone, and the one new file with the same content."""
    gone = [path for path in sorted(before) if path not in after]
    come = [path for path in sorted(after) if path not in before]
    for path in gone:
        entry = before[path]
        fits = [to for to in come if isinstance(entry, File) and after[to] == entry and entry.data]
        if fits and all(map(paths.sayable, (path, fits[0]))):
            come.remove(fits[0])
            yield path, fits[0]


def _step(path: PurePosixPath, old: Entry | None, new: Entry | None, after: Tree) -> Iterator[Step]:
    if isinstance(old, Link) or isinstance(new, Link):
        raise Refused(Reason.LINK, path)
    if isinstance(new, Folder) or (isinstance(old, Folder) and not _filled(path, new, after)):
        raise Refused(Reason.FOLDER, path)
    if not paths.sayable(path):
        raise Refused(Reason.PATH, path)
    if isinstance(old, File) and isinstance(new, File):
        yield _change(path, old, new)
    elif isinstance(old, File):
        yield Deleted(path, Document.of(old.data))
    elif isinstance(new, File):
        yield Created(path, _new_text(path, new))


def _filled(folder: PurePosixPath, new: Entry | None, after: Tree) -> bool:
    """Whether something lies in what was an empty folder."""
    return new is None and any(folder in path.parents for path in after)


def _change(path: PurePosixPath, old: File, new: File) -> Changed:
    if old.executable != new.executable:
        raise Refused(Reason.MODE, path)
    document, wanted = Document.of(old.data), Document.of(new.data)
    if document is None or wanted is None:
        raise Refused(Reason.NOT_TEXT, path)
    if document.bom and not wanted.bom:
        raise Refused(Reason.BOM, path)
    text = new.data.decode()
    text = document.taken(text.removeprefix(BOM) if document.bom else text)
    if document.stored(text) != new.data:
        raise Refused(Reason.LINE_ENDS, path)
    return Changed(path, document, text)


def _new_text(path: PurePosixPath, file: File) -> str:
    if file.executable:
        raise Refused(Reason.MODE, path)
    try:
        return file.data.decode()
    except UnicodeDecodeError:
        raise Refused(Reason.NOT_TEXT, path) from None

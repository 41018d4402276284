"""The files of a tree as a model sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.formats import fences
from pytest_editbench.formats.document import Document, joined
from pytest_editbench.model import Entry, File, Link, Tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import PurePosixPath

    from pytest_editbench.formats.protocol import EditFormat

FILE = "FILE: "
_UNENDED = "(No line end follows the last line.)\n"
_EMPTY = "(The file is empty.)\n"


def presented(fmt: EditFormat, tree: Tree) -> str:
    """All files of a tree as the model sees them, in path order; of what is no text, that it is there."""
    parts = [_entry(fmt, path, entry) for path, entry in sorted(tree.items())]
    return "\n".join(part for part in parts if part)


def shown(
    path: PurePosixPath, data: bytes, mark: Callable[[int, str], str] | None = None, *, ends: bool = False
) -> str:
    """A file under its path, in fences; with `ends`, a note where no line end follows the last line.

    `mark` makes each line what is shown of it, given its number, 1-based.
    """
    document = Document.of(data)
    if document is None:
        return f"{head(path)}(Not UTF-8 text: {len(data)} bytes.)\n"
    if not document.text:
        return head(path) + _EMPTY
    text = document.text
    if mark is not None:
        text = joined([mark(number, line) for number, line in enumerate(document.lines, start=1)])
    return head(path) + fences.write(text) + (_UNENDED if ends and not document.ended else "")


def head(path: PurePosixPath) -> str:
    """The line that tells which file follows."""
    text = str(path)
    return f"{FILE}{text if text.isprintable() else ascii(text)}\n"


def _entry(fmt: EditFormat, path: PurePosixPath, entry: Entry) -> str:
    if isinstance(entry, File):
        return fmt.present(path, entry.data)
    return f"{head(path)}(A link to {entry.target!a}.)\n" if isinstance(entry, Link) else ""

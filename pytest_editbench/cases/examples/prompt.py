"""The words in which an example is put to an agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench import templating
from pytest_editbench.cases.examples.cursor import INLINE
from pytest_editbench.cases.examples.example import encoded
from pytest_editbench.cases.examples.files import Naming
from pytest_editbench.cases.examples.markdown import fenced

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_editbench.cases.examples.buffer import Buffer
    from pytest_editbench.cases.examples.reading import Reading
    from pytest_editbench.predictions import RecentFile


def render(reading: Reading, buffer: Buffer) -> str:
    """The prompt: recent edits, files and the cursor; nothing of the answers, nor of what hints at them."""
    example, cursor = reading.example, reading.cursor
    text = encoded(cursor.text)
    marked = text[: cursor.offset] + INLINE.encode() + text[cursor.offset :]
    return templating.render(
        "example.md.j2",
        edits=[
            {"accepted": edit.accepted, "block": fenced("diff", edit.diff).rstrip("\n")}
            for edit in example.edit_history
        ],
        prefix=_prefix(reading, buffer),
        opened=_paths(example.recently_opened),
        viewed=_paths(example.recently_viewed),
        path=buffer.cursor.path,
        line=buffer.cursor.line,
        first=buffer.cursor.line - cursor.line + 1,
        marker=INLINE,
        excerpt=fenced("", f"{marked.decode('utf-8', 'surrogateescape')}\n").rstrip("\n"),
    ).rstrip("\n")


def _prefix(reading: Reading, buffer: Buffer) -> str:
    """What stands in front of the paths of the edits; the patches, which hint at the answer, have no say."""
    paths = [path for diff in reading.history for path in diff.paths()]
    url = reading.example.repository_url
    found = (Naming.of(url, paths, files) for files in (buffer.before, buffer.files))
    return next((naming.prefix for naming in found if naming.prefixed), "")


def _paths(files: Iterable[RecentFile]) -> list[str]:
    return list(dict.fromkeys(file.path for file in files))

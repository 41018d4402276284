"""Files of examples, told apart by their suffix."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import data, markdown
from pytest_editbench.cases.examples.place import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pytest_editbench.cases.examples.reading import Reading


def _markdown(text: str, where: str, stem: str) -> Iterator[Reading]:
    yield markdown.read(text, where, stem)


def _json(text: str, where: str, stem: str) -> Iterator[Reading]:
    yield from data.read(text, where, stem)


READERS: Mapping[str, Callable[[str, str, str], Iterator[Reading]]] = {
    ".md": _markdown,
    ".markdown": _markdown,
    ".json": _json,
    ".jsonl": data.read_lines,
}
"""The readers by the suffix of a file, in lower case."""


def read(content: bytes, where: str) -> Iterator[Reading]:
    """The examples of a file, one after the other; `where` is its path, as messages name it.

    `CaseError` names file and line; also for content that is not UTF-8, and for a suffix not in `READERS`.
    """
    path, place = PurePath(where), Place(where)
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise place.error(1, f"is no file of examples; their suffixes are {', '.join(READERS)}")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise place.error(line, "is not UTF-8 text; save the file as UTF-8") from None
    yield from reader(text, where, path.stem)

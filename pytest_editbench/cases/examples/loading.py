"""Files of examples, told apart by their suffix."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import data, markdown
from pytest_editbench.cases.examples.place import Place
from pytest_editbench.cases.examples.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from pytest_editbench.cases.examples.reading import Reading


def _page(text: str, where: str, stem: str) -> Iterator[Source]:
    yield Source(where, text, Place(where), stem, _parse_page)


def _parse_page(source: Source) -> Reading:
    return markdown.read(source.text, source.place.where, source.stem)


SPLITTERS: Mapping[str, Callable[[str, str, str], Iterator[Source]]] = {
    ".md": _page,
    ".markdown": _page,
    ".json": data.split,
    ".jsonl": data.split_lines,
}
"""How a file is split into its examples, by the suffix in lower case."""


def read(content: bytes, where: str) -> Iterator[Reading]:
    """The examples of a file, one after the other; `where` is its path, as messages name it.

    `CaseError` names file and line; also for content that is not UTF-8, and for a suffix that no file of
    examples has.
    """
    return (source.read() for source in split(content, where))


def split(content: bytes, where: str) -> Iterator[Source]:
    """The examples of a file, not yet read; `CaseError` where it cannot be split."""
    path, place = PurePath(where), Place(where)
    splitter = SPLITTERS.get(path.suffix.lower())
    if splitter is None:
        raise place.error(1, f"is no file of examples; their suffixes are {', '.join(SPLITTERS)}")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise place.error(line, "is not UTF-8 text; save the file as UTF-8") from None
    yield from splitter(text, where, path.stem)

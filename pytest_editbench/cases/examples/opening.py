"""Files of examples as cases: opened when they are collected, read whole when they run."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_editbench.cases.directory import read_file
from pytest_editbench.cases.examples import loading
from pytest_editbench.cases.faults import shown
from pytest_editbench.cases.kinds import EXAMPLE
from pytest_editbench.errors import CaseError
from pytest_editbench.model import Case, MatchLevel, Metadata
from pytest_editbench.repositories import urls

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_editbench.cases.examples.reading import Reading
    from pytest_editbench.cases.examples.source import Source

_LARGEST = 1024 * 1024 * 1024  # bytes of a file
MATCHES = {level.value: level for level in MatchLevel if level is not MatchLevel.NONE}
_LETTER = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class ExampleCase(Case):
    """An example as collection knows it; `path` is its file, which may hold others as well."""

    source: Source | None = None  # None: the file could not be read
    repository: str = ""  # what the spellings of its URL share
    at: tuple[str, ...] = ()  # file and line of the cursor, by what stands there


def open_file(path: Path, where: str) -> list[ExampleCase]:
    """The examples of a file, each with a name of its own; never raises.

    `where` is how messages name the file. What cannot be read is a case with that fault, be it one example
    or the whole file.
    """
    try:
        content = read_file(str(path), largest=_LARGEST)
    except OSError as problem:
        return [_broken(path, where, f"{where}: cannot be read: {problem.strerror}")]
    return of_content(content, path, where)


def of_content(content: bytes, path: Path, where: str) -> list[ExampleCase]:
    """The same of what a file holds."""
    try:
        sources = list(loading.split(content, where))
    except CaseError as problem:
        return [_broken(path, where, str(problem))]
    if not sources:
        return [_broken(path, where, f"{where}: holds no example")]
    return _told_apart([_opened(source, path) for source in sources], path)


def _broken(path: Path, where: str, fault: str) -> ExampleCase:
    return ExampleCase(shown(path.stem), path, where, Metadata(kind=EXAMPLE), fault=fault)


def _opened(source: Source, path: Path) -> ExampleCase:
    try:
        reading = source.read()
    except CaseError as problem:
        metadata = Metadata(kind=EXAMPLE)
        return ExampleCase(shown(source.stem), path, source.where, metadata, str(problem), source)
    example = reading.example
    return ExampleCase(
        id=_id(example.name) or shown(source.stem),
        path=path,
        where=source.where,
        metadata=_metadata(reading),
        source=source,
        repository=urls.key(example.repository_url),
        at=(example.cursor_path, *_at(reading)),
    )


def _id(name: str) -> str:
    """The name as part of a node id, which pytest takes apart at `::`."""
    return shown(" ".join(name.replace("::", ":").split()))


def _metadata(reading: Reading) -> Metadata:
    example = reading.example
    told = {
        "tags": list(example.tags),
        "repository_url": example.repository_url,
        "revision": example.revision,
    }
    return Metadata(
        kind=EXAMPLE,
        category=example.tags[0] if example.tags else EXAMPLE,
        file_path=example.cursor_path,
        match=MATCHES.get(str(example.extra.get("match"))),
        extra={key: value for key, value in told.items() if value},
    )


def _at(reading: Reading) -> tuple[str, ...]:
    """The line with the cursor; with its neighbours where it says nothing by itself."""
    cursor = reading.cursor
    lines = cursor.text.split("\n")
    here = lines[cursor.line - 1]
    return (here,) if _LETTER.search(here) else tuple(lines[max(cursor.line - 2, 0) : cursor.line + 1])


def _told_apart(cases: list[ExampleCase], path: Path) -> list[ExampleCase]:
    """The cases with names that differ, also from what other plugins call a test of the whole file."""
    taken = {path.name}
    found = []
    for case in cases:
        number, name = 1, case.id
        while name in taken:
            number += 1
            name = f"{case.id}#{number}"
        taken.add(name)
        found.append(replace(case, id=name))
    return found

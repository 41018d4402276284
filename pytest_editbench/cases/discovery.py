"""The cases that a command line names: folders of cases, single cases, archives."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench.cases import archive, directory
from pytest_editbench.cases.examples import opening
from pytest_editbench.cases.examples.opening import ExampleCase
from pytest_editbench.cases.faults import shown
from pytest_editbench.cases.kinds import PROMPT, described
from pytest_editbench.cases.recognition import SUFFIXES, example_files, holds_examples, is_archive
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_editbench.model import Case


def discover(paths: Sequence[Path]) -> Iterator[Case]:
    """The cases at or below each path, each one once, in the order of the paths and then of the cases.

    A path is a case, its `prompt.md`, a folder with cases anywhere below, an archive, one case of an
    archive as messages name it (`ARCHIVE!inner/path`), a file of examples, or a folder with such files below
    and no other cases. An archive that is refused, or holds no case, is a case with that fault. `UsageError`
    for a path that is missing, and for a folder without a case.
    """
    met: set[tuple[Path, str]] = set()
    for path in paths:
        found = list(_under(path))
        if not found:
            raise UsageError(f"{shown(str(path))}: no case here; a case is a folder with {described()}")
        for case in found:
            # A file holds several examples.
            key = case.path, case.where if isinstance(case, ExampleCase) else ""
            if key not in met:
                met.add(key)
                yield case


def identify(cases: Iterable[Case]) -> list[Case]:
    """The cases with ids that differ: equal ones grow by as much of the path as tells them apart."""
    found = list(cases)
    groups: dict[str, list[Case]] = {}
    for case in found:
        groups.setdefault(case.id, []).append(case)
    names = {name: iter(_names(group)) for name, group in groups.items()}
    return [replace(case, id=next(names[case.id])) for case in found]


def _under(path: Path) -> Iterable[Case]:
    outer, _, inner = str(path).rpartition("!")
    if path.is_file() and holds_examples(path):
        return opening.open_file(_absolute(path), _where(path))
    if path.is_dir():
        return list(_in_folder(_absolute(path))) or _examples_below(_absolute(path))
    if path.name == PROMPT and path.is_file():
        return _in_folder(_absolute(path.parent))
    if is_archive(path) and path.is_file():
        return archive.cases_or_fault(path, _where(path))
    if is_archive(outer) and Path(outer).is_file():
        wanted = f"{_where(Path(outer))}!{PurePosixPath(inner)}"
        found = archive.cases_or_fault(Path(outer), _where(Path(outer)))
        return [case for case in found if case.where == wanted or not case.path.is_dir()]
    if path.is_file():
        allowed = ", ".join(SUFFIXES)
        raise UsageError(f"{shown(str(path))}: neither a folder nor an archive ({allowed}), nor examples")
    raise UsageError(f"{shown(str(path))}: there is no such folder or archive")


def _in_folder(folder: Path) -> Iterator[Case]:
    try:
        for each in directory.walk(folder, links=True):
            yield directory.open_case(each, _where(each))
    except OSError as problem:
        raise UsageError(f"{shown(str(problem.filename))}: cannot be read: {problem.strerror}") from problem


def _examples_below(folder: Path) -> Iterator[Case]:
    for path in example_files(folder):
        yield from opening.open_file(path, _where(path))


def _where(path: Path) -> str:
    """The path as messages name it: from the current folder when it lies below."""
    place, here = _absolute(path), Path.cwd()
    return shown(str(place.relative_to(here) if place.is_relative_to(here) and place != here else place))


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100 - resolving links would rename a linked case


def _names(group: list[Case]) -> list[str]:
    if len(group) == 1:
        return [group[0].id]
    if any(isinstance(case, ExampleCase) for case in group):  # no part of a path tells their ids
        return [f"{case.where}::{case.id}" if isinstance(case, ExampleCase) else case.where for case in group]
    paths = [case.where.replace("!", "/").split("/") for case in group]
    for count in range(2, max(map(len, paths)) + 1):
        names = ["/".join(path[-count:]) for path in paths]
        if len(set(names)) == len(names):
            return names
    return [f"{case.id}#{number}" for number, case in enumerate(group, start=1)]

"""Which of the collected cases are to run: some by what they are, then some by their number."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples.opening import ExampleCase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_editbench.model import Case

_PATTERN = set("*?[")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of a case; what is empty or None asks nothing."""

    names: tuple[str, ...] = ()  # parts of an id, or patterns of a whole one
    repositories: tuple[str, ...] = ()  # parts of a URL
    among: frozenset[str] | None = None  # ids
    duplicates: int | None = None  # the most cases of one place
    offset: int = 0
    limit: int | None = None


def chosen(cases: Iterable[Case], wanted: Wanted) -> Sequence[Case]:
    """The cases that are wanted, in their order; those passed over by a number are counted last."""
    found = [case for case in cases if _fits(case, wanted)]
    if wanted.duplicates is not None:
        found = list(_few_of_each_place(found, wanted.duplicates))
    stop = None if wanted.limit is None else wanted.offset + wanted.limit
    return found[wanted.offset : stop]


def repository(case: Case) -> str:
    """Where a case came from, as far as it tells: a URL, or the name of a generated case's source."""
    url, source = case.metadata.extra.get("repository_url"), case.metadata.extra.get("source")
    told = url or (source.get("name") if isinstance(source, dict) else None)
    return told if isinstance(told, str) else ""


def _fits(case: Case, wanted: Wanted) -> bool:
    if wanted.among is not None and case.id not in wanted.among:
        return False
    if wanted.names and not any(_is_named(case.id, name) for name in wanted.names):
        return False
    url = repository(case).lower()
    return not wanted.repositories or any(part.lower() in url for part in wanted.repositories)


def _is_named(case: str, name: str) -> bool:
    return fnmatchcase(case, name) if _PATTERN.intersection(name) else name in case


def _few_of_each_place(cases: Iterable[Case], most: int) -> Iterable[Case]:
    met: Counter[tuple[str, ...]] = Counter()
    for case in cases:
        place = _place(case)
        met[place] += 1
        if not place or met[place] <= most:
            yield case


def _place(case: Case) -> tuple[str, ...]:
    """Repository, file and line that a case is about; empty where it tells none."""
    if isinstance(case, ExampleCase):
        return (case.repository, *case.at) if case.at else ()
    file, line = case.metadata.file_path, case.metadata.line_number
    return (repository(case), file, str(line)) if file and line else ()

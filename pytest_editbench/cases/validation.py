"""Everything wrong with a case at once, for who writes cases."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from pytest_editbench.cases import directory, metadata
from pytest_editbench.cases.directory import read_file
from pytest_editbench.cases.examples.opening import ExampleCase
from pytest_editbench.cases.faults import Fault, Severity, error, shown, warning
from pytest_editbench.cases.kinds import COMMIT, INPUT, METADATA, PROMPT
from pytest_editbench.cases.reading import Parts, base_name, parts
from pytest_editbench.model import Case, File, Tree
from pytest_editbench.repositories.finding import Repositories

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Fault", "Severity", "faults", "repeated_ids"]

_LONGEST_PROMPT = 20_000  # characters
_UNPASTEABLE = ("::", "[", "]", "\\")  # pytest takes a node id apart at these, or shows another


def faults(case: Case, repositories: Repositories | None = None, *, excerpt: bool = False) -> list[Fault]:
    """All faults of a case: what keeps it from running, then what its author should know.

    Examples are tried where their repository is at hand; with `excerpt`, their excerpt may stand for it.
    """
    if isinstance(case, ExampleCase):
        from pytest_editbench.cases.examples import checking

        return list(checking.faults(case, repositories or Repositories(), excerpt=excerpt))
    if case.fault and case.path.is_file():  # an archive that is refused
        return [error(case.where, case.fault.removeprefix(f"{case.where}: "))]
    case, told = _examined(case)
    found = parts(case)
    own = _commit(case, found, repositories) if case.metadata.kind == COMMIT else _answers(case, found)
    return [
        *told,
        *found.faults,
        *own,
        *_prompt(case, found),
        *_files(case, found),
        *_place(case, found),
        *_collection(case),
    ]


def repeated_ids(cases: Iterable[Case]) -> list[Fault]:
    """A warning for every case of a suite whose id an earlier one has."""
    first: dict[str, str] = {}
    later = [case for case in cases if first.setdefault(case.id, case.where) != case.where]
    return [warning(case.where, f"has the same id as {first[case.id]}") for case in later]


def _examined(case: Case) -> tuple[Case, list[Fault]]:
    """The case with what can be read of its metadata, and what is wrong with those."""
    if case.fault is None:
        return case, []
    where = f"{case.where}/{METADATA}"
    try:
        told, wrong = metadata.examine(read_file(f"{case.path}/{METADATA}"), where)
    except OSError as problem:
        return case, [error(where, f"cannot be read: {problem.strerror}")]
    return replace(case, metadata=told), wrong


def _commit(case: Case, found: Parts, repositories: Repositories | None) -> Iterator[Fault]:
    from pytest_editbench.cases.commits import checking

    sound = not (case.fault or found.faults)
    return checking.faults(case, (repositories or Repositories()) if sound else None)


def _answers(case: Case, found: Parts) -> Iterator[Fault]:
    for name, answer in found.answers.items():
        if found.trees.get(INPUT) == answer:
            yield error(f"{case.where}/{name}", f"is the same as {INPUT}/: there is nothing to do")
    for (earlier, tree), (name, answer) in combinations(found.answers.items(), 2):
        if tree == answer:
            yield warning(f"{case.where}/{name}", f"is the same as {earlier}/")


def _prompt(case: Case, found: Parts) -> Iterator[Fault]:
    if found.prompt and len(found.prompt) > _LONGEST_PROMPT:
        message = f"has {len(found.prompt):,} characters; more than {_LONGEST_PROMPT:,} are hard to follow"
        yield warning(f"{case.where}/{PROMPT}", message)


def _files(case: Case, found: Parts) -> Iterator[Fault]:
    given = found.trees.get(INPUT, {})
    for name, tree in found.trees.items():
        for path, entry in tree.items():
            where = f"{case.where}/{name}/{shown(str(path))}"
            before = given.get(path, entry)
            if isinstance(entry, File) and not entry.data:
                yield warning(where, "is empty")
            if isinstance(entry, File) and isinstance(before, File) and entry.executable != before.executable:
                yield warning(where, f"is {'' if entry.executable else 'not '}executable, unlike in {INPUT}/")


def _place(case: Case, found: Parts) -> Iterator[Fault]:
    """Faults of the damaged line that the metadata tells of; where files share a name, one has to fit."""
    candidates = _edited_files(case, found.trees.get(INPUT, {}))
    problems = [_misplaced(case, data) for data in candidates]
    if problems and None not in problems:
        yield from (problem for problem in problems[:1] if problem)


def _edited_files(case: Case, tree: Tree) -> list[bytes]:
    files = {path: entry.data for path, entry in tree.items() if isinstance(entry, File)}
    name = base_name(case.metadata)
    named = [data for path, data in files.items() if path.name == name]
    return named if name or len(files) != 1 else list(files.values())


def _collection(case: Case) -> Iterator[Fault]:
    """Faults of where the case lies, as pytest sees it."""
    odd = [text for text in _UNPASTEABLE if text in case.where]
    if odd:
        message = f"has {' and '.join(odd)} in its path: its test cannot be selected by node id"
        yield warning(case.where, message)
    with suppress(OSError):
        for inner in directory.inner_cases(case.path):
            message = f"lies inside the case {case.where}, so it is never collected"
            yield warning(f"{case.where}/{shown(str(inner.relative_to(case.path)))}", message)


def _misplaced(case: Case, data: bytes) -> Fault | None:
    number, snippet = case.metadata.line_number, (case.metadata.mutated_snippet or "").strip()
    lines = _lines(data.decode("utf-8", "replace"))
    where = f"{case.where}/{METADATA}"
    if number is None:
        return None
    if number > len(lines):
        return warning(where, f"is {number}, but the file has {len(lines)} lines", "line_number")
    wanted = _lines(snippet)
    there = "\n".join(lines[number - 1 : number - 1 + len(wanted)])
    if "\n".join(wanted) not in there:
        return warning(where, f"does not stand at line {number} of the file", "mutated_snippet")
    return None


def _lines(text: str) -> list[str]:
    """As editors and diffs number them: a form feed or a U+2028 within a string ends none."""
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]

"""A case's prompt and trees: what can be read, and every reason why the rest cannot."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PureWindowsPath
from typing import TYPE_CHECKING

from pytest_editbench import trees
from pytest_editbench.cases.directory import read_file
from pytest_editbench.cases.faults import Fault, error, shown
from pytest_editbench.cases.kinds import CHANGE, COMMIT, EXPECTED, INPUT, KINDS, METADATA, PROMPT
from pytest_editbench.errors import CaseError, TreeError
from pytest_editbench.model import Case, Contents, Folder, Metadata, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_ANSWER = re.compile(rf"{EXPECTED}(?:\.([2-9]|[1-9][0-9]+))?")


@dataclass(frozen=True, slots=True)
class Parts:
    """What of a case could be read, and why the rest could not."""

    prompt: str | None
    trees: Mapping[str, Tree]  # by folder name: the input, then the answers in their order
    faults: tuple[Fault, ...]

    @property
    def answers(self) -> dict[str, Tree]:
        """The accepted trees by folder name."""
        return {name: tree for name, tree in self.trees.items() if name != INPUT}


def contents(case: Case) -> Contents:
    """The case read whole; `CaseError` tells its first fault."""
    if case.fault:
        raise CaseError(case.fault)
    if EXPECTED not in KINDS[case.metadata.kind].folders:
        raise CaseError(f"{case.where}: is of kind {case.metadata.kind}, and asks for no edit")
    found = parts(case)
    if found.faults or found.prompt is None:
        raise CaseError(str(found.faults[0]))
    given, answers = found.trees[INPUT], found.answers
    return Contents(found.prompt, given, answers, _digest(case.metadata, found.prompt, given, answers))


def parts(case: Case) -> Parts:
    """Everything readable of the case, and all its errors but those of the metadata."""
    try:
        names = [each.name for each in case.path.iterdir()]
    except OSError as problem:
        return Parts(None, {}, (error(case.where, f"cannot be read: {problem.strerror}"),))
    prompt = _prompt(case)
    found = {name: _tree(case, name) for name in _tree_names(case, names)}
    readable = {name: tree for name, tree in found.items() if not isinstance(tree, Fault)}
    faults = [each for each in (prompt, *found.values()) if isinstance(each, Fault)]
    faults += _misnamed(case, names)
    if len(readable) == len(found):
        faults += _unknown_file(case, readable)
    return Parts(None if isinstance(prompt, Fault) else prompt, readable, tuple(faults))


def base_name(metadata: Metadata) -> str | None:
    """The name of the file to edit, where the metadata tells it."""
    return PureWindowsPath(metadata.file_path).name if metadata.file_path else None  # knows both slashes


def _prompt(case: Case) -> str | Fault:
    where = f"{case.where}/{PROMPT}"
    try:
        text = read_file(f"{case.path}/{PROMPT}").decode("utf-8-sig").strip()
    except FileNotFoundError:
        return error(where, "is missing; it holds the instruction to the agent")
    except OSError as problem:
        return error(where, f"cannot be read: {problem.strerror}")
    except UnicodeDecodeError as problem:
        return error(where, f"is not UTF-8 text (byte {problem.start + 1})")
    if not text:
        return error(where, "is blank; it holds the instruction to the agent")
    return error(where, "holds a NUL character") if "\0" in text else text


def _tree_names(case: Case, names: list[str]) -> list[str]:
    kind = KINDS[case.metadata.kind]
    if kind.elsewhere and INPUT not in names and _is_elsewhere(case.metadata):
        return []
    answers = {name: int(match[1] or 1) for name in names if (match := _ANSWER.fullmatch(name))}
    found = sorted(answers, key=answers.__getitem__) if EXPECTED in kind.folders else []
    return list(dict.fromkeys((*kind.folders, *found)))


def _is_elsewhere(metadata: Metadata) -> bool:
    """Whether the metadata name a repository that holds the trees."""
    told = metadata.extra.get(metadata.kind)
    return isinstance(told, dict) and bool(told.get("repository"))


def _misnamed(case: Case, names: list[str]) -> Iterator[Fault]:
    for name in sorted(names):
        if name.startswith(f"{EXPECTED}.") and not _ANSWER.fullmatch(name):
            message = f"is not a name for accepted trees: they are {EXPECTED}, {EXPECTED}.2, {EXPECTED}.3, …"
            yield error(f"{case.where}/{shown(name)}", message)


def _tree(case: Case, name: str) -> Tree | Fault:
    where = f"{case.where}/{name}"
    if not os.path.lexists(case.path / name):
        hint = f', unless {METADATA} says "kind": "{COMMIT}"' if (case.path / CHANGE).exists() else ""
        return error(where, f"is missing; it must be a folder with at least one file{hint}")
    try:
        tree = trees.read(case.path / name)
    except TreeError as problem:
        return error(where, str(problem).removeprefix(f"{case.path / name}: "))
    if all(isinstance(entry, Folder) for entry in tree.values()):
        return error(where, "is empty; it must hold at least one file")
    leaving = next(trees.leaving_links(tree), None)
    return error(f"{where}/{shown(str(leaving))}", f"is a link that leaves {name}/") if leaving else tree


def _unknown_file(case: Case, found: Mapping[str, Tree]) -> Iterator[Fault]:
    name = base_name(case.metadata)
    if name is not None and not any(path.name == name for tree in found.values() for path in tree):
        message = f"names {shown(name)}, which is neither in {INPUT}/ nor in an accepted tree"
        yield error(f"{case.where}/{METADATA}", message, "file_path")


def _digest(metadata: Metadata, prompt: str, given: Tree, answers: Mapping[str, Tree]) -> str:
    accepted = [(name, trees.digest(tree)) for name, tree in answers.items()]
    told = [metadata.kind, prompt, trees.digest(given), accepted, metadata.match]
    return sha256(json.dumps(told).encode()).hexdigest()

"""A commit case read whole: the tree before, the change, a right answer, what is demanded."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench import trees
from pytest_editbench.cases.commits import patch, table
from pytest_editbench.cases.commits.prompt import PROPOSAL
from pytest_editbench.cases.directory import read_file
from pytest_editbench.cases.faults import Fault, error, shown
from pytest_editbench.cases.kinds import ANSWER, CHANGE, INPUT
from pytest_editbench.cases.reading import parts
from pytest_editbench.errors import CaseError
from pytest_editbench.model import Case, Contents, File, Tree

if TYPE_CHECKING:
    from pytest_editbench.commits.proposal import ChangedFile
    from pytest_editbench.commits.subject import Demands
    from pytest_editbench.repositories.finding import Repositories

_LARGEST = 32 * 1024 * 1024  # bytes of a patch
_CHANGE = PurePosixPath(CHANGE)


@dataclass(frozen=True, slots=True)
class CommitContents(Contents):
    """What a commit case comes to: `input` is the tree before with the patch beside, `answers` is empty."""

    files: tuple[ChangedFile, ...]  # of the change
    demands: Demands
    answer: str  # a right one, as JSON


def read(case: Case, repositories: Repositories) -> CommitContents:
    """The case read whole; `CaseError` says in one line what is wrong, `UnavailableError` what is wanting."""
    if case.fault:
        raise CaseError(case.fault)
    told, faults = table.read(case)
    found = parts(case)
    faults = [*found.faults, *faults]
    if faults or found.prompt is None:
        raise CaseError(str(faults[0]))
    given = found.trees.get(INPUT)
    if given is None:
        given, change = _of_repository(case, told, repositories)
    else:
        change = _file(case, CHANGE, _LARGEST)
    answer = _text(case, ANSWER, _file(case, ANSWER))
    where = f"{case.where}/{CHANGE}"
    files = patch.changed_files(change.decode("utf-8", "surrogateescape"), where)
    if not files:
        raise CaseError(f"{where}: changes no file, so that there is nothing to describe")
    if INPUT in found.trees:
        patch.check(change.decode("utf-8", "surrogateescape"), given, where)
    whole = _with_change(case, given, change)
    digest = _digest(case, found.prompt, whole, answer)
    return CommitContents(found.prompt, whole, {}, digest, files, told.demands, answer)


def _of_repository(case: Case, told: table.Table, repositories: Repositories) -> tuple[Tree, bytes]:
    base = case.path
    tree = repositories.files(told.repository, told.old, base)
    return tree, repositories.change(told.repository, told.old, told.new, base)


def _file(case: Case, name: str, largest: int = 1024 * 1024) -> bytes:
    try:
        return read_file(f"{case.path}/{name}", largest=largest)
    except FileNotFoundError:
        raise CaseError(str(_missing(case, name))) from None
    except OSError as problem:
        raise CaseError(f"{case.where}/{name}: cannot be read: {problem.strerror}") from None


def _missing(case: Case, name: str) -> Fault:
    holds = {CHANGE: "the change that is to be described", ANSWER: "a right answer"}
    return error(f"{case.where}/{name}", f"is missing; it holds {holds[name]}")


def _text(case: Case, name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise CaseError(f"{case.where}/{name}: is not UTF-8 text (byte {problem.start + 1})") from None


def _with_change(case: Case, tree: Tree, change: bytes) -> Tree:
    """The tree as the agent finds it: it must hold nothing where the patch lies and where the answer goes."""
    for name in (CHANGE, PROPOSAL):
        if PurePosixPath(name) in tree or any(path.parts[0] == name for path in tree):
            where = f"{case.where}/{INPUT}/{shown(name)}"
            raise CaseError(f"{where}: has a name that is kept for the change or the answer; rename it")
    return dict(sorted({**tree, _CHANGE: File(change)}.items()))


def _digest(case: Case, prompt: str, whole: Tree, answer: str) -> str:
    told = [case.metadata.kind, prompt, trees.digest(whole), answer, case.metadata.extra.get(table.KEY)]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

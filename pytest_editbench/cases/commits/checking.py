"""What is wrong with a commit case, for who writes cases."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pytest_editbench.cases.commits import contents, table
from pytest_editbench.cases.commits.prompt import PROPOSAL
from pytest_editbench.cases.faults import Fault, Severity, error, shown, warning
from pytest_editbench.cases.kinds import ANSWER, CHANGE, EXPECTED, INPUT, METADATA, PROMPT
from pytest_editbench.commits import answers, rules
from pytest_editbench.commits.answers import NoProposalError
from pytest_editbench.commits.subject import Subject
from pytest_editbench.errors import CaseError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.cases.commits.contents import CommitContents
    from pytest_editbench.model import Case
    from pytest_editbench.repositories.finding import Repositories


def faults(case: Case, repositories: Repositories | None) -> Iterator[Fault]:
    """The faults of what only these cases have; without `repositories` the case is not read whole.

    A case whose repository is not at hand is checked as far as it lies here.
    """
    told, found = table.read(case)
    yield from found
    yield from _strays(case, told)
    if repositories is None or found:
        return
    try:
        yield from _of_whole(case, contents.read(case, repositories))
    except CaseError as problem:
        where, _, message = str(problem).partition(": ")
        yield error(where, message)
    except UnavailableError as problem:
        yield warning(f"{case.where}/{METADATA}", f"was not tried: {problem}", f"{table.KEY}.repository")


def _strays(case: Case, told: table.Table) -> Iterator[Fault]:
    if os.path.lexists(case.path / EXPECTED):
        yield error(f"{case.where}/{EXPECTED}", "has no place here: no file is to be changed; remove it")
    for name in (INPUT, CHANGE) if told.repository else ():
        if os.path.lexists(case.path / name):
            message = f"stands beside a repository in {METADATA}; keep one of both"
            yield error(f"{case.where}/{name}", message)


def _of_whole(case: Case, found: CommitContents) -> Iterator[Fault]:
    where = f"{case.where}/{ANSWER}"
    try:
        proposal = answers.read(found.answer)
    except NoProposalError as problem:
        yield error(where, str(problem))
        return
    subject = Subject(proposal, found.files, found.demands)
    for breach in rules.check(subject):
        made = error if breach.severity is Severity.ERROR else warning
        yield made(where, f"breaks the rule {breach.rule}: {breach.message}")
    paths = set(map(str, subject.paths))
    for wanted in found.demands.files:
        if wanted not in paths:
            message = f"names {shown(wanted)}, which the change does not touch"
            yield error(f"{case.where}/{METADATA}", message, f"{table.KEY}.files")
    if PROPOSAL not in found.prompt:
        yield warning(f"{case.where}/{PROMPT}", f"does not tell that the answer may be written to {PROPOSAL}")

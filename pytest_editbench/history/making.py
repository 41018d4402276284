"""Commits → cases: chosen, made, checked as any case is, and put in their place one by one."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import interrupts, trees
from pytest_editbench.cases import discovery
from pytest_editbench.cases.faults import Severity
from pytest_editbench.cases.kinds import COMMIT, EDIT
from pytest_editbench.errors import CaseError, TreeError, UnavailableError, UsageError
from pytest_editbench.generate import lint
from pytest_editbench.history import edits, past, predictions, proposals
from pytest_editbench.history.account import Account, LeftOut, Made
from pytest_editbench.history.leaving import LeftOutError, Reason
from pytest_editbench.repositories import deltas, history

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

    from pytest_editbench.history.past import Past
    from pytest_editbench.history.request import Product, Request
    from pytest_editbench.repositories.git import Repository
    from pytest_editbench.repositories.history import Commit

EXAMPLE = "example"
MAKERS: Mapping[str, Callable[[Past, Request], Product]] = {
    EDIT: edits.make,
    COMMIT: proposals.make,
    EXAMPLE: predictions.make,
}
"""The kinds of cases that history gives."""

_DRAFT = "editbench-draft-"


def chosen(repository: Repository, revisions: Sequence[str]) -> list[Commit]:
    """The commits that revisions and ranges name, each once, in that order; ranges oldest first."""
    found: dict[str, Commit] = {}
    for revision in revisions:
        if revision.startswith("^"):
            raise UsageError(f"{revision} only leaves commits out; name a range, as in {revision[1:]}..main")
        several = history.commits if ".." in revision else _one
        found |= {each.id: each for each in several(repository, revision) if each.id not in found}
    if not found:
        advice = "in a range the older revision stands first, as in main~20..main"
        raise UsageError(f"{' '.join(revisions)} holds no commit; {advice}")
    return [*found.values()]


def _one(repository: Repository, revision: str) -> list[Commit]:
    return [history.commit(repository, revision)]


def make(request: Request, commits: Sequence[Commit], target: Path) -> Generator[Account]:
    """Make the cases of these commits in the folder; what there is so far, after each commit.

    `UsageError`, before anything is written, where one would take the place of what is there.
    """
    _check(request, commits, target)
    account = Account()
    with _scratch(target) as scratch:
        for step in deltas.read(request.repository, commits, past.BOUNDS):
            subject = step.commit.message.partition("\n")[0].strip()
            try:
                product = MAKERS[request.kind](past.of(step), request)
                _lay(product, scratch, target)
                account.made.append(Made(product.name, step.commit.id, subject, product.facts))
            except (LeftOutError, CaseError, UnavailableError) as problem:
                reason = problem if isinstance(problem, LeftOutError) else _unsound(problem)
                account.left_out.append(LeftOut(step.commit.id, subject, reason.reason, reason.details))
            yield account


def _unsound(problem: CaseError | UnavailableError) -> LeftOutError:
    """What the readers of cases do not read, or git does not have."""
    reason = Reason.INVALID if isinstance(problem, CaseError) else Reason.LACKING
    return LeftOutError(reason, str(problem).rpartition(": ")[2])


def _check(request: Request, commits: Sequence[Commit], target: Path) -> None:
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise UsageError(f"{target}: is no folder; name another one with -o")
    names = (f"{request.kind}-{commit.id[:12]}" for commit in commits)
    places = [target / name for each in names for name in (each, f"{each}.md")]
    taken = [place.name for place in places if os.path.lexists(place)]
    if taken:
        more = f" and {len(taken) - 3} more" if len(taken) > 3 else ""
        message = f"{target}: {', '.join(taken[:3])}{more} is there already"
        raise UsageError(f"{message}; nothing is overwritten: move it away, or name another folder")


@contextmanager
def _scratch(target: Path) -> Iterator[Path]:
    """A folder beside the cases, so that each appears whole or not at all; new folders without any go."""
    new = [place for place in (target, *target.parents) if not place.exists()]
    target.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=_DRAFT, dir=target))
    try:
        yield scratch
    finally:
        with interrupts.noted():  # nothing cuts it short
            shutil.rmtree(scratch, ignore_errors=True)
            for place in new:
                if any(place.iterdir()):
                    break
                place.rmdir()


def _lay(product: Product, scratch: Path, target: Path) -> None:
    [top] = {path.parts[0] for path in product.files}
    try:
        trees.write(product.files, scratch)
        _check_sound(scratch / top)
        (scratch / top).rename(target / top)
    except TreeError as problem:
        raise LeftOutError(Reason.INVALID, str(problem)) from None
    finally:
        for rest in scratch.iterdir():
            shutil.rmtree(rest) if rest.is_dir() else rest.unlink()


def _check_sound(place: Path) -> None:
    """The case has no fault that is an error; examples have been read back when they were made."""
    for case in discovery.discover([place]) if place.is_dir() else ():
        for fault in lint.lint(case):
            if fault.severity is Severity.ERROR:
                where = fault.where.rpartition(f"{place.name}/")[2]
                raise LeftOutError(Reason.INVALID, f"{where}: {fault.message}")

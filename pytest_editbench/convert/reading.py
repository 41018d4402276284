"""What SRC means: files of examples, cases, a commit, a patch, or standard input."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import trees
from pytest_editbench.cases import discovery
from pytest_editbench.cases.examples import opening, treepatch
from pytest_editbench.cases.examples.opening import ExampleCase
from pytest_editbench.convert import commits
from pytest_editbench.convert.commits import Origin
from pytest_editbench.convert.examples import OfExample
from pytest_editbench.convert.folders import OfFolder
from pytest_editbench.errors import UsageError
from pytest_editbench.repositories import origins, snapshots
from pytest_editbench.repositories.git import Repository

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_editbench.convert.piece import Piece
    from pytest_editbench.model import Case
    from pytest_editbench.repositories.finding import Repositories

STDIN = "-"


class Means(NamedTuple):
    """What may be needed to read a source."""

    repositories: Repositories
    excerpt: bool = False
    input: str = ""  # what a patch applies to: a folder, or REPOSITORY@REVISION
    stdin: bytes = b""


def pieces(source: str, means: Means) -> list[Piece]:
    """All pieces of a source; errors of those who read it, `UsageError` for what is none."""
    path = Path(source)
    if source == STDIN:
        where = "stdin.md" if not means.stdin.lstrip().startswith((b"{", b"[")) else "stdin.jsonl"
        return _of_cases(opening.of_content(means.stdin, Path(where), where), means)
    if path.suffix in treepatch.SUFFIXES and path.is_file():
        return [commits.of_patch(path, _origin(means.input))]
    place, _, revision = source.rpartition("@")
    if place and revision and not path.exists():
        return [commits.of_commit(_repository(place), revision)]
    return _of_cases(discovery.identify(discovery.discover([path])), means)


def _of_cases(cases: Iterable[Case], means: Means) -> list[Piece]:
    return [
        OfExample(case, means.repositories, means.excerpt)
        if isinstance(case, ExampleCase)
        else OfFolder(case)
        for case in cases
    ]


def _origin(named: str) -> Origin:
    if not named:
        raise UsageError("say what the patch applies to: --input FOLDER, or --input REPOSITORY@REVISION")
    if Path(named).is_dir():
        return Origin(trees.read(Path(named).resolve(), ignore=lambda path: path.parts[0] == ".git"))
    if Path(named).is_file():
        raise UsageError(f"{named}: is a file; name the folder that the paths of the patch begin in")
    place, _, revision = named.rpartition("@")
    repository = _repository(place or named)
    commit = repository.commit(revision) if place else None
    if commit is None:
        raise UsageError(f"{named}: is neither a folder nor REPOSITORY@REVISION with a commit that is there")
    return Origin(snapshots.read(repository, commit), origins.of(repository), commit)


def _repository(place: str) -> Repository:
    if not Path(place).is_dir():
        raise UsageError(f"{place}: there is no such file or folder")
    return Repository(Path(place))

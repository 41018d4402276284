"""The change between two revisions of a repository, which nothing is checked out for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.analysis import patches
from pytest_editbench.analysis.change import Change, change
from pytest_editbench.errors import UnavailableError, UsageError
from pytest_editbench.model import File
from pytest_editbench.repositories import snapshots

if TYPE_CHECKING:
    from pathlib import PurePosixPath

    from pytest_editbench.repositories.git import Repository

_RANGE = re.compile(r"(?P<old>[^\s:]*?)(?P<dots>\.{2,3})(?P<new>[^\s:.][^\s:]*|)")
_DIFF = (
    *("diff-tree", "-r", "-p", "-M", "-C", "--no-color", "--no-ext-diff", "--no-textconv"),
    *("--src-prefix=a/", "--dst-prefix=b/"),
)


def read(repository: Repository, span: str) -> Change:
    """What becomes of the files from A to B of `A..B`, or from where they parted with `A...B`.

    An absent side is `HEAD`, as in git. `UsageError` for what is no range of commits that are there.
    """
    found = _RANGE.fullmatch(span)
    if found is None or not (found["old"] or found["new"]):
        raise UsageError(f"{span!r} is no range; name two revisions, such as main~5..main")
    old, new = (_commit(repository, found[side] or "HEAD") for side in ("old", "new"))
    if found["dots"] == "...":
        old = _parted(repository, old, new, span)
    text = repository.ask(*_DIFF, old, new).decode("utf-8", "surrogateescape")
    files = patches.read(text, span) if text.strip() else []
    return change(span, files, _after(repository, new, {file.path for file in files}))


def _parted(repository: Repository, old: str, new: str, span: str) -> str:
    try:
        return repository.ask("merge-base", old, new).decode("ascii").strip()
    except UnavailableError:
        what = (
            "no common ancestor of both is there; name the range with two dots, or fetch more of its history"
        )
        raise UsageError(f"{repository.place}: {span}: {what}") from None


def _after(repository: Repository, commit: str, paths: set[PurePosixPath]) -> dict[PurePosixPath, File]:
    """The changed files; none where they are too many or too large: their diffs can be shown all the same."""
    try:
        tree = snapshots.read(repository, commit, paths) if paths else {}
    except UnavailableError:
        return {}
    return {path: entry for path, entry in tree.items() if isinstance(entry, File)}


def _commit(repository: Repository, revision: str) -> str:
    commit = repository.commit(revision)
    if commit is None:
        raise UsageError(f"{repository.place}: {revision} names no commit there")
    return commit

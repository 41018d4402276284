"""The edits of a repository's history: each file of text that a commit changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.compare import content
from pytest_editbench.errors import UsageError
from pytest_editbench.generate import hunks
from pytest_editbench.repositories import deltas, history
from pytest_editbench.repositories.deltas import LINK, SUBMODULE, Bounds
from pytest_editbench.repositories.git import Repository
from pytest_editbench.shapes.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from pytest_editbench.repositories.deltas import Delta

BOUNDS = Bounds(files=500, bytes=4_000_000)
"""A larger commit is left out."""


def read(place: Path, span: str, name: str, tell: Callable[[int, int], None]) -> Tally:
    """The tally of a range, or of all that a revision holds; merges tell nothing that others do not."""
    repository = Repository(place)
    listed = history.commits if ".." in span else history.reachable
    commits = listed(repository, span)
    if not commits:
        raise UsageError(f"{name}: there is no commit; the older revision stands first, as in main~20..main")
    tally = Tally(name, "a file that a commit changes", "commits")
    for number, step in enumerate(deltas.read(repository, commits, BOUNDS), 1):
        tell(number, len(commits))
        if len(step.commit.parents) != 1:
            tally.left_out["a merge" if step.commit.parents else "a first commit"] += 1
        elif step.lacking:
            tally.left_out["a commit of which the clone lacks a file"] += 1
        elif step.contents is None:
            tally.left_out["a commit that changes too much"] += 1
        else:
            tally.changed(len(step.deltas))
            for delta in step.deltas:
                _add(delta, step.contents, tally)
    return tally


def _add(delta: Delta, contents: Mapping[bytes, bytes], tally: Tally) -> None:
    old, new = delta.old, delta.new
    if old is None or new is None:
        tally.left_out["a new file" if old is None else "a deleted file"] += 1
    elif {LINK, SUBMODULE} & {old.mode, new.mode}:
        tally.left_out["a link or a submodule"] += 1
    elif not all(content.is_diffable(contents[side.identity]) for side in (old, new)):
        tally.left_out["no text, or too long"] += 1
    else:
        tally.add(hunks.shape(contents[old.identity], contents[new.identity]))

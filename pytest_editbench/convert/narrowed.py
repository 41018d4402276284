"""Trees without the files that a change has nothing to do with."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import PurePosixPath

    from pytest_editbench.model import Tree


def changed(given: Tree, answers: Mapping[str, Tree]) -> set[PurePosixPath]:
    """The paths at which an answer differs from what was given."""
    paths = {path for tree in (given, *answers.values()) for path in tree}
    return {path for path in paths if any(tree.get(path) != given.get(path) for tree in answers.values())}


def only(tree: Tree, paths: Collection[PurePosixPath]) -> Tree:
    """What of the tree lies at these paths."""
    return {path: entry for path, entry in tree.items() if path in paths}

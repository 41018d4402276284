"""Scores of trees: files that differ, or hold a cursor, count as one text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.model import File, Tree
from pytest_editbench.scoring.edits import scores
from pytest_editbench.scoring.edits.alignment import SEPARATOR
from pytest_editbench.scoring.edits.scores import Result

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import PurePosixPath

    from pytest_editbench.editscores import EditScores

    Files = Mapping[PurePosixPath, bytes]

LARGEST = 4 * 1024 * 1024  # bytes of one side


class Point(NamedTuple):
    """Where a cursor is."""

    path: PurePosixPath
    offset: int  # bytes


def of_trees(
    given: Tree,
    answers: Mapping[str, Tree],
    actual: Tree,
    before: Files | None = None,
    wished: Mapping[str, Point] | None = None,
    cursor: Point | None = None,
) -> EditScores | None:
    """The scores of the change from `given` to `actual`, against the answer that they are best for.

    Files that differ between any of these trees, and those with a cursor, count as one text in path order,
    `alignment.SEPARATOR` between two; `before` holds the files without the user's own edits. None where none
    of them is text, or all together are too large.
    """
    points = wished or {}
    paths = _paths([given, *answers.values(), actual], [*points.values(), *([cursor] if cursor else [])])
    trees = [_files(tree, paths) for tree in (given, *answers.values(), actual)]
    if not paths or any(sum(map(len, files.values())) > LARGEST for files in trees):
        return None
    original, *wanted, made = trees
    return scores.best(
        _joined(original, paths),
        {
            name: Result(_joined(files, paths), _offset(points.get(name), files, paths))
            for name, files in zip(answers, wanted, strict=True)
        },
        Result(_joined(made, paths), _offset(cursor, made, paths)),
        before=None if before is None else _joined({p: before[p] for p in paths if p in before}, paths),
    )


def _paths(trees: Sequence[Tree], points: Iterable[Point]) -> list[PurePosixPath]:
    """The files that count, in path order: what holds a NUL anywhere is no text."""
    first, *others = trees
    named = {path for tree in trees for path in tree}
    differing = {path for path in named if any(tree.get(path) != first.get(path) for tree in others)}
    found = differing | {point.path for point in points}
    return sorted(path for path in found if all(_is_text(tree.get(path)) for tree in trees))


def _is_text(entry: object) -> bool:
    return entry is None or (isinstance(entry, File) and b"\0" not in entry.data)


def _files(tree: Tree, paths: Sequence[PurePosixPath]) -> Files:
    return {path: entry.data for path in paths if isinstance(entry := tree.get(path), File)}


def _joined(files: Files, paths: Sequence[PurePosixPath]) -> str:
    return SEPARATOR.encode().join(files.get(path, b"") for path in paths).decode("utf-8", "surrogateescape")


def _offset(point: Point | None, files: Files, paths: Sequence[PurePosixPath]) -> int | None:
    """Where the point is, with one byte between two files: distances are what matters."""
    if point is None or point.path not in paths:
        return None
    earlier = paths[: paths.index(point.path)]
    return sum(len(files.get(path, b"")) + 1 for path in earlier) + point.offset

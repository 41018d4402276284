"""How near the tree that an agent left comes to the accepted ones, in scores of its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.cases.examples.contents import ExampleContents
from pytest_editbench.scoring.edits import treescores
from pytest_editbench.scoring.edits.treescores import Point

if TYPE_CHECKING:
    from pytest_editbench.editscores import EditScores
    from pytest_editbench.model import AgentResult, Contents, Tree


def scores(contents: Contents, actual: Tree, result: AgentResult) -> EditScores | None:
    """The scores of the change from the input to `actual`, as `treescores.of_trees`."""
    if not isinstance(contents, ExampleContents):
        return treescores.of_trees(contents.input, contents.answers, actual)
    before = contents.before if contents.task.history else None
    wished = {name: Point(spot.path, spot.offset) for name, spot in contents.cursors.items()}
    cursor = _point(result)
    return treescores.of_trees(contents.input, contents.answers, actual, before, wished, cursor)


def _point(result: AgentResult) -> Point | None:
    told = result.prediction
    if told is None or told.path is None or told.cursor is None:
        return None
    return Point(told.path, told.cursor)

"""The text of a task: one file of a change, and what else there is of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench import shortening, templating
from pytest_editbench.cases.examples.markdown import fenced
from pytest_editbench.compare.visible import escaped

if TYPE_CHECKING:
    from pytest_editbench.analysis.change import Change, FileChange

GOAL = (
    "say in short what this file is there for and what the change does to it, as far as a commit message "
    "should know."
)
BUDGET = 20_000  # characters of the file's diff that are shown
OTHERS = 100  # files that are listed beside it


class Other(NamedTuple):
    """Another file of the change."""

    path: str
    size: str  # lines changed
    role: str
    how: str


def render(change: Change, file: FileChange, goal: str = GOAL, budget: int = BUDGET, error: str = "") -> str:
    """The task for one file; `error` says what was wrong with the last answer.

    A diff of more than `budget` characters keeps its head and its tail.
    """
    others = [each for each in change.files if each is not file]
    diff = shortening.shortened(readable(file.diff), budget)
    diff += "" if diff.endswith("\n") else "\n"
    return templating.render(
        "analysis.md.j2",
        path=escaped(str(file.path)),
        role=file.role,
        how=_how(file),
        given=file.path in change.after,
        goal=goal,
        unshown=file.unshown,
        diff=fenced("diff", diff).rstrip("\n") if file.lines else "",
        others=[_other(each) for each in others[:OTHERS]],
        more=max(0, len(others) - OTHERS),
        error=error,
    )


def readable(text: str) -> str:
    """The text as UTF-8 can spell it."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _other(file: FileChange) -> Other:
    size = "not text" if file.lines is None else f"{file.lines:,} line{'' if file.lines == 1 else 's'}"
    return Other(escaped(str(file.path)), size, file.role, _how(file))


def _how(file: FileChange) -> str:
    return escaped("; ".join(file.how))

"""The prompt of a commit case, rendered when the case is made: what it says then is what agents are told."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench import roles, shortening, templating
from pytest_editbench.cases.commits import patch
from pytest_editbench.cases.examples.markdown import fenced
from pytest_editbench.cases.kinds import CHANGE
from pytest_editbench.commits.proposal import TYPES

if TYPE_CHECKING:
    from pytest_editbench.commits.subject import Demands

PROPOSAL = "commit-proposal.json"
"""The file in the workspace in which an agent may answer."""

BUDGET = 8_000  # characters of the patch that are shown


def render(change: str, demands: Demands, note: str = "", budget: int = BUDGET) -> str:
    """The prompt for a patch; `note` says why the change was made, which the patch cannot tell.

    Which types and scopes are accepted is not told: patch and note must determine that. A long patch is
    shortened; the whole one lies in the workspace.
    """
    shown = shortened(change, budget)
    return templating.render(
        "commit.md.j2",
        note=note.strip(),
        types=TYPES,
        demands=demands,
        proposal=PROPOSAL,
        change=CHANGE,
        patch=fenced("diff", shown).rstrip("\n"),
        cut=shown != change,
    )


def shortened(change: str, budget: int) -> str:
    """The patch in at most `budget` characters: each file has its share, those that say most come first."""
    if len(change) <= budget:
        return change
    parts = sorted(patch.sections(change), key=lambda part: -_priority(part))
    room = shortening.shares([len(part) for part in parts], budget)
    return "".join(shortening.shortened(part, most) for part, most in zip(parts, room, strict=True))


def _priority(part: str) -> int:
    found = patch.path_of(part)
    return roles.of(PurePosixPath(found)).priority if found else 0

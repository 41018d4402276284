"""Commit cases: the change is shown, and the real message is the right answer if it keeps the rules."""

from __future__ import annotations

import json
import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench.cases.commits import patch, prompt
from pytest_editbench.cases.kinds import ANSWER, CHANGE, COMMIT
from pytest_editbench.commits import history, messages
from pytest_editbench.commits.subject import Demands
from pytest_editbench.history.leaving import LeftOutError, Reason
from pytest_editbench.history.request import Product, folder
from pytest_editbench.model import File
from pytest_editbench.repositories.finding import PATCH
from pytest_editbench.severity import Severity

if TYPE_CHECKING:
    from pytest_editbench.commits.proposal import Proposal
    from pytest_editbench.history.past import Past
    from pytest_editbench.history.request import Request

# The same bytes whatever the user's settings are.
_STEADY = ("--unified=3", "--diff-algorithm=myers", "--text", "--no-indent-heuristic", "-l1000")
# What git shows behind the line numbers depends on attributes.
_HEADER = re.compile(r"^(@@ -\S+ \+\S+ @@).*$", re.MULTILINE)


def make(past: Past, request: Request) -> Product:
    """The case of a commit; `LeftOutError` where its message breaks a rule that is an error."""
    change = _change(past, request)
    proposal = _proposal(past, change)
    name = f"commit-{past.commit.id[:12]}"
    metadata = {"kind": COMMIT, "mutation_category": COMMIT, "source": request.source(past)}
    members = {
        PurePosixPath(CHANGE): File(change.encode()),
        PurePosixPath(ANSWER): File(
            f"{json.dumps(_answer(proposal), indent=2, ensure_ascii=False)}\n".encode()
        ),
    }
    text = prompt.render(change, Demands())
    return Product(name, folder(name, text, request.before(past), metadata, members))


def _proposal(past: Past, change: str) -> Proposal:
    message = past.commit.message
    if reason := history.passed_over(message):
        raise LeftOutError(Reason.WORDING, reason)
    breaches = history.check(message, patch.changed_files(change, past.commit.id))
    broken = dict.fromkeys(each.rule for each in breaches if each.severity is Severity.ERROR)
    proposal = messages.read(message)
    if broken or proposal is None:
        raise LeftOutError(Reason.RULES, *broken)
    return proposal


def _change(past: Past, request: Request) -> str:
    told = request.repository.ask("diff-tree", *PATCH, *_STEADY, past.parent, past.commit.id)
    return _HEADER.sub(r"\1", told.decode("utf-8", "replace"))


def _answer(proposal: Proposal) -> dict[str, object]:
    breaking = {"breaking": True} if proposal.breaking else {}
    return {
        "type": proposal.type,
        "scope": proposal.scope,
        "summary": proposal.summary,
        "details": [*proposal.details],
        "issues": [*proposal.issues],
        **breaking,
    }

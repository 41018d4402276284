"""What an agent says → Proposal: JSON anywhere in it, else a conventional commit message."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pytest_editbench import prose
from pytest_editbench.commits import messages
from pytest_editbench.commits.proposal import Proposal
from pytest_editbench.errors import EditbenchError

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 50_000  # characters from the end that are looked at
_BOTH = ("type", "summary")
_ISSUES = ("issues", "issue_refs")


class NoProposalError(EditbenchError):
    """An answer that holds no proposal; the message says what it should hold."""


def read(text: str) -> Proposal:
    """The proposal in the text: of several objects or messages, the last one; `NoProposalError` else."""
    end = text[-LONGEST:]
    found = list(prose.objects(end, lambda data: all(key in data for key in _BOTH)))
    if found:
        return of_object(found[-1])
    told = messages.first(end) or messages.last(end) or messages.read(end)
    if told is None:
        raise NoProposalError(
            f'the answer {_lacks(text)}: give one JSON object with "type" and "summary", '
            "or a message that begins with type(scope): summary"
        )
    return told


def _lacks(text: str) -> str:
    if len(text) > LONGEST:
        return f"is too long: more than {LONGEST:,} characters, and no proposal in those that are read"
    return "is no proposal" if text.strip() else "is missing"


def of_object(data: Mapping[str, object]) -> Proposal:
    """The proposal that a JSON object tells; `NoProposalError` names the key that cannot be read."""
    if isinstance(data, prose.Repeated):
        raise NoProposalError(f"the answer says {json.dumps(data.key):.60} twice in one object")
    scope = _text(data, "scope")
    issues = next((key for key in _ISSUES if key in data), _ISSUES[0])
    return Proposal(
        type=_said(data, "type"),
        summary=_said(data, "summary"),
        scope=scope or None,
        details=_texts(data, "details"),
        issues=_texts(data, issues),
        breaking=data.get("breaking") is True,
    )


def _said(data: Mapping[str, object], key: str) -> str:
    value = _text(data, key)
    if value is None:
        raise NoProposalError(f'"{key}" of the answer must be text, not null')
    return value


def _text(data: Mapping[str, object], key: str) -> str | None:
    value = data.get(key)
    if value is None or isinstance(value, str):
        return value
    raise NoProposalError(f'"{key}" of the answer must be text, not {json.dumps(value):.60}')


def _texts(data: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = data.get(key)
    if value is None:
        return ()
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return tuple(value)
    raise NoProposalError(f'"{key}" of the answer must be a list of texts, not {json.dumps(value):.60}')

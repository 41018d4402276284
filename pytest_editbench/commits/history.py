"""Messages of real commits, judged by the rules for proposals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.breaches import Breach
from pytest_editbench.commits import messages, rules
from pytest_editbench.commits.subject import Subject
from pytest_editbench.severity import Severity

if TYPE_CHECKING:
    from pytest_editbench.commits.proposal import ChangedFile

HEADER = "header"  # stands for a rule where there is no proposal to judge

_SCISSORS = re.compile(r"^# -+ >8 -+$", re.MULTILINE)
_PASSED_OVER = (
    (re.compile(r"Merge "), "a merge"),
    (re.compile(r"(?:fixup|squash|amend)! "), "to be melted into an earlier commit"),
    (re.compile(r'(?:Revert|Reapply) "'), "a revert as git words it"),
)


def cleaned(text: str) -> str:
    """What git stores of a message as it was edited: no comments, and nothing from the scissors on."""
    head = _SCISSORS.split(text, maxsplit=1)[0]
    return "\n".join(line.rstrip() for line in head.split("\n") if not line.startswith("#")).strip()


def has_scissors(text: str) -> bool:
    """Whether the message ends in the text, with a diff below it that git puts there."""
    return bool(_SCISSORS.search(text))


def passed_over(message: str) -> str:
    """Why the message is not judged: tools write it, or it will not last; empty where it is."""
    return next((reason for pattern, reason in _PASSED_OVER if pattern.match(message)), "")


def check(message: str, files: tuple[ChangedFile, ...] | None) -> tuple[Breach, ...]:
    """The breaches of a message; without `files`, rules that ask for files say nothing."""
    proposal = messages.read(message)
    if proposal is None:
        told = "the message is empty" if not message.strip() else "the first line tells no type"
        return (Breach(HEADER, Severity.ERROR, f"{told}; begin it with type(scope): summary"),)
    return rules.check(Subject(proposal, files))

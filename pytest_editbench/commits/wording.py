"""Rules on how a proposal is worded: each tells its breaches."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.commits import verbs
from pytest_editbench.commits.quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.commits.subject import Subject

SUMMARY, DETAIL = 72, 120  # characters at most
FILLERS = ("comprehensive", "various", "several", "improved", "enhanced", "better")
META = ("this commit", "this change", "updated code", "modified files")

_CONTROL = re.compile(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")  # and halves of characters


def summary_empty(subject: Subject) -> Iterator[str]:
    """There must be a summary."""
    if not subject.proposal.summary.strip():
        yield "the summary is empty; say in a few words what was done"


def summary_length(subject: Subject) -> Iterator[str]:
    """It must fit into the lines that tools show."""
    length = len(subject.proposal.summary)
    if length > SUMMARY:
        yield f"the summary has {length} characters; at most {SUMMARY} are allowed: move some into details"


def summary_period(subject: Subject) -> Iterator[str]:
    """It is a heading, so no period ends it."""
    if subject.proposal.summary.rstrip().endswith("."):
        yield "the summary ends in a period; leave it out"


def summary_newline(subject: Subject) -> Iterator[str]:
    """It is one line."""
    if len(subject.proposal.summary.strip().splitlines()) > 1:
        yield "the summary has several lines; keep the first one, and move the rest into details"


def summary_past_tense(subject: Subject) -> Iterator[str]:
    """It says what was done; an empty one breaks another rule."""
    summary = subject.proposal.summary
    word = verbs.first_word(summary)
    if summary.strip() and not verbs.is_past(word):
        yield f'the summary must begin with a verb in the past tense, such as "added", not {quoted(summary)}'


def detail_empty(subject: Subject) -> Iterator[str]:
    """A detail says something."""
    for number, detail in enumerate(subject.proposal.details, start=1):
        if not detail.strip():
            yield f"detail {number} is empty; fill it in or leave it out"


def detail_length(subject: Subject) -> Iterator[str]:
    """A detail is one short sentence."""
    for detail in subject.proposal.details:
        if len(detail) > DETAIL:
            yield f"a detail has {len(detail)} characters; at most {DETAIL} are allowed: {quoted(detail)}"


def detail_period(subject: Subject) -> Iterator[str]:
    """A sentence ends in a period."""
    for detail in subject.proposal.details:
        if detail.strip() and not detail.rstrip().endswith("."):
            yield f"a detail must end in a period: {quoted(detail)}"


def control_characters(subject: Subject) -> Iterator[str]:
    """Nobody sees them, terminals obey them, and git cuts a message at a NUL."""
    for text in (*subject.texts, *subject.proposal.issues):
        found = _CONTROL.search(text)
        if found:
            yield f"{quoted(text)} holds a control character, {ascii(found[0])[1:-1]}; leave it out"


def filler_words(subject: Subject) -> Iterator[str]:
    """Words that say nothing."""
    found = [word for word in FILLERS if _holds(subject, word)]
    if found:
        yield f"{', '.join(found)} say{'s' * (len(found) == 1)} little; say what is different"


def meta_phrases(subject: Subject) -> Iterator[str]:
    """A history is of changes: that it is one needs no telling."""
    found = [phrase for phrase in META if _holds(subject, phrase)]
    if found:
        yield f'"{found[0]}" speaks of the commit and not of what was done; leave it out'


def _holds(subject: Subject, words: str) -> bool:
    pattern = re.compile(rf"\b{words.replace(' ', chr(92) + 's+')}\b", re.IGNORECASE)
    return any(pattern.search(text) for text in subject.texts)

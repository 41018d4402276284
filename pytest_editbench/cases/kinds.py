"""The kinds of cases: which members make one, and how it is judged; light, every session loads it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

PROMPT = "prompt.md"
METADATA = "metadata.json"
INPUT = "input"
EXPECTED = "expected"
CHANGE = "change.patch"
ANSWER = "answer.json"

EDIT = "edit"
EXAMPLE = "edit-prediction"
COMMIT = "commit"

LOOSE = "loose"
"""The key of metadata that keeps an edit out of the totals: its prompt does not determine the change."""


class Kind(NamedTuple):
    """A kind of case: metadata's `kind` names it."""

    name: str
    folders: tuple[str, ...]  # that must be there and hold files, beside the prompt; none: it is no folder
    members: tuple[str, ...]  # patterns of all the folders that it may have
    judge: str  # of its results: a row of the runner's JUDGES
    files: tuple[str, ...] = ()  # that must be there as well
    elsewhere: tuple[str, ...] = ()  # files that do where metadata say that the rest lies elsewhere
    apart: bool = False  # whether its trials stay out of the totals on edits


KINDS = {
    kind.name: kind
    for kind in (
        # Files are changed, and held against the accepted trees.
        Kind(EDIT, folders=(INPUT, EXPECTED), members=(INPUT, f"{EXPECTED}*"), judge="trees"),
        # The same, for what a file of examples tells.
        Kind(EXAMPLE, folders=(), members=(), judge="trees"),
        # A change is described, and no file may change.
        Kind(
            COMMIT,
            folders=(INPUT,),
            members=(INPUT,),
            judge="proposal",
            files=(CHANGE, ANSWER),
            elsewhere=(METADATA, ANSWER),
            apart=True,
        ),
    )
}


def apart(kind: object, loose: object) -> str:
    """What a trial is counted apart as: its kind where that is no edit, loose where that is set, or empty."""
    known = KINDS.get(str(kind))
    if known and known.apart:
        return known.name
    return LOOSE if loose else ""


def counts(outcomes: Iterable[tuple[str, object]]) -> dict[str, dict[str, int]]:
    """How many trials have which outcome, as a closing line tells it, and how many of them are loose.

    Each outcome comes with what is said of `loose`.
    """
    found = [*outcomes]
    loose = Counter(outcome for outcome, is_loose in found if is_loose)
    told = {"counts": dict(sorted(Counter(outcome for outcome, _ in found).items()))}
    return told | ({LOOSE: dict(sorted(loose.items()))} if loose else {})


def of_folders() -> list[Kind]:
    """The kinds whose cases are folders."""
    return [kind for kind in KINDS.values() if kind.folders]


def described() -> str:
    """What makes a case, in words."""
    members = (
        " and ".join((*(f"{name}/" for name in kind.folders), *(name for name in kind.files)))
        for kind in of_folders()
    )
    return f"{PROMPT}, {', or '.join(members)}"

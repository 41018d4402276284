"""The edit history: one text of diffs ↔ one edit for each diff of a file."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import patches
from pytest_editbench.cases.examples.diff import Diff
from pytest_editbench.cases.examples.example import ACCEPTED, NO_HISTORY, whole_lines
from pytest_editbench.predictions import PastEdit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_editbench.cases.examples.place import Place

_MARK = re.compile(rf"{re.escape(ACCEPTED)}?", re.IGNORECASE)

Edit = tuple[PastEdit, Diff]


def is_mark(line: str) -> bool:
    """Whether the line says that the edit after it was an accepted prediction."""
    return line.lstrip()[:2] == ACCEPTED[:2] and _MARK.fullmatch(line.strip()) is not None


def read(text: str, place: Place, *, accepted: bool = False) -> list[Edit]:
    """The edits of a text, in order, each with its diff as it was read; `CaseError` as for any diff.

    `accepted` says whether a mark stands in front of the text, which then holds for all its edits up to the
    first mark within. A mark within holds for the one edit after it.
    """
    edits: list[Edit] = []
    for part, first, marked in _parts(text):
        diff = patches.read(part, place.below(first))
        for number, edit in enumerate(_split(part, diff)):
            taken = marked and number == 0 if first else accepted
            edits.append((replace(edit[0], accepted=taken), edit[1]))
    return edits


def write(edits: Sequence[PastEdit]) -> str:
    """The history as one text."""
    return "".join(f"{ACCEPTED}\n{edit.diff}" if edit.accepted else edit.diff for edit in edits)


def _parts(text: str) -> Iterator[tuple[str, int, bool]]:
    """The texts between marks: each with the number of lines above it, and whether a mark stands there."""
    lines = whole_lines(text).split("\n")
    marks = [number for number, line in enumerate(lines) if is_mark(line)]
    for start, stop in zip([0, *(mark + 1 for mark in marks)], [*marks, len(lines) - 1], strict=True):
        part = "".join(f"{line}\n" for line in lines[start:stop])
        if part.strip() and part.strip() != NO_HISTORY:
            yield part, start, start > 0


def _split(text: str, diff: Diff) -> Iterable[Edit]:
    """One edit for each file of the diff, from its first header line on."""
    lines = text.split("\n")[:-1]
    cuts = [*(file.line - 1 for file in diff.files), len(lines)]
    for number, file in enumerate(diff.files):
        own = "".join(f"{line}\n" for line in lines[cuts[number] : cuts[number + 1]])
        mends = diff.mends if number == 0 else ()
        yield PastEdit(own), Diff((file,), diff.place, mends)

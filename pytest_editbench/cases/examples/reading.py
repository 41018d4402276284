"""What was read of an example: its value, its diffs as values, its cursor, and all that was mended."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import cursor, history, names, patches
from pytest_editbench.cases.examples.example import Example, whole_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.cases.examples.cursor import Cursor
    from pytest_editbench.cases.examples.diff import Diff
    from pytest_editbench.cases.examples.place import Mend, Place


@dataclass(frozen=True, slots=True)
class Text:
    """A text of an example, and where it stands."""

    text: str
    place: Place
    accepted: bool = False  # in the history: the edit is an accepted prediction


@dataclass(slots=True)
class Texts:
    """The diffs and the excerpt of an example as they stand in its file."""

    cursor: Text
    uncommitted: list[Text] = field(default_factory=list)
    history: list[Text] = field(default_factory=list)
    expected: list[Text] = field(default_factory=list)
    rejected: Text | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """An example, checked, with what its texts mean."""

    example: Example
    place: Place  # of the example's excerpt
    cursor: Cursor
    uncommitted: tuple[Diff, ...]
    history: tuple[Diff, ...]  # one for each edit of the example
    expected: tuple[Diff, ...]  # one for each expected patch of the example
    rejected: Diff | None
    mends: tuple[Mend, ...]  # in order of their lines

    @property
    def diffs(self) -> tuple[Diff, ...]:
        """All its diffs."""
        rejected = () if self.rejected is None else (self.rejected,)
        return (*self.uncommitted, *self.history, *self.expected, *rejected)


def assemble(rest: Example, texts: Texts, mends: tuple[Mend, ...] = ()) -> Reading:
    """The example that has these texts, and otherwise is like `rest`; `CaseError` for what cannot be read."""
    place = texts.cursor.place
    _check_path(rest.cursor_path, place)
    edits = [
        edit for each in texts.history for edit in history.read(each.text, each.place, accepted=each.accepted)
    ]
    example = replace(
        rest,
        cursor_position=whole_lines(texts.cursor.text),
        uncommitted_diff="".join(whole_lines(each.text) for each in texts.uncommitted),
        edit_history=tuple(edit for edit, _ in edits),
        expected_patches=tuple(whole_lines(each.text) for each in texts.expected),
        rejected_patch=None if texts.rejected is None else whole_lines(texts.rejected.text),
    )
    reading = Reading(
        example,
        place,
        cursor.read(example.cursor_position, place),
        tuple(patches.read(each.text, each.place) for each in texts.uncommitted),
        tuple(diff for _, diff in edits),
        tuple(patches.read(each.text, each.place) for each in texts.expected),
        None if texts.rejected is None else patches.read(texts.rejected.text, texts.rejected.place),
        mends,
    )
    return replace(reading, mends=tuple(sorted(_mends(reading), key=lambda mend: mend.line)))


def _check_path(path: str, place: Place) -> None:
    try:
        names.check(path)
    except ValueError as problem:
        raise place.error(0, f"the cursor's file: {problem}") from None


def _mends(reading: Reading) -> Iterator[Mend]:
    yield from reading.mends
    yield from reading.cursor.mends
    for diff in reading.diffs:
        yield from diff.mends

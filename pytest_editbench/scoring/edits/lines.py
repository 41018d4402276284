"""Scores that look at whole lines, as a patch shows them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.editscores import LineMatch
from pytest_editbench.scoring.edits import alignment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_DELETIONS = 3  # at the start of the first hunk
_BRACES = (("{", "}"), ("(", ")"), ("[", "]"))


@dataclass(frozen=True, slots=True)
class LineChange:
    """Lines without line feeds that were replaced; a run of - and + lines of a patch."""

    at: int  # 0-based number of the first of them in the old text
    removed: tuple[str, ...]
    added: tuple[str, ...]


def changed(old: str, new: str) -> tuple[LineChange, ...]:
    """The lines that a patch from the old text to the new one shows as changed, file by file."""
    return tuple(change for pair in alignment.parts(old, new) for change in _changed(*pair))


def _changed(old: str, new: str) -> tuple[LineChange, ...]:
    one, two = alignment.lines(old), alignment.lines(new)
    return tuple(
        LineChange(start, _bare(one[start:stop]), _bare(two[new_start:new_stop]))
        for start, stop, new_start, new_stop in alignment.runs(one, two)
    )


def exact(expected: Sequence[LineChange], actual: Sequence[LineChange]) -> LineMatch:
    """How many - and + lines the two patches of one text share, each counted as often as it stands there.

    The exact-lines metric of Zed's edit-prediction evaluation.
    """
    wanted, made = Counter(_signed(expected)), Counter(_signed(actual))
    right = (wanted & made).total()
    return LineMatch(right, made.total() - right, wanted.total() - right)


def braces_disbalance(text: str) -> int:
    """|{ − }| + |( − )| + |[ − ]| over the counts of these characters in the text.

    A metric of Zed's edit-prediction evaluation; braces in strings and comments count too.
    """
    return sum(abs(text.count(opening) - text.count(closing)) for opening, closing in _BRACES)


def isolated_whitespace(changes: Sequence[LineChange]) -> bool:
    """Whether the patch changes blank lines that stand next to no visible - or + line.

    A metric of Zed's edit-prediction evaluation: a sign that the edit touched what it had no reason to.
    """
    return any(not any(line.strip() for line in (*each.removed, *each.added)) for each in changes)


def wrong_region(changes: Sequence[LineChange]) -> bool:
    """Whether the first hunk of the patch starts with three or more deletions.

    A metric of Zed's edit-prediction evaluation: a sign that the start of the editable region was lost. A
    hunk starts with context wherever there is any, so this is about the first lines of a file. A file that
    only gets another name loses none.
    """
    if not changes or changes[0].at or len(changes[0].removed) < _DELETIONS:
        return False
    return all(each.added != changes[0].removed for each in changes)


def _bare(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(line.removesuffix("\n") for line in lines)


def _signed(changes: Sequence[LineChange]) -> Iterator[str]:
    for change in changes:
        yield from (f"-{line}" for line in change.removed)
        yield from (f"+{line}" for line in change.added)

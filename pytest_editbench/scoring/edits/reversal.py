"""How much of an edit undoes what the user has just done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.scoring.edits import alignment
from pytest_editbench.scoring.edits.alignment import TOKEN, Change
from pytest_editbench.scoring.edits.tokens import added, overlap, removed, size

if TYPE_CHECKING:
    from collections.abc import Sequence


def reversal_ratio(before: str, buffer: str, actual: str) -> float:
    """The share of the edit buffer → actual that undoes the edit history before → buffer; 0 to 1.

    (characters that the history added and the edit deletes + characters that the history deleted and the edit
    puts back at the same place) / (characters that the edit deletes + those that it adds); 0 where it does
    nothing. All in whole tokens; what is put back is the longest common subsequence with what was deleted.
    After the reversal tracking of Zed's edit-prediction evaluation.
    """
    history, edit = alignment.changes(before, buffer), alignment.changes(buffer, actual)
    deleted, inserted = removed(edit), added(edit)
    if not deleted and not inserted:
        return 0.0
    undone = overlap(added(history), deleted)
    restored = sum(_restored(each, history, before, actual) for each in edit)
    return (undone + restored) / (size(deleted) + size(inserted))


def _restored(edit: Change, history: Sequence[Change], before: str, actual: str) -> int:
    """How many characters the edit puts back of those that the history deleted at its place."""
    lost = [
        token
        for past in history
        if past.new_start <= edit.old_stop and edit.old_start <= past.new_stop
        for token in TOKEN.findall(before, past.old_start, past.old_stop)
    ]
    found = TOKEN.findall(actual, edit.new_start, edit.new_stop)
    other = [token for run in alignment.runs(lost, found) for token in found[run.new_start : run.new_stop]]
    return sum(map(len, found)) - sum(map(len, other))

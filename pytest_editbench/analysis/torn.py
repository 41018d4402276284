"""Patches that were cut off: what is left of them reads like a whole one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import hunks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.cases.examples.diff import Diff
    from pytest_editbench.cases.examples.place import Place

_GIT = "diff --git "
_NAMES = re.compile(r"^(?:--- |\+\+\+ )", re.MULTILINE)
_INDEX = re.compile(r"(?P<old>[0-9a-f]+)\.\.(?P<new>[0-9a-f]+)(?: \d+)?")
_EMPTY = ("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7")
_EDITED = re.compile(r"^similarity index (?!100%)", re.MULTILINE)
_PAIRS = (("rename from", "rename to"), ("copy from", "copy to"), ("old mode", "new mode"))


def check(diff: Diff, text: str, facts: Mapping[str, str], place: Place) -> None:
    """`CaseError` with the line where a section of a patch ends before its time.

    `facts` are what the header of git says, by its own words; empty where there is none.
    """
    for mend in diff.mends:
        if mend.what.startswith(hunks.COUNTS):
            message = f"{hunks.COUNTS} do not fit its lines: the patch is cut off, or was edited by hand"
            raise place.error(mend.line - place.line + 1, message)
    last = text.count("\n") + (not text.endswith("\n"))
    for file in diff.files:
        if not file.hunks and _lacks_hunks(text, facts):
            raise place.error(last, "the patch is cut off: no hunk follows the head of this file")
    check_end(text, place)


def check_end(text: str, place: Place) -> None:
    """`CaseError` where the text ends within the line that would begin the next file."""
    end = text.rpartition("\n")[2]
    if end and _GIT.startswith(end) and not end.isspace():
        raise place.error(1 + text.count("\n"), f"the patch is cut off: it ends with {end!r}")


def _lacks_hunks(text: str, facts: Mapping[str, str]) -> bool:
    """Whether lines must have changed, or the head itself is not whole."""
    if not facts or _NAMES.search(text) or set(facts) == {_GIT}:
        return True
    if any((one in facts) != (two in facts) for one, two in _PAIRS):
        return True
    if "index" not in facts:
        return bool(_EDITED.search(text))
    index = _INDEX.fullmatch(facts["index"])
    if index is None:
        return True
    if index["old"] == index["new"]:
        return False
    sides = [side for side in index.groups() if side.strip("0")]
    return len(sides) > 1 or not any(empty.startswith(side[:7]) for empty in _EMPTY for side in sides)

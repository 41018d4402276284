"""The edits that cases ask for: each file that differs between input and first answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.cases import discovery, whole
from pytest_editbench.compare import content
from pytest_editbench.errors import CaseError, UnavailableError
from pytest_editbench.generate import hunks
from pytest_editbench.model import File
from pytest_editbench.repositories.finding import Repositories
from pytest_editbench.shapes.tally import Tally

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_editbench.model import Entry, Tree


def read(path: Path, name: str) -> Tally:
    """The tally of a suite; `UsageError` where there is none."""
    tally = Tally(name, "a file that a case asks to change", "cases")
    for case in discovery.discover([path]):
        try:
            contents = whole.read(case, Repositories())
        except (CaseError, UnavailableError):
            tally.left_out["a case that cannot be read"] += 1
            continue
        if contents.answers:
            _add(contents.input, next(iter(contents.answers.values())), tally)
        else:
            tally.left_out["a case that asks for text"] += 1
    return tally


def _add(before: Tree, after: Tree, tally: Tally) -> None:
    changed = [path for path in sorted({*before, *after}) if before.get(path) != after.get(path)]
    tally.changed(len(changed))
    for path in changed:
        old, new = _data(before.get(path)), _data(after.get(path))
        if old is None or new is None:
            tally.left_out["a new or a deleted file, or a link"] += 1
        elif not (content.is_diffable(old) and content.is_diffable(new)):
            tally.left_out["no text, or too long"] += 1
        else:
            tally.add(hunks.shape(old, new))


def _data(entry: Entry | None) -> bytes | None:
    return entry.data if isinstance(entry, File) else None

"""Lists of recently opened or viewed files: a line `path`, or `path<TAB>offset`, for each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.predictions import RecentFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.cases.examples.place import Place

_LINE = re.compile(r"(?P<path>[^\t]*[^\t\s][^\t]*)(?:\t(?P<offset>[0-9]{1,15}))?")


def read(text: str, place: Place) -> tuple[RecentFile, ...]:
    """The files in order; `CaseError` names a line that has no such form."""
    lines = enumerate(text.split("\n"), 1)
    return tuple(_file(line, place, number) for number, line in lines if line.strip())


def write(files: Sequence[RecentFile]) -> str:
    """The list as text."""
    return "".join(
        f"{file.path}\n" if file.offset is None else f"{file.path}\t{file.offset}\n" for file in files
    )


def _file(line: str, place: Place, number: int) -> RecentFile:
    found = _LINE.fullmatch(line.removesuffix("\r"))
    if found is None:
        raise place.error(number, "is no recent file; write its path, or path, tab and offset in bytes")
    return RecentFile(found["path"], None if found["offset"] is None else int(found["offset"]))

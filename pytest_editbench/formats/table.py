"""All edit formats; choices, help, docs and tests read this table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.formats.apply_patch import ApplyPatch
from pytest_editbench.formats.hashed_lines import HashedLines
from pytest_editbench.formats.json_edits import JsonEdits
from pytest_editbench.formats.line_range import LineRange
from pytest_editbench.formats.search_replace import SearchReplace
from pytest_editbench.formats.unified_diff import UnifiedDiff
from pytest_editbench.formats.whole_file import WholeFile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.formats.protocol import EditFormat

_ALL: tuple[EditFormat, ...] = (
    WholeFile(),
    SearchReplace(),
    UnifiedDiff(),
    ApplyPatch(),
    LineRange(),
    HashedLines(),
    JsonEdits(),
)
FORMATS: Mapping[str, EditFormat] = {each.name: each for each in _ALL}

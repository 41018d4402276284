"""What a process is told by its environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MARKER = "EDITBENCH_MARKER"
_USAGE_FILE = "EDITBENCH_USAGE_FILE"

_HIDDEN = ("PYTEST_", "GIT_", "COV_CORE_", "COVERAGE_", "EDITBENCH_")


def clean_environment(base: Mapping[str, str]) -> dict[str, str]:
    """The environment without what would tell an agent where it is, or what is measured."""
    return {
        name: value
        for name, value in base.items()
        if name not in ("PWD", "OLDPWD") and not name.startswith(_HIDDEN)
    }


def environment(base: Mapping[str, str], usage_file: Path, marker: str) -> dict[str, str]:
    """The environment an agent's processes get: clean, with its usage file and its private marker."""
    return {**clean_environment(base), _USAGE_FILE: str(usage_file), MARKER: marker}

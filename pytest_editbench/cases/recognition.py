"""What a case and an archive look like; light, since it is asked about all that any session walks."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PROMPT = "prompt.md"
METADATA = "metadata.json"
INPUT = "input"
EXPECTED = "expected"
SUFFIXES = (".tar.gz", ".tgz", ".tar", ".zip")

_is_file = os.path.isfile
_is_folder = os.path.isdir


def is_case(folder: Path | str) -> bool:
    """Whether the folder is a case, sound or broken, in two or three looks at its members."""
    if _is_file(f"{folder}/{PROMPT}"):
        return _is_folder(f"{folder}/{INPUT}") or _is_folder(f"{folder}/{EXPECTED}")
    members = f"{folder}/{METADATA}", f"{folder}/{INPUT}", f"{folder}/{EXPECTED}"
    return _is_file(members[0]) and _is_folder(members[1]) and _is_folder(members[2])


def is_archive(path: Path | str) -> bool:
    """Whether the name is that of an archive."""
    return str(path).lower().endswith(SUFFIXES)

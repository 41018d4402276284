"""A new case to start from."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from pytest_editbench.cases.kinds import EXPECTED, INPUT, METADATA, PROMPT
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

_SANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")

_BEFORE = "    if total > FREE_SHIPPING_FROM:\n"
_AFTER = "    if total >= FREE_SHIPPING_FROM:\n"
_FILE = '''"""What a parcel costs to send."""

FREE_SHIPPING_FROM = 50


def shipping(total: float) -> float:
{condition}        return 0.0
    return 4.9
'''
_PROMPT = f"""# Fix a bug in shipping.py

An order of exactly 50 must be sent free of charge: the comparison has to include the limit.

Around line 7, replace this block:

```python
{_BEFORE}```

With this:

```python
{_AFTER}```

Make exactly this change; do not modify anything else.
"""
_METADATA = {
    "mutation_type": "swap-comparison",
    "mutation_category": "operator",
    "difficulty": "easy",
    "file_path": "shipping.py",
    "line_number": 7,
    "original_snippet": _AFTER.rstrip(),
    "mutated_snippet": _BEFORE.rstrip(),
}


def create(folder: Path) -> None:
    """Write a small, sound case to the new `folder`, whose name is the id.

    `UsageError` when the folder exists, cannot be made, or its name is no plain word.
    """
    if not _SANE.fullmatch(folder.name):
        raise UsageError(
            f"{folder.name!r} cannot be a case id: use up to 100 letters, digits, '.', '_' and '-', "
            "starting with a letter or digit"
        )
    if folder.exists() or folder.is_symlink():
        raise UsageError(f"{folder}: exists already; choose another id or remove it")
    try:
        _write(folder)
    except OSError as problem:
        raise UsageError(f"{folder}: cannot be made: {problem.strerror} ({problem.filename})") from problem


def _write(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir()
    members = {
        PROMPT: _PROMPT,
        METADATA: json.dumps(_METADATA, indent=2) + "\n",
        f"{INPUT}/shipping.py": _FILE.format(condition=_BEFORE),
        f"{EXPECTED}/shipping.py": _FILE.format(condition=_AFTER),
    }
    for name, text in members.items():
        place = folder / name
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(text.encode())

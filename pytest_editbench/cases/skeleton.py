"""A new case to start from."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from pytest_editbench.cases.kinds import ANSWER, CHANGE, COMMIT, EDIT, EXPECTED, INPUT, METADATA, PROMPT
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
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
_BLANK = " \n"
_CHANGE = f"""\
diff --git a/shipping.py b/shipping.py
--- a/shipping.py
+++ b/shipping.py
@@ -4,6 +4,6 @@
{_BLANK}{_BLANK} def shipping(total: float) -> float:
-{_BEFORE}+{_AFTER}         return 0.0
     return 4.9
"""
_OF_COMMIT = {
    "kind": COMMIT,
    "mutation_category": COMMIT,
    "difficulty": "easy",
    "commit": {"types": ["fix"], "scopes": ["shipping", None]},
}
_ANSWER = {
    "type": "fix",
    "scope": "shipping",
    "summary": "sent orders of exactly 50 free of charge",
    "details": ["The comparison left out the limit itself."],
    "issues": ["#12"],
}


def create(folder: Path, kind: str = EDIT) -> None:
    """Write a small, sound case of this kind to the new `folder`, whose name is the id.

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
        _write(folder, SKELETONS[kind]())
    except OSError as problem:
        raise UsageError(f"{folder}: cannot be made: {problem.strerror} ({problem.filename})") from problem


def _edit() -> Mapping[str, str]:
    return {
        PROMPT: _PROMPT,
        METADATA: json.dumps(_METADATA, indent=2) + "\n",
        f"{INPUT}/shipping.py": _FILE.format(condition=_BEFORE),
        f"{EXPECTED}/shipping.py": _FILE.format(condition=_AFTER),
    }


def _commit() -> Mapping[str, str]:
    from pytest_editbench.cases.commits import prompt
    from pytest_editbench.commits.subject import Demands

    note = "An order of exactly 50 was charged for shipping, reported as #12."
    return {
        PROMPT: prompt.render(_CHANGE, Demands(), note),
        METADATA: json.dumps(_OF_COMMIT, indent=2) + "\n",
        f"{INPUT}/shipping.py": _FILE.format(condition=_BEFORE),
        CHANGE: _CHANGE,
        ANSWER: json.dumps(_ANSWER, indent=2) + "\n",
    }


SKELETONS: Mapping[str, Callable[[], Mapping[str, str]]] = {EDIT: _edit, COMMIT: _commit}
"""The members of a new case, by its kind."""


def _write(folder: Path, members: Mapping[str, str]) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir()
    for name, text in members.items():
        place = folder / name
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(text.encode())

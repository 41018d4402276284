"""Faults of cases, printed."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.cases.faults import Fault


def faults(found: Sequence[Fault], cases: int, *, as_json: bool) -> int:
    """Print a line for each fault and the counts, or one JSON object; the exit code."""
    errors = sum(fault.severity == "error" for fault in found)
    if as_json:
        print(json.dumps({"cases": cases, "faults": [asdict(fault) for fault in found]}))
    else:
        for fault in found:
            print(fault)
        counts = {"case": cases, "error": errors, "warning": len(found) - errors}
        print(", ".join(f"{count} {noun}{'' if count == 1 else 's'}" for noun, count in counts.items()))
    return 1 if errors else 0

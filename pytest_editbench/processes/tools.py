"""Running a tool of the user's, such as git or a formatter, in the user's environment."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from uuid import uuid4

from pytest_editbench.processes.environment import MARKER, clean_environment
from pytest_editbench.processes.running import Completed, run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


def run_tool(
    argv: Sequence[str],
    *,
    cwd: Path,
    output: Path,
    timeout: float,
    limit: int,
    stdin: bytes = b"",
    more: Mapping[str, str] | None = None,
) -> Completed:
    """One run of a tool in the user's environment and `more`, as `run` has it; it leaves nothing behind."""
    marker = f"tool-{uuid4().hex}"
    return run(
        argv,
        cwd=cwd,
        environ={**clean_environment(os.environ), **(more or {}), MARKER: marker},
        stdin=stdin,
        timeout=timeout,
        output=output,
        limit=limit,
        marker=marker,
    )

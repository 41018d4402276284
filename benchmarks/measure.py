"""Timing whole pytest processes in turn, so that the machine's drift falls on both sides alike."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ENVIRON = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@contextmanager
def folder() -> Iterator[Path]:
    """A scratch folder that is removed afterwards."""
    path = Path(tempfile.mkdtemp(prefix="editbench-benchmark-"))
    try:
        yield path
    finally:
        shutil.rmtree(path)


def pytest(*arguments: str, cwd: Path) -> float:
    """Seconds of one pytest process; byte code is kept, as users keep it."""
    argv = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *arguments]
    start = time.perf_counter()
    done = subprocess.run(argv, cwd=cwd, capture_output=True, env=ENVIRON, check=False)
    seconds = time.perf_counter() - start
    if done.returncode not in (0, 1, 5):
        sys.exit(done.stdout.decode() + done.stderr.decode())
    return seconds


def in_turn(
    one: Sequence[str], two: Sequence[str], runs: int, *, cwds: tuple[Path, Path]
) -> tuple[float, float]:
    """Median seconds of two pytest command lines, run in turn after one warm-up each."""
    pairs = [(pytest(*one, cwd=cwds[0]), pytest(*two, cwd=cwds[1])) for _ in range(runs + 1)][1:]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def write_case(place: Path, number: int) -> None:
    """A small case whose input differs from its answer in one line."""
    lines = [f"export const step{n} = (value: number) => value + {n};" for n in range(40)]
    for name, text in (("input", lines), ("expected", [*lines[:20], "// changed", *lines[20:]])):
        (place / name).mkdir(parents=True)
        (place / name / "steps.ts").write_text("\n".join(text) + "\n")
    (place / "prompt.md").write_text(f"Insert the line `// changed` after line 20. Case {number}.\n")
    (place / "metadata.json").write_text(
        '{"mutation_type": "insert", "mutation_category": "literal", "difficulty": "easy", "line_number": 20}'
    )

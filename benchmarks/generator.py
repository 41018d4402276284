"""A standard suite, and a large one, from public packages: seconds with one worker and with two, memory.

The packages come from the package index by `npm pack`; what is fetched stays in the user's cache.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import measure

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = (
    "npm:rxjs@7.8.1",
    "npm:zod@4.1.5",
    "npm:immer@10.1.1",
    "npm:effect@3.10.0",
    "npm:@reduxjs/toolkit@2.3.0",
    "npm:@tanstack/query-core@5.59.16",
)


def generate(target: Path, *options: str) -> float:
    """Seconds of one `editbench generate`."""
    argv = [sys.executable, "-m", "pytest_editbench", "generate", *SOURCES, "-o", str(target), *options]
    start = time.perf_counter()
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return seconds


def told(target: Path, seconds: float, what: str) -> None:
    manifest = json.loads((target / "suite.json").read_bytes())
    plan, files = manifest["plan"], sum(source["files"] for source in manifest["sources"])
    print(
        f"{what}: {seconds:.1f} s, {plan['got']} of {plan['asked']} cases from {files} files, "
        f"{plan['fell_back']} at another difficulty; digest {manifest['digest'][:12]}"
    )


def main(large: int) -> None:
    with measure.folder() as place:
        generate(place / "warm-up", "--count", "1")  # fetches the packages
        for jobs in ("1", "2"):
            told(place / jobs, generate(place / jobs, "--jobs", jobs), f"standard plan, {jobs} worker(s)")
        for count in (large // 10, large):
            target = place / f"large-{count}"
            seconds = generate(target, "--jobs", "2", "--count", str(count))
            told(target, seconds, f"{count:,} cases, 2 workers")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"largest process: {peak / (1024 * 1024 if sys.platform == 'darwin' else 1024):.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)

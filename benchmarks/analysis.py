"""Asking about 500 changed files, with a callable that takes 100 ms and 16 at once.

`analysis.py [FILES]`; exit code 1 when 500 of them take 6 s or more.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest_editbench.agents import lookup
from pytest_editbench.analysis import crowd, patches
from pytest_editbench.analysis.asking import Settings
from pytest_editbench.analysis.change import change

JOBS, SLEEP = 16, 0.1
MOST = 6.0  # seconds
SAID = json.dumps({"summary": "It counts.", "highlights": ["one line", "one file"], "risks": []})


def sleeping(task: object, workspace: object) -> str:  # noqa: ARG001  # the shape of an agent
    time.sleep(SLEEP)
    return SAID


def patch(files: int) -> str:
    """One changed line in each of so many files."""
    return "".join(
        f"diff --git a/src/f{n}.py b/src/f{n}.py\n"
        f"--- a/src/f{n}.py\n+++ b/src/f{n}.py\n@@ -1,1 +1,1 @@\n-x = 1\n+x = {n}\n"
        for n in range(files)
    )


def main(files: int) -> int:
    start = time.perf_counter()
    with TemporaryDirectory() as folder:
        agent = lookup.named(sleeping)
        settings = Settings(agent, Path(folder), f"editbench-benchmark-{os.getpid()}-", jobs=JOBS)
        (found,) = crowd.run([change("many", patches.read(patch(files), "many"))], settings)
    seconds = time.perf_counter() - start
    fine = sum(each.outcome == "analysed" for each in found.files)
    least = files / JOBS * SLEEP
    print(f"{fine} of {files} files, {JOBS} at once: {seconds:.1f} s, of which {least:.1f} s asleep")
    return int(fine < files or (files == 500 and seconds >= MOST))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500))

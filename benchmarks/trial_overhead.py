"""A trial of `noop`, and of the command `true`, against a bare test that copies a folder and runs `true`."""

from __future__ import annotations

import sys

import measure

RUNS = 5
BARE = """
import pathlib, shutil, subprocess, pytest

INPUTS = sorted(pathlib.Path({cases!r}).glob("*/input"))

@pytest.mark.parametrize("source", INPUTS, ids=lambda path: path.parent.name)
def test_copy_and_run(source, tmp_path):
    shutil.copytree(source, tmp_path / "work")
    subprocess.run(["true"], cwd=tmp_path / "work", check=True)
"""


def main(count: int) -> None:
    with measure.folder() as place:
        for number in range(count):
            measure.write_case(place / "cases" / f"literal-insert-{number:05}", number)
        (place / "test_bare.py").write_text(BARE.format(cases=str(place / "cases")))
        bare = ["-p", "no:editbench", "--tb=no", "test_bare.py"]
        for agent in ("noop", "true"):
            seconds = measure.in_turn(
                bare,
                ["--tb=no", "-rN", "cases", f"--editbench-agent={agent}"],
                RUNS,
                cwds=(place, place),
            )
            per = [1000 * each / count for each in seconds]
            print(
                f"bare {per[0]:.2f} ms a test, {agent} {per[1]:.2f} ms a trial, ratio {per[1] / per[0]:.2f}"
            )
    print(f"whole pytest processes of {count} items, medians of {RUNS} (goal for noop: at most 1.5)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)

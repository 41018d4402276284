"""2,000 trials under two xdist workers, with a record: seconds and peak memory."""

from __future__ import annotations

import resource
import sys

import measure


def main(count: int) -> None:
    with measure.folder() as place:
        for number in range(count):
            measure.write_case(place / "cases" / f"literal-insert-{number:05}", number)
        seconds = measure.pytest(
            "-n2",
            "--tb=no",
            "-rN",
            "cases",
            "--editbench-agent=noop",
            "--editbench-record=run.jsonl",
            cwd=place,
        )
        size = (place / "run.jsonl").stat().st_size
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    peak_mb = peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
    print(f"{count} trials under -n2: {seconds:.1f} s, {1000 * seconds / count:.1f} ms a trial")
    print(f"peak memory of the largest process {peak_mb:.0f} MB, record {size / 1024 / count:.1f} kB a trial")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)

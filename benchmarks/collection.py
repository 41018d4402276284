"""Collecting 10,000 cases, against pytest collecting 10,000 one-test files in the same tree shape."""

from __future__ import annotations

import sys

import measure

RUNS = 3


def main(count: int) -> None:
    with measure.folder() as place:
        for number in range(count):
            group = place / "cases" / f"group-{number // 100:03}" / f"literal-insert-{number:05}"
            measure.write_case(group, number)
            tests = place / "tests" / f"group_{number // 100:03}" / f"case_{number:05}"
            tests.mkdir(parents=True)
            (tests / f"test_case_{number:05}.py").write_text("def test_one():\n    pass\n")
        files, cases = measure.in_turn(
            ["--collect-only", "-p", "no:editbench", "tests"],
            ["--collect-only", "cases"],
            RUNS,
            cwds=(place, place),
        )
    print(f"{count} one-test files {files:.2f} s, {count} cases {cases:.2f} s (medians of {RUNS})")
    print(f"ratio {cases / files:.2f} (goal: at most 0.6)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)

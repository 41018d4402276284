"""`editbench compare` and `editbench items` on records of 100,000 trials: seconds and peak memory.

`large_records.py [CASES [TRIALS]]`; exit code 1 above 20 s or 1 GB.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from random import Random
from typing import TYPE_CHECKING

import measure

from pytest_editbench import records
from pytest_editbench.model import (
    AgentResult,
    Attempt,
    Collateral,
    Comparison,
    Diagnosis,
    MatchLevel,
    Metadata,
    Outcome,
    Outside,
    Trial,
    Usage,
)

if TYPE_CHECKING:
    from pathlib import Path

MOST_SECONDS, MOST_MB = 20, 1_000
CATEGORIES = ("access", "literal", "operator", "structural")


def write(path: Path, seed: int, cases: int, trials: int, skill: float) -> None:
    """A record with prompts, diffs and output as long as they are in practice."""
    random, chances = Random(seed), Random(0)
    with path.open("w") as stream:
        agents = [{"label": "mycli", "command": None}]
        lines = [
            {"kind": "header", "schema": records.SCHEMA, "agents": agents, "options": {"match": "format"}}
        ]
        stream.writelines(f"{records.dumps(line)}\n" for line in lines)
        for case in range(cases):
            chance = chances.betavariate(2, 0.7) * skill
            for number in range(1, trials + 1):
                found = trial(case, number, random, passed=random.random() < chance)
                stream.write(f"{records.dumps(records.to_data(found))}\n")
        stream.write('{"kind": "closing", "interrupted": false}\n')


def trial(case: int, number: int, random: Random, *, passed: bool) -> Trial:
    outcome = Outcome.PASSED if passed else Outcome.MISMATCH
    comparison = Comparison(
        "expected",
        MatchLevel.EXACT if passed else MatchLevel.NONE,
        (),
        indent_score=0.0 if passed else random.random(),
        collateral=Collateral(2, outside={} if passed else {Outside.CODE: random.randint(0, 9)}),
        diagnosis=None if passed else random.choice(list(Diagnosis)),
    )
    usage = Usage(input_tokens=random.randint(1_000, 9_000), output_tokens=500, cost=random.random() / 10)
    result = AgentResult(exit_code=0, answered=True, output_tail="done " * 60, usage=usage)
    return Trial(
        case=f"{CATEGORIES[case % 4]}-swap-{case:06}",
        agent="mycli",
        number=number,
        outcome=outcome,
        case_digest=f"{case:064}",
        metadata=Metadata("swap", CATEGORIES[case % 4], ("easy", "hard")[case % 2]),
        prompt="Replace this block. " * 75,
        diff="" if passed else "-old line\n+new line\n" * 25,
        attempts=(Attempt(1, outcome, random.expovariate(0.05), result, comparison),),
        judged_by={"comparator": "1"},
    )


def run(*arguments: str, cwd: Path) -> tuple[float, float, float]:
    """Seconds by the clock and of CPU, and peak memory in MB, the largest so far, of one command."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "pytest_editbench", *arguments],
        cwd=cwd,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    seconds = time.perf_counter() - start
    if done.returncode == 2:
        sys.exit(2)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    peak = used.ru_maxrss
    return seconds, cpu, peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def main(cases: int, trials: int) -> int:
    code = 0
    with measure.folder() as place:
        write(place / "base.jsonl", 1, cases, trials, 1.0)
        write(place / "new.jsonl", 2, cases, trials, 0.99)
        size = (place / "base.jsonl").stat().st_size / 1e6
        print(f"two records of {cases * trials:,} trials, {size:.0f} MB each")
        for command in ("compare", "items"):
            seconds, cpu, peak = run(command, "base.jsonl", "new.jsonl", cwd=place)
            print(f"{command}: {seconds:.1f} s, {cpu:.1f} s of CPU, at most {peak:.0f} MB")
            code = code or int(seconds > MOST_SECONDS or peak > MOST_MB)
    return code


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    sys.exit(main(*(numbers + [100_000, 1][len(numbers) :])))

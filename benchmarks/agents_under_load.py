"""200 trials of a fast scripted agent under eight xdist workers: no cross-talk, and what a trial costs.

Each case holds a number. The agent writes it where trials could be mixed up: into its file, its usage and
what it prints. It looks there for what is of others first.
"""

from __future__ import annotations

import json
import resource
import shlex
import statistics
import sys
from collections import Counter
from typing import TYPE_CHECKING

import measure

if TYPE_CHECKING:
    from pathlib import Path

WORKERS = 8
AGENT = """\
import json, os, pathlib, re, sys

number = re.search(r"case (\\d+)", sys.stdin.read())[1]
here = pathlib.Path("number.txt")
strangers = [path.name for path in pathlib.Path().iterdir() if path != here]
strangers += [here.read_text()] if here.read_text() != f"{number} is to be doubled\\n" else []
usage = pathlib.Path(os.environ["EDITBENCH_USAGE_FILE"])
strangers += [usage.read_text()] if usage.exists() and usage.stat().st_size else []
here.write_text(f"{number}{number}\\n")
usage.write_text(json.dumps({"input_tokens": int(number), "model": f"model-{number}"}))
print(f"this is {number}; strangers: {strangers}")
print(f"error of {number}", file=sys.stderr)
"""


def main(count: int) -> None:
    with measure.folder() as place:
        for number in range(count):
            _write_case(place / "cases" / f"case-{number:05}", number)
        script = place / "agent.py"
        script.write_text(AGENT)
        for workers in (0, WORKERS):
            seconds = _run(place, f"run-{workers}", script, workers)
            wrong = Counter(_mixed(place / f"run-{workers}", count))
            how = f"under -n{workers}" if workers else "in one process"
            each, own = 1000 * seconds / count, _own(place / f"run-{workers}")
            print(f"{count} trials {how}: {seconds:.1f} s, {each:.1f} ms a trial")
            if not workers:
                print(f"  {each - own:.1f} ms of them beside the agent, pytest's start and end included")
            print(f"  mixed up: {dict(wrong) or 'none'}")
            if wrong:
                sys.exit(1)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(
        f"peak memory of the largest process {peak / (1024**2 if sys.platform == 'darwin' else 1024):.0f} MB"
    )


def _run(place: Path, name: str, script: Path, workers: int) -> float:
    agent = shlex.join([sys.executable, "-S", str(script)])
    asked = [f"--editbench-agent=fast={agent}", f"--editbench-record={name}/run.jsonl"]
    (place / name).mkdir()
    return measure.pytest(
        f"-n{workers}", "--tb=no", "-rN", "cases", *asked, f"--editbench-artifacts={name}/kept", cwd=place
    )


def _write_case(place: Path, number: int) -> None:
    for name, text in (("input", f"{number} is to be doubled\n"), ("expected", f"{number}{number}\n")):
        (place / name).mkdir(parents=True)
        (place / name / "number.txt").write_text(text)
    (place / "prompt.md").write_text(f"Write the number twice. This is case {number}.\n")


def _trials(run: Path) -> list[dict]:
    lines = map(json.loads, (run / "run.jsonl").read_text().splitlines())
    return [line for line in lines if line["kind"] == "trial"]


def _mixed(run: Path, count: int) -> list[str]:
    """What belongs to another trial, by where it was found."""
    trials = _trials(run)
    wrong = [] if len({trial["case"] for trial in trials}) == count == len(trials) else ["trials"]
    for trial in trials:
        number = int(trial["case"].removeprefix("case-"))
        (attempt,) = trial["attempts"]
        usage = attempt["result"]["usage"]
        wrong += ["workspace"] * (trial["outcome"] != "passed")
        wrong += ["usage"] * ((usage["input_tokens"], usage["model"]) != (number, f"model-{number}"))
        wrong += ["output"] * (f"this is {number}; strangers: []" not in attempt["result"]["output_tail"])
    said = {path.read_text() for path in (run / "kept").rglob("stdout")}
    wrong += ["artifacts"] * (said != {f"this is {number}; strangers: []\n" for number in range(count)})
    return wrong


def _own(run: Path) -> float:
    """Milliseconds that the agent took, in the mean."""
    return 1000 * statistics.fmean(trial["attempts"][0]["duration"] for trial in _trials(run))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)

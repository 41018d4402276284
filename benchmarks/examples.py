"""Reading, collecting and running edit-prediction examples, and scoring edits of 2,000-line files."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

import measure

from pytest_editbench.cases.examples import data, loading
from pytest_editbench.scoring.edits.chrf import delta_chrf
from pytest_editbench.scoring.edits.scores import Result, score

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytest_editbench.cases.examples.reading import Reading

ROUNDS = 5
RUNS = 100
HUNK = """--- a/shapes/src/area_{n}.py
+++ b/shapes/src/area_{n}.py
@@ -{n},9 +{n},7 @@
 class Shape{n}:

     def area(self):
-        return self.w * self.h
+        return self.width * self.height

     def name(self):
         return "shape {n}"
"""
EXCERPT = "".join(f"    def method_{n}(self):\n        return {n}\n" for n in range(10))


def page(number: int) -> str:
    """An example of 100 lines, with what real ones have: a history, off counts, two answers."""
    diff = HUNK.format(n=number)
    fence = f"```diff\n{diff}```\n"
    marked = EXCERPT.replace("return 4\n", "return 4\n#              ^[CURSOR_POSITION]\n")
    parts = [
        f'+++\nrepository_url = "git@host:one/shapes"\nrevision = "{number:040x}"\ntags = ["python"]\n+++\n',
        f"# shapes--rename-{number}\n",
        "## Reasoning\n\nThe fields were renamed.\nThe rest follows.\n",
        f"## Edit History\n\n{fence}\n// User accepted prediction:\n\n{fence}",
        f"## Cursor Position\n\n```shapes/src/area_{number}.py\n{marked}```\n",
        f"## Expected Patch\n\n{fence}\n{fence}",
    ]
    text = "\n".join(parts)
    return text + "\nA closing line.\n" * ((100 - text.count("\n")) // 2)


def reading(count: int) -> None:
    pages = [page(number) for number in range(count)]
    start = time.perf_counter()
    examples = [found.example for text in pages for found in loading.read(text.encode(), "x.md")]
    markdown = time.perf_counter() - start
    lines = data.write_lines(examples)
    start = time.perf_counter()
    again = [found.example for found in data.read_lines(lines, "x.jsonl", "x")]
    print(
        f"{count:,} examples of {pages[0].count(chr(10))} lines: Markdown {markdown:.1f} s (goal: under 20 s)"
    )
    print(f"the same as JSON lines: {time.perf_counter() - start:.1f} s; equal: {examples == again}")


def sessions(count: int) -> None:
    """What an example costs in a pytest session: to collect, and to run over a repository of 300 files."""
    with measure.folder() as place:
        lines = data.write_lines(found.example for n in range(count) for found in data_of(page(n)))
        (place / "all.jsonl").write_text(lines)
        seconds = measure.pytest("--collect-only", "all.jsonl", cwd=place)
        print(f"collecting {count:,} examples: {seconds:.1f} s")
        revision = repository(place / "clone")
        excerpt = {"cursor_path": "f0.py", "cursor_position": "x0 <|user_cursor|>= 0\n"}
        patch = "--- a/f0.py\n+++ b/f0.py\n@@ -1 +1 @@\n-x0 = 0\n+x0 = 1\n"
        told = {"repository_url": "./clone", "revision": revision, "expected_patches": [patch]}
        record = json.dumps({**excerpt, **told})
        (place / "run.jsonl").write_text(f"{record}\n" * RUNS)
        seconds = measure.pytest("run.jsonl", "--editbench-agent=noop", cwd=place)
        print(f"running {RUNS} examples over 300 files: {1000 * seconds / RUNS:.0f} ms each")


def data_of(text: str) -> list[Reading]:
    """The examples of a page."""
    return list(loading.read(text.encode(), "x.md"))


def repository(place: Path) -> str:
    """Make a repository of 300 files; its commit."""
    place.mkdir()
    for number in range(300):
        (place / f"f{number}.py").write_text(f"x{number} = {number}\n" * 50 if number else "x0 = 0\n")
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false")
    for words in (("init", "--quiet"), ("add", "."), (*who, "commit", "--quiet", "--message=all")):
        subprocess.run(["git", *words], cwd=place, check=True)
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=place, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def best(action: Callable[[], object]) -> float:
    """The best of some rounds, in milliseconds."""
    taken = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        action()
        taken.append(time.perf_counter() - start)
    return min(taken) * 1000


def scoring() -> None:
    one = "".join(f"    value_{n} = compute({n * n}, 'name {n % 97}')\n" for n in range(2000))
    two = "".join(f"  item {n}: {n * 31} of {n % 89} -> {n ^ 1234}\n" for n in range(2000))
    wanted, made = (one.replace("compute(1000000,", f"compute({number},") for number in (1, 2))
    near, far = best(partial(delta_chrf, one, wanted, made)), best(partial(delta_chrf, one, wanted, two))
    print(f"delta-chrF, one changed line of 2,000: {near:.2f} ms (goal: under 5 ms)")
    print(f"delta-chrF, two unrelated files of 2,000 lines: {far:.0f} ms (goal: under 500 ms)")
    for name, text in (("one changed line", made), ("unrelated", two)):
        taken = best(partial(score, one, Result(wanted), Result(text), before=one))
        print(f"all scores, {name}: {taken:.0f} ms")


if __name__ == "__main__":
    reading(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
    scoring()
    sessions(2000)

"""Reading 10,000 edit-prediction examples of 100 lines, and scoring edits of 2,000-line files."""

from __future__ import annotations

import sys
import time
from functools import partial
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import data, loading
from pytest_editbench.scoring.edits.chrf import delta_chrf
from pytest_editbench.scoring.edits.scores import Result, score

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5
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

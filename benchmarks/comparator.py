"""The comparator against warm Prettier, and on hard inputs: time and peak memory, each in its own process."""

from __future__ import annotations

import json
import resource
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import measure

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "cases" / "operator-swap-arithmetic-001" / "expected" / "invoice.ts"
PATH = PurePosixPath("sample.ts")
WORKER = """
import * as prettier from 'prettier';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const [a, b] = JSON.parse(line);
  const options = { parser: 'typescript', printWidth: 100, singleQuote: true, trailingComma: 'all' };
  const same = (await prettier.format(a, options)) === (await prettier.format(b, options));
  process.stdout.write(JSON.stringify(same) + '\\n');
}
"""
Pair = tuple[bytes, bytes]


def one_token() -> Pair:
    text = SAMPLE.read_bytes()
    at = text.index(b"return ", len(text) // 2)
    return text, text[:at] + b"return !" + text[at + 7 :]


def one_space() -> Pair:
    text = SAMPLE.read_bytes()
    at = text.index(b" = ", len(text) // 2)
    return text, text[:at] + b"  = " + text[at + 3 :]


def reformatted() -> Pair:
    text = SAMPLE.read_bytes()
    lines = (line.replace(b"  ", b"\t").removesuffix(b";") for line in text.split(b"\n"))
    return text, b"\n".join(lines)


def megabyte() -> Pair:
    text = b"".join(
        b"export function f%d(a: number) {\n  return a + %d;\n}\n" % (n, n) for n in range(20_000)
    )
    return text, text.replace(b"  return", b"\treturn")


def equal_lines() -> Pair:
    text = b"step();\n" * 10_000
    return text, text + b"step();\n"


def minified() -> Pair:
    text = b"".join(b"function f%d(a){return a?b(a,%d):c[%d]};" % (n, n, n) for n in range(50_000))
    return text, text.replace(b"return a?", b"return a ?", 1)


def unrelated() -> Pair:
    return tuple(  # type: ignore[return-value]  # two of them
        b"".join(b"const %s%d = %d;\n" % (name, n, n * n) for n in range(60_000)) for name in (b"a", b"b")
    )


def nested() -> Pair:
    text = b"x = " + b"[" * 5_000 + b"]" * 5_000 + b";\n"
    return text, text.replace(b"[]", b"[ ]")


SCENES: dict[str, Callable[[], Pair]] = {
    scene.__name__: scene
    for scene in (
        one_token,
        one_space,
        reformatted,
        megabyte,
        equal_lines,
        minified,
        unrelated,
        nested,
    )
}


def run(name: str) -> None:
    """One scene in this process: level, milliseconds cold and prepared (accepted side parsed), memory."""
    from pytest_editbench import languages
    from pytest_editbench.compare import files
    from pytest_editbench.model import File

    accepted, actual = (File(data) for data in SCENES[name]())
    files.compare(PATH, File(b"a"), File(b"b"))  # loads what is loaded once
    times: dict[str, list[float]] = {"cold": [], "prepared": []}
    small = len(accepted.data) < 100_000
    for _ in range(30 if small else 1):
        for kind, values in times.items():
            languages._remembered.cache_clear()
            if kind == "prepared":
                prepare(accepted.data)
            start = time.perf_counter()
            found = files.compare(PATH, accepted, actual)
            values.append(1000 * (time.perf_counter() - start))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1024 * 1024 if sys.platform == "darwin" else 1024
    )
    medians = {kind: statistics.median(values) for kind, values in times.items()}
    print(json.dumps({"level": found.level, "peak": peak, **medians}))


def prepare(data: bytes) -> None:
    """What a trial finds done when an earlier one had the same answer."""
    from pytest_editbench import languages
    from pytest_editbench.compare.levels import unended

    language = languages.of(PATH)
    if language is not None:
        languages.parse(language, unended(data))


def prettier(place: Path) -> dict[str, float]:
    """Median milliseconds a warm Prettier takes for the pairs of 300 lines."""
    subprocess.run(["npm", "install", "--silent", "prettier@3"], cwd=place, check=True, capture_output=True)
    (place / "worker.mjs").write_text(WORKER)
    worker = subprocess.Popen(
        ["node", "worker.mjs"], cwd=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert worker.stdin
    assert worker.stdout
    found = {}
    for name in ("one_token", "one_space", "reformatted"):
        line = json.dumps([data.decode() for data in SCENES[name]()]) + "\n"
        times = []
        for _ in range(40):
            start = time.perf_counter()
            worker.stdin.write(line)
            worker.stdin.flush()
            worker.stdout.readline()
            times.append(1000 * (time.perf_counter() - start))
        found[name] = statistics.median(times[10:])
    worker.stdin.close()
    worker.wait()
    return found


def main() -> None:
    with measure.folder() as place:
        theirs = prettier(place) if shutil.which("npm") else {}
    print(f"{'scene':<12} {'level':<7} {'cold ms':>9} {'prepared ms':>12} {'peak MB':>8}  warm Prettier")
    for name in SCENES:
        done = subprocess.run(
            [sys.executable, __file__, name], capture_output=True, text=True, check=True, env=measure.ENVIRON
        )
        row = json.loads(done.stdout)
        line = f"{name:<12} {row['level']:<7} {row['cold']:9.2f} {row['prepared']:12.2f} {row['peak']:8.0f}"
        if name in theirs:
            cold, prepared = (theirs[name] / row[kind] for kind in ("cold", "prepared"))
            line += f"  {theirs[name]:.1f} ms: {cold:.0f} and {prepared:.0f} times slower"
        print(line)


if __name__ == "__main__":
    run(sys.argv[1]) if len(sys.argv) > 1 else main()

"""Reading what the eight tools print: seconds and peak memory for 100 MB of each.

`agent_logs.py [MB]`; exit code 1 when one of them takes more than a minute or 200 MB.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from pathlib import Path

from pytest_editbench.agents.logs import PARSERS

RECORDINGS = Path(__file__).parent.parent / "tests" / "recordings"
MOST_SECONDS, MOST_MB = 60, 200
PIECE = 64 * 1024  # bytes, as a pipe gives them


def recorded(tool: str) -> bytes:
    """A run with one edit."""
    return next((RECORDINGS / tool).glob("edit.*")).read_bytes().rstrip(b"\n") + b"\n"


def growing(megabytes: int) -> bytes:
    """One message of pi's, told anew with every piece of it."""
    start, end, lines, size = b'{"type":"message_update","message":{"text":"', b'"}}\n', [], 0
    while size < megabytes * 1_000_000:
        lines.append(start + b"x" * (len(lines) * 100) + end)
        size += len(lines[-1])
    return b"".join(lines)


def read(tool: str, said: bytes, megabytes: int) -> float:
    """Seconds for so many megabytes of the same over and over."""
    piece = (said * (PIECE // len(said) + 1)) if len(said) < PIECE else said
    parser = PARSERS[tool]()
    start = time.perf_counter()
    for _ in range(megabytes * 1_000_000 // len(piece)):
        for place in range(0, len(piece), PIECE):
            parser.feed(piece[place : place + PIECE])
    parser.close()
    return time.perf_counter() - start


def main(megabytes: int) -> int:
    code = 0
    inputs = {tool: recorded(tool) for tool in PARSERS if tool not in ("mini", "aider-streaming")}
    rows = [(tool, tool, said) for tool, said in inputs.items()]
    rows += [("pi, one long message", "pi", growing(min(megabytes, 50)))]
    rows += [("claude, one endless line", "claude", b'{"type":"assistant","message":"' + b"x" * 9_000_000)]
    for name, tool, said in rows:
        seconds = read(tool, said, megabytes)
        tracemalloc.start()
        read(tool, said, min(megabytes, 10))
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        print(f"{name}: {megabytes} MB in {seconds:.1f} s, at most {peak:.0f} MB")
        code = code or int(seconds > MOST_SECONDS or peak > MOST_MB)
    return code


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))

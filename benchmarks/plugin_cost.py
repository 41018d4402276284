"""What an unrelated pytest session pays for this plugin being installed, against an empty plugin."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import measure

if TYPE_CHECKING:
    from pathlib import Path

RUNS = 25
HEAVY = ("tree_sitter", "jinja2", "psutil", "rapidfuzz", "cattrs")


def main() -> None:
    with measure.folder() as place:
        (place / "test_one.py").write_text("def test_one():\n    pass\n")
        (place / "empty_plugin.py").write_text("")
        empty, ours = measure.in_turn(
            ["-p", "no:editbench", "-p", "empty_plugin"],
            ["-p", "empty_plugin"],
            RUNS,
            cwds=(place, place),
        )
        print(f"empty plugin {empty * 1000:.1f} ms, with editbench {ours * 1000:.1f} ms (medians of {RUNS})")
        print(f"difference   {(ours - empty) * 1000:.1f} ms (goal: under 15 ms)")
        print(f"heavy modules loaded: {', '.join(heavy(place)) or 'none'}")


def heavy(place: Path) -> list[str]:
    """The modules an unrelated session must not load, of those that it does."""
    script = (
        "import sys, pytest; pytest.main(['-q', '-p', 'no:cacheprovider']); "
        f"print('LOADED', *[m for m in {HEAVY!r} if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=place, capture_output=True, text=True, check=True
    )
    return done.stdout.partition("LOADED")[2].split()


if __name__ == "__main__":
    main()

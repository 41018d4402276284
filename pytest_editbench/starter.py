"""Where the starter suite lies: the cases that come with the package."""

from __future__ import annotations

from pathlib import Path

NAME = "starter"
"""What `--editbench-cases` calls it."""

# An archive, since installers compile the Python files that lie in a package's folders.
ARCHIVE = Path(__file__).with_name("starter.tar.gz")


def named(case: str, here: Path) -> str:
    """The path that `case` means: the starter suite for its name, unless something else is called so."""
    return str(ARCHIVE) if case == NAME and not (here / case).exists() else case

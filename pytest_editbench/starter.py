"""Where the starter suite lies: the cases that come with the package."""

from __future__ import annotations

from pathlib import Path

NAME = "starter"
"""What `--editbench-cases` calls it."""


def named(case: str, here: Path) -> str:
    """The path that `case` means: the starter suite's folder for its name, unless something is called so."""
    return str(folder()) if case == NAME and not (here / case).exists() else case


def folder() -> Path:
    """The suite's folder: packed with the package, or in the checkout that it is run from."""
    package = Path(__file__).parent
    packed, checkout = package / "starter_cases", package.parent / "cases" / NAME
    return packed if packed.is_dir() else checkout

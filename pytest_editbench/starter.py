"""Where the starter suite lies: the cases that come with the package."""

from __future__ import annotations

from pathlib import Path

NAME = "starter"
"""What `--editbench-cases` calls it."""


def folder() -> Path:
    """The suite's folder: packed with the package, or in the checkout that it is run from."""
    package = Path(__file__).parent
    packed, checkout = package / "starter_cases", package.parent / "cases" / NAME
    return packed if packed.is_dir() else checkout

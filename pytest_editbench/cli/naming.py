"""Records as people name them on the command line: paths, or runs of the store."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


def declare(parser: argparse.ArgumentParser) -> None:
    """Let the command look for names such as `latest` in a store."""
    parser.add_argument(
        "--store",
        metavar="DIR",
        help="where latest, baseline and numbers are looked up (default: as in pytest)",
    )


def find(arguments: argparse.Namespace) -> Callable[[str], Path]:
    """How a name is found; `UsageError` for one that the store does not have."""
    from pytest_editbench.runs import store

    return partial(store.resolve, store=Path(arguments.store) if arguments.store else None)

"""What a command of `editbench` is."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass

Run = Callable[[argparse.Namespace], int]


def _nothing(_: argparse.ArgumentParser) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Command:
    """A command: what it does, and the arguments that it takes."""

    run: Run  # gives the exit code: 0 fine, 1 a finding, 2 usage
    help: str
    declare: Callable[[argparse.ArgumentParser], None] = _nothing

"""Options on what is asked about the changes when the trials are over."""

from __future__ import annotations

from pytest_editbench import parsing
from pytest_editbench.options.option import Option
from pytest_editbench.parsing import AgentName

JOBS = 8
MOST_JOBS = 256


def jobs(value: str) -> int:
    """How many are asked at once."""
    if not (value.isascii() and value.isdecimal()) or not 1 <= int(value) <= MOST_JOBS:
        raise ValueError(f"must be a whole number from 1 to {MOST_JOBS}")
    return int(value)


ROWS = (
    Option(
        "analyze",
        "after the run, ask this agent about the changes of trials that changed more than one file",
        AgentName,
        None,
        metavar="AGENT",
    ),
    Option(
        "analyze-all",
        "with --editbench-analyze: ask about changes of one file as well",
        parsing.truth,
        False,
        flag=True,
    ),
    Option("analyze-jobs", f"files that are asked about at once (default {JOBS})", jobs, JOBS, metavar="N"),
)

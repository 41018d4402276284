"""Commands about agents and their runs: agents, report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.cli.command import Command
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    import argparse


def _agents(_: argparse.Namespace) -> int:
    from pytest_editbench.agents import lookup

    rows = lookup.available({})
    width = max(len(name) for name, _, _ in rows)
    for name, line, kind in rows:
        print(f"{name:<{width}}  {kind:<11}  {line}")
    return 0


def _report(arguments: argparse.Namespace) -> int:
    from pytest_editbench import records
    from pytest_editbench.report import REPORTS, exits
    from pytest_editbench.scoring import results, summary

    runs = [records.read(Path(path)) for path in arguments.files]
    for path, run in zip(arguments.files, runs, strict=True):
        if run.closing is None or run.closing.get("interrupted"):
            print(f"editbench: {path}: the run was cut short", file=sys.stderr)
    trials = [trial for run in runs for trial in run.trials]
    if not trials:
        raise UsageError(f"no trials in {', '.join(arguments.files)}")
    report = REPORTS["markdown" if arguments.markdown else "terminal"]
    order = [label for run in runs for label in run.labels]
    ends = () if arguments.markdown else exits.lines(trials)
    for line in (*report(summary.by_agent(map(results.of, trials), order)), *ends):
        print(line)
    return 0


def _declare_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="record files of --editbench-record")
    parser.add_argument("--markdown", action="store_true", help="a table for CI summaries")


COMMANDS = {
    "agents": Command(_agents, "List the agents that can be named."),
    "report": Command(_report, "Print the summary of recorded runs.", _declare_report),
}

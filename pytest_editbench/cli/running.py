"""Commands about agents and their runs: agents, report."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pytest_editbench import editscores, parsing
from pytest_editbench.cli import naming
from pytest_editbench.cli.command import Command
from pytest_editbench.errors import UsageError


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

    find = naming.find(arguments)
    if arguments.html:
        from pytest_editbench.cli import pages

        named = [(name, find(name)) for name in arguments.files]
        pages.write(Path(arguments.html), named, arguments.columns, transcripts=arguments.transcripts)
        return 0
    runs = [records.read(find(name)) for name in arguments.files]
    for path, run in zip(arguments.files, runs, strict=True):
        if run.closing is None or run.closing.get("interrupted"):
            print(f"editbench: {path}: the run was cut short", file=sys.stderr)
    trials = [trial for run in runs for trial in run.trials]
    if not trials:
        raise UsageError(f"no trials in {', '.join(arguments.files)}")
    report = REPORTS["markdown" if arguments.markdown else "terminal"]
    order = [label for run in runs for label in run.labels]
    summaries = summary.by_agent(map(results.of, trials), order)
    ends = () if arguments.markdown else exits.lines(trials)
    for line in (*report(summaries, columns=arguments.columns), *ends):
        print(line)
    return 0


def _columns(text: str) -> tuple[str, ...]:
    try:
        return parsing.some_of(editscores.COLUMNS)(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _declare_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="record files of --editbench-record")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--markdown", action="store_true", help="a table for CI summaries")
    form.add_argument("--html", metavar="PAGE", help="write one HTML page with charts and every trial")
    parser.add_argument(
        "--no-transcripts",
        dest="transcripts",
        action="store_false",
        help="with --html: do not copy what agents printed into PAGE.d",
    )
    help_text = f"scores to add, with commas between: {', '.join(editscores.COLUMNS)}"
    parser.add_argument("--columns", default=(), type=_columns, metavar="NAMES", help=help_text)
    naming.declare(parser)


COMMANDS = {
    "agents": Command(_agents, "List the agents that can be named."),
    "report": Command(_report, "Print the summary of recorded runs.", _declare_report),
}

"""The command about runs: report."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import editscores, parsing
from pytest_editbench.cli import naming
from pytest_editbench.cli.command import Command
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_editbench.scoring.summary import Summary


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
    form = "markdown" if arguments.markdown else "terminal"
    order = [label for run in runs for label in run.labels]
    summaries = summary.by_agent(map(results.of, trials), order)
    ends = () if arguments.markdown else exits.lines(trials)
    for line in (*REPORTS[form](summaries, columns=arguments.columns), *ends, *_conditions(summaries, form)):
        print(line)
    return 0


def _conditions(summaries: Mapping[str, Summary], form: str) -> Iterator[str]:
    """What the agents were run under, which a session tells at its head."""
    from pytest_editbench.report import agents
    from pytest_editbench.report.sections import DRAWINGS

    found = [*agents.conditions(summaries)]
    if found:
        yield ""
        yield from DRAWINGS[form](found)


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
    "report": Command(_report, "Print the summary of recorded runs.", _declare_report),
}

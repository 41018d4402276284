"""The command that measures shapes of edits: shapes."""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING

from pytest_editbench.cli.command import Command
from pytest_editbench.cli.progress import Progress

if TYPE_CHECKING:
    import argparse


def _shapes(arguments: argparse.Namespace) -> int:
    from pytest_editbench.report.sections import DRAWINGS
    from pytest_editbench.shapes import account, sources

    with Progress(sys.stderr) as progress:

        def tell(done: int, of: int) -> None:
            progress.told("reading commits", done, of)

        found = [tally for each in arguments.sources for tally in sources.read(each, tell, arguments.log)]
    if arguments.json:
        print(json.dumps(account.data(found)))
    else:
        drawing = DRAWINGS["markdown" if arguments.markdown else "terminal"]
        for line in drawing(account.sections(found), shutil.get_terminal_size().columns):
            print(line)
    return 0 if any(tally.edits for tally in found) else 1


def _declare(parser: argparse.ArgumentParser) -> None:
    from pytest_editbench.agents.logs.table import PARSERS

    add = parser.add_argument
    add(
        "sources",
        metavar="SOURCE",
        nargs="+",
        help="a repository, REPOSITORY@RANGE, a record with its artefacts, RECORD#AGENT, a transcript.jsonl, "
        "or a folder of these or of cases",
    )
    add("--log", choices=tuple(PARSERS), help="the files are logs as this agent prints them")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--markdown", action="store_true", help="print Markdown, as for a CI summary")


COMMANDS = {
    "shapes": Command(_shapes, "Measure how large edits are, next to those of real agents.", _declare),
}

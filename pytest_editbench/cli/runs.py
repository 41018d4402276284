"""Commands that keep records: merge, rejudge, runs."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.cli import naming
from pytest_editbench.cli.command import Command
from pytest_editbench.cli.progress import Progress
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from pytest_editbench.compare.opinion import Chooser
    from pytest_editbench.runner import Settings
    from pytest_editbench.runs.rejudge import Rejudged


def _merge(arguments: argparse.Namespace) -> int:
    from pytest_editbench.runs import merge

    paths = [*map(naming.find(arguments), arguments.files)]
    with Progress(sys.stderr) as progress:
        found = merge.join(paths, Path(arguments.output), partial(progress.told, "merging"))
    print(f"{arguments.output}: {len(found.rows)} trials of {len(arguments.files)} records")
    if found.missing_shards:
        print(f"editbench: shards missing: {', '.join(found.missing_shards)}", file=sys.stderr)
    return 1 if found.missing_shards else 0


def _rejudge(arguments: argparse.Namespace) -> int:
    from pytest_editbench import records
    from pytest_editbench.cases import discovery
    from pytest_editbench.runs import carrying, rejudging, verdicts

    record = naming.find(arguments)(arguments.record)
    header = next(records.scan(record))[1]
    settings, lost = _settings(header, arguments), carrying.lost(record, header)
    cases = discovery.identify(discovery.discover([Path(path) for path in arguments.cases]))
    tally = verdicts.Tally()
    with record.open("rb") as stream:
        total = sum(1 for _ in stream)
    with Progress(sys.stderr) as progress:

        def heard(found: Rejudged) -> None:
            tally.add(found)
            if found.changed:
                progress.clear()
                print(verdicts.line(found))
            progress.told("judging", tally.trials, total)

        rejudging.run(record, Path(arguments.output), {case.id: case for case in cases}, settings, heard)
    for line in verdicts.lines(tally):
        print(line)
    if lost is not None and tally.trials:
        print(f"editbench: WARNING: there is no folder {lost}, where changes are stored", file=sys.stderr)
    if tally.is_void and (tally.trials or not header.get("shard")):  # a shard may have no case
        raise UsageError(f"{record}: no trial in it could be judged anew")
    return 1 if tally.turned else 0


def _settings(header: Mapping[str, object], arguments: argparse.Namespace) -> Settings:
    from pytest_editbench.model import MatchLevel
    from pytest_editbench.runs import rejudging

    asked = rejudging.Asked(
        MatchLevel(arguments.match) if arguments.match else None,
        tuple(arguments.formatter) if arguments.formatter else None,
        arguments.prettier_options,
    )
    return rejudging.settings_for(header, asked, _choosing)


def _choosing(formatters: tuple[str, ...], prettier_options: str | None) -> Chooser:
    from pytest_editbench import formatters as table

    table.check(formatters, prettier_options=prettier_options or "")
    return partial(table.choose, formatters, prettier_options=prettier_options or "")


def _runs(arguments: argparse.Namespace) -> int:
    from pytest_editbench.runs import settings, shelf, store

    place = Path(arguments.store) if arguments.store else settings.store(Path.cwd())
    if place is None:
        raise UsageError(f"no store: name one with --store, {settings.VARIABLE} or pytest's ini file")
    if arguments.set_baseline is not None:
        store.set_baseline(place, store.number(arguments.set_baseline, place))
    for line in shelf.lines(store.entries(place)):
        print(line)
    broken = store.broken_mark(place)
    if broken:
        print(f"editbench: WARNING: {broken}", file=sys.stderr)
    return 0


def _declare_merge(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="RECORD", nargs="+", help="records of the shards of one run")
    parser.add_argument("-o", "--output", metavar="NEW", required=True, help="the record to write")
    naming.declare(parser)


def _declare_rejudge(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("record", metavar="RECORD", help="a record with its artefacts")
    add("cases", metavar="CASES", nargs="+", help="a case, a folder of cases, or an archive")
    add("-o", "--output", metavar="NEW", required=True, help="the record to write")
    levels = ("exact", "eol", "lines", "format")
    add("--match", choices=levels, help="the level that passes (default: as before)")
    add("--formatter", action="append", metavar="NAME", help="as --editbench-formatter (default: as before)")
    add("--prettier-options", metavar="JSON", help="for Prettier (default: as before)")
    naming.declare(parser)


def _declare_runs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set-baseline", metavar="N", help="make this run the baseline")
    naming.declare(parser)


COMMANDS = {
    "merge": Command(_merge, "Make one record of those of several shards.", _declare_merge),
    "rejudge": Command(_rejudge, "Judge the stored changes of a record anew.", _declare_rejudge),
    "runs": Command(_runs, "List the runs of a store, or set its baseline.", _declare_runs),
}

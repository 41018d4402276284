"""The command analyze: what an agent says of a change, file by file."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import interrupts, parsing
from pytest_editbench.cli import naming
from pytest_editbench.cli.command import Command
from pytest_editbench.cli.progress import Progress
from pytest_editbench.errors import UsageError
from pytest_editbench.options.asking import HOME_CHOICES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.analysis.change import Change
    from pytest_editbench.analysis.results import ChangeAnalysis

_LARGEST = 256 * 1024 * 1024  # bytes of a patch
_ANALYSED = "analysed"


def _analyze(arguments: argparse.Namespace) -> int:
    if arguments.agent is None:
        return _printed(_said(arguments), arguments)
    from pytest_editbench.analysis import crowd

    try:
        return _printed(_asked(arguments), arguments)
    except crowd.CutShort as cut:
        if cut.said:
            _printed(cut.said, arguments)
        print(f"editbench: interrupted: {cut.answered:,} of {cut.files:,} files", file=sys.stderr)
        raise


def _printed(found: Sequence[ChangeAnalysis], arguments: argparse.Namespace) -> int:
    for line in _lines(found, arguments):
        print(line)
    return 0 if all(file.outcome == _ANALYSED for each in found for file in each.files) else 1


def _changes(arguments: argparse.Namespace) -> list[Change]:
    given = [name for name in ("range", "patch", "record") if getattr(arguments, name) is not None]
    if len(given) != 1:
        raise UsageError("name one change: --range A..B, --patch FILE, or a RECORD")
    if arguments.repo is not None and arguments.range is None:
        raise UsageError("--repo says where --range is; name a range")
    if arguments.all and arguments.record is None:
        raise UsageError("--all is about the trials of a RECORD; name one")
    found = {"range": _of_range, "patch": _of_patch, "record": _of_record}[given[0]](arguments)
    if not any(change.files for change in found):
        raise UsageError(f"{_shown(getattr(arguments, given[0]))} changes no file")
    return found


def _of_range(arguments: argparse.Namespace) -> list[Change]:
    from pytest_editbench.analysis import ranges
    from pytest_editbench.cli.commits import repository

    return [ranges.read(repository(Path(arguments.repo or ".")), arguments.range)]


def _of_patch(arguments: argparse.Namespace) -> list[Change]:
    from pytest_editbench.analysis import patches
    from pytest_editbench.analysis.change import change

    name: str = arguments.patch
    try:
        data = sys.stdin.buffer.read(_LARGEST + 1) if name == "-" else _file(Path(name))
    except OSError as problem:
        raise UsageError(f"{name}: cannot be read: {problem.strerror}") from None
    if len(data) > _LARGEST:
        raise UsageError(f"{name}: has more than {_LARGEST:,} bytes")
    shown = _shown(name)
    return [change(shown, patches.read(data.decode("utf-8", "surrogateescape"), shown))]


def _shown(name: str) -> str:
    return "standard input" if name == "-" else name


def _file(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(_LARGEST + 1)


def _of_record(arguments: argparse.Namespace) -> list[Change]:
    from pytest_editbench import records
    from pytest_editbench.analysis import trials
    from pytest_editbench.runs import carrying

    path = naming.find(arguments)(arguments.record)
    run = records.read(path)
    folder = carrying.folder(path, run.header)
    found = trials.read(run.trials, _stored(folder), every=arguments.all)
    if found.unstored:
        where = f"in {folder}" if folder else f"there is no folder {carrying.beside(path)}"
        why = f"{found.unstored:,} trials have no stored change: {found.fault or where}"
        print(f"editbench: {why}", file=sys.stderr)
    if not found.changes and found.unstored and not found.small:
        raise UsageError(f"{arguments.record}: no stored change is left to ask about")
    if not found.changes and found.small:
        what = f"all {found.small:,} changes" if found.small > 1 else "the one change"
        raise UsageError(
            f"{arguments.record}: {what} in it are of one file each; add --all to ask about such"
        )
    return found.changes


def _stored(folder: Path | None) -> Callable[[str], bytes | None]:
    from pytest_editbench.runs import carrying

    def read(digest: str) -> bytes | None:
        with suppress(OSError):
            return carrying.stored(folder, digest).read_bytes() if folder else None
        return None

    return read


def _agent(arguments: argparse.Namespace) -> NamedAgent:
    from pytest_editbench import given
    from pytest_editbench.agents import lookup, wishes
    from pytest_editbench.analysis import crowd

    here = Path.cwd()
    told = {
        f"editbench_{name}": getattr(arguments, name) for name in ("model", "presets", "home", "base_url")
    }
    options = given.read(told.get, lambda _: None, {}, here, here)
    (agent,) = lookup.resolve_all([arguments.agent], registered={}, directory=here, wishes=wishes.of(options))
    crowd.check(agent)
    for option in _idle(arguments, agent):
        print(f"editbench: WARNING: nothing comes of {option} for {agent.label}", file=sys.stderr)
    return lookup.settled([agent], options, here, "")[0]


def _idle(arguments: argparse.Namespace, agent: NamedAgent) -> Iterator[str]:
    """The options that have no meaning for who is asked."""
    if arguments.base_url is not None and agent.kind not in ("model", "preset"):
        yield "--base-url"
    if arguments.model and agent.kind == "command" and "{model}" not in (agent.command or ""):
        yield "--model"
    if arguments.home == "private" and agent.home != "private":
        yield "--home private"


def _said(arguments: argparse.Namespace) -> list[ChangeAnalysis]:
    """What a session's agent said, as the record tells it."""
    from pytest_editbench import records
    from pytest_editbench.analysis import data

    if arguments.record is None or arguments.range is not None or arguments.patch is not None:
        raise UsageError("say who is asked: --agent AGENT")
    path = naming.find(arguments)(arguments.record)
    lines = [(number, each) for number, each in records.scan(path) if each.get("kind") == data.KIND]
    if not lines:
        raise UsageError(
            f"{arguments.record} holds no analysis that can be read; say who is asked: --agent AGENT"
        )
    return [data.of_line(each, f"{path}:{number}") for number, each in lines]


def _asked(arguments: argparse.Namespace) -> list[ChangeAnalysis]:
    from pytest_editbench import caches, leftovers
    from pytest_editbench.analysis import crowd, prompt
    from pytest_editbench.analysis.asking import Settings

    changes, agent = _changes(arguments), _agent(arguments)
    with (
        interrupts.noted() as watch,
        tempfile.TemporaryDirectory(prefix="editbench-analysis-", ignore_cleanup_errors=True) as folder,
    ):
        scratch = Path(folder).resolve()
        private = agent.home == "private"
        with leftovers.holding(caches.store("homes") / scratch.name) if private else nullcontext() as homes:
            settings = Settings(
                agent=agent,
                scratch=scratch / "work",
                marker=f"{scratch.name}-",
                goal=arguments.goal or prompt.GOAL,
                timeout=arguments.timeout,
                jobs=arguments.jobs,
                budget=arguments.budget,
                homes=homes,
            )
            with Progress(sys.stderr) as progress:
                return crowd.run(
                    changes,
                    settings,
                    lambda done, of: progress.told("asking", done, of),
                    ended=lambda: watch.heard,
                )


def _lines(found: Sequence[ChangeAnalysis], arguments: argparse.Namespace) -> Iterator[str]:
    from pytest_editbench.analysis import data, telling
    from pytest_editbench.report.sections import DRAWINGS

    if arguments.json:
        yield json.dumps(data.whole(found))
    elif arguments.markdown:
        yield from telling.markdown(found)
    else:
        yield from DRAWINGS["terminal"]([*telling.sections(found)], _width())


def _width() -> int:
    try:
        return max(40, min(os.get_terminal_size().columns, 160))
    except OSError:
        return 80


def _typed(parse: Callable[[str], object]) -> Callable[[str], object]:
    def read(text: str) -> object:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


def _declare(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "record",
        metavar="RECORD",
        nargs="?",
        help="ask about the stored changes of this record's trials; without --agent: print what was said",
    )
    add("--range", metavar="A..B", help="ask about the change between two revisions")
    add("--repo", metavar="DIR", help="the repository of --range (default: the current folder's)")
    add("--patch", metavar="FILE", help="ask about a patch; - for standard input")
    add("--agent", metavar="AGENT", help="who is asked, as --editbench-agent names it")
    add("--all", action="store_true", help="of a RECORD, changes of one file as well")
    add("--goal", metavar="TEXT", help="what is wanted of each file, instead of a summary for a commit")
    add("--jobs", metavar="N", type=_typed(_jobs), default=8, help="files asked about at once (default 8)")
    add(
        "--timeout",
        metavar="S",
        type=_typed(parsing.seconds),
        default=300.0,
        help="seconds for each answer (300)",
    )
    add(
        "--budget",
        metavar="N",
        type=_typed(parsing.count),
        default=20_000,
        help="characters of a file's diff that are shown (default 20000)",
    )
    add("--model", action="append", metavar="NAME", help="the model to ask")
    add("--base-url", metavar="URL", help="the server of the model")
    add("--presets", action="append", metavar="FILE", help="presets of your own; repeatable")
    add("--home", choices=HOME_CHOICES, help="as --editbench-home")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument(
        "--markdown", action="store_true", help="for a comment, or the summary page of a CI run"
    )
    naming.declare(parser)


def _jobs(text: str) -> int:
    from pytest_editbench.options import analysing

    return analysing.jobs(text)


COMMANDS = {
    "analyze": Command(_analyze, "Ask an agent about a change, file by file.", _declare),
}

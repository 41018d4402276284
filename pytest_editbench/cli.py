"""The `editbench` command: parse, call, print, exit code (0 fine, 1 a finding, 2 usage)."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench import __version__
from pytest_editbench.errors import EditbenchError, UsageError

if TYPE_CHECKING:
    from pytest_editbench.compare.opinion import Chooser
    from pytest_editbench.model import Case

Command = Callable[[argparse.Namespace], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments; the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # which encoding it has is up to the terminal
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(argv)
    except EditbenchError as error:
        return _failed(str(error))
    except BrokenPipeError:  # the reader (head, less) has seen enough, and not the whole answer
        _drop_output()
        return 128 + 13  # as a shell tells of SIGPIPE: nobody may take it for "equal"
    except OSError as error:
        _drop_output()
        return _failed(f"{error.filename or 'the output cannot be written'}: {error.strerror}")


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = _parser().parse_args(argv)
        command: Command = arguments.command
        return command(arguments)
    finally:
        if sys.stdout is not None:  # as python has it where the caller closed it
            sys.stdout.flush()


def _failed(message: str) -> int:
    from pytest_editbench.compare.visible import escaped

    with suppress(OSError):
        print(f"editbench: {escaped(message)}", file=sys.stderr)
    return 2


def _drop_output() -> None:
    """Send what cannot be written nowhere: python would complain once more when it closes stdout."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="editbench", description="Cases and records of pytest-editbench.")
    parser.add_argument("--version", action="version", version=f"editbench {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (command, help_text, declare) in COMMANDS.items():
        sub = commands.add_parser(name, help=help_text, description=help_text)
        declare(sub)
        sub.set_defaults(command=command)
    return parser


def _agents(_: argparse.Namespace) -> int:
    from pytest_editbench.agents import lookup

    rows = lookup.available({})
    width = max(len(name) for name, _, _ in rows)
    for name, line, kind in rows:
        print(f"{name:<{width}}  {kind:<11}  {line}")
    return 0


def _new(arguments: argparse.Namespace) -> int:
    from pytest_editbench.cases import skeleton

    folder = Path(arguments.id)
    skeleton.create(folder)
    print(f"{folder}: a case to fill in; check it with: editbench validate {folder}")
    return 0


def _validate(arguments: argparse.Namespace) -> int:
    from pytest_editbench.cases import discovery, validation

    cases = list(discovery.discover([Path(path) for path in arguments.paths]))
    faults = [
        *(fault for case in cases for fault in validation.faults(case)),
        *validation.repeated_ids(cases),
    ]
    errors = sum(fault.severity == "error" for fault in faults)
    if arguments.json:
        print(json.dumps({"cases": len(cases), "faults": [asdict(fault) for fault in faults]}))
    else:
        for fault in faults:
            print(fault)
        counts = {"case": len(cases), "error": errors, "warning": len(faults) - errors}
        print(", ".join(f"{count} {noun}{'' if count == 1 else 's'}" for noun, count in counts.items()))
    return 1 if errors else 0


def _show(arguments: argparse.Namespace) -> int:
    from pytest_editbench import portrait

    cases = _named(arguments.case)
    if len(cases) != 1:
        known = ", ".join(case.id for case in cases[:10])
        raise UsageError(
            f"{arguments.case} holds {len(cases)} cases; name one folder ({known or 'none found'})"
        )
    for line in portrait.lines(cases[0]):
        print(line)
    return 0


def _named(text: str) -> list[Case]:
    """The cases at a path, or the one of a pytest id (`cases/x/prompt.md::x[trial-2]`, `suite.zip::x`)."""
    from pytest_editbench.cases import discovery

    path, _, name = text.partition("::")
    if not name or os.path.lexists(text):
        return list(discovery.discover([Path(text)]))
    cases = discovery.identify(discovery.discover([Path(path)]))
    names = (name, name.rpartition("[")[0])  # pytest's suffix tells agent and trial
    found = [case for case in cases if case.id in names]
    if not found:
        raise UsageError(f"{path} has no case {name}; it has: {', '.join(case.id for case in cases[:10])}")
    return found


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


def _audit(arguments: argparse.Namespace) -> int:
    from pytest_editbench import audit
    from pytest_editbench.cases import discovery

    cases = discovery.discover([Path(path) for path in arguments.paths])
    found = list(audit.findings(cases, _chooser(arguments)))
    for line in audit.report(found):
        print(line)
    return 1 if any(finding.disagree for finding in found) else 0


def _chooser(arguments: argparse.Namespace) -> Chooser:
    from functools import partial

    from pytest_editbench import formatters

    specs, options = arguments.formatter, arguments.prettier_options
    formatters.check(specs, prettier_options=options)
    return partial(formatters.choose, specs, prettier_options=options)


def _judge(arguments: argparse.Namespace) -> int:
    from functools import partial

    from pytest_editbench import judge
    from pytest_editbench.compare import trees
    from pytest_editbench.model import MatchLevel

    compare = partial(trees.compare, choose=_chooser(arguments))
    demanded, paths = MatchLevel(arguments.match), [arguments.expected, arguments.actual, arguments.input]
    if arguments.batch is not None:
        if any(paths):
            raise UsageError("--batch takes its paths from the list; leave out EXPECTED, ACTUAL and --input")
        return _judge_batch(judge.batch(Path(arguments.batch), demanded, compare))
    if not all(paths[:2]):
        raise UsageError("name EXPECTED and ACTUAL, or a list with --batch")
    given = Path(arguments.input) if arguments.input else None
    question = judge.Question(arguments.actual, Path(arguments.expected), Path(arguments.actual), given)
    found = judge.judge(question, demanded, compare)
    for line in [json.dumps(judge.to_data(found))] if arguments.json else judge.lines(found):
        print(line)
    return 0 if found.passed else 1


def _judge_batch(answers: Iterator[dict[str, object]]) -> int:
    code = 0
    for answer in answers:
        print(json.dumps(answer), flush=True)
        code = max(code, 2 if "error" in answer else 0 if answer["passed"] else 1)
    return code


def _doctor(_: argparse.Namespace) -> int:
    from pytest_editbench.doctor import checkup, corpus

    tallies = corpus.examine(corpus.pairs())
    for line in checkup.lines(tallies):
        print(line)
    return 0 if checkup.healthy(tallies) else 1


def _nothing(_: argparse.ArgumentParser) -> None:
    pass


def _declare_audit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="CASES", nargs="+", help="a case, a folder of cases, or an archive")
    _declare_formatter(parser, required=True)


def _declare_formatter(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    help_text = (
        "prettier, biome, ruff, gofmt, rustfmt, or a command with {file}; .ext=NAME for some; repeatable"
    )
    parser.add_argument(
        "--formatter", action="append", default=[], required=required, metavar="NAME", help=help_text
    )
    parser.add_argument("--prettier-options", default="", metavar="JSON", help="for Prettier")


def _declare_judge(parser: argparse.ArgumentParser) -> None:
    _declare_formatter(parser)
    parser.add_argument("expected", metavar="EXPECTED", nargs="?", help="the accepted file or folder")
    parser.add_argument("actual", metavar="ACTUAL", nargs="?", help="the file or folder to judge")
    parser.add_argument("--input", metavar="INPUT", help="as it was before: tells collateral and diagnosis")
    parser.add_argument(
        "--match", choices=("exact", "eol", "lines", "format"), default="format", help="the level that passes"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--batch", metavar="LIST.tsv", help="id, expected, actual, optional input on each line; JSON lines"
    )


def _declare_new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the case's folder, e.g. cases/operator-swap-logical-001")


def _declare_validate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a case, a folder of cases, or an archive")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _declare_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("case", metavar="CASE", help="a case's folder, or a pytest id of one")


def _declare_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="record files of --editbench-record")
    parser.add_argument("--markdown", action="store_true", help="a table for CI summaries")


COMMANDS: dict[str, tuple[Command, str, Callable[[argparse.ArgumentParser], None]]] = {
    "agents": (_agents, "List the agents that can be named.", _nothing),
    "audit": (_audit, "Show where the normal form and a formatter disagree about cases.", _declare_audit),
    "doctor": (_doctor, "Judge a corpus of known pairs and count wrong verdicts.", _nothing),
    "judge": (_judge, "Judge a file or folder against the expected one.", _declare_judge),
    "new": (_new, "Make a case skeleton.", _declare_new),
    "report": (_report, "Print the summary of recorded runs.", _declare_report),
    "show": (_show, "Print a case: prompt, change, metadata.", _declare_show),
    "validate": (_validate, "List all faults of cases.", _declare_validate),
}

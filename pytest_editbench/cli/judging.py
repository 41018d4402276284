"""Commands that judge: audit, doctor, judge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.cli.command import Command
from pytest_editbench.errors import UsageError
from pytest_editbench.options.sandboxing import SANDBOX_CHOICES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from pytest_editbench.compare.opinion import Chooser


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
        return _judge_batch(judge.batch(Path(arguments.batch), demanded, compare, scored=arguments.scores))
    if not all(paths[:2]):
        raise UsageError("name EXPECTED and ACTUAL, or a list with --batch")
    if arguments.scores and not arguments.input:
        raise UsageError("--scores tells how near two changes are: name what was changed with --input")
    given = Path(arguments.input) if arguments.input else None
    question = judge.Question(arguments.actual, Path(arguments.expected), Path(arguments.actual), given)
    found = judge.judge(question, demanded, compare)
    data = [json.dumps(judge.to_data(found, scored=arguments.scores))] if arguments.json else []
    for line in data or judge.lines(found, scored=arguments.scores):
        print(line)
    return 0 if found.passed else 1


def _judge_batch(answers: Iterator[dict[str, object]]) -> int:
    code = 0
    for answer in answers:
        print(json.dumps(answer), flush=True)
        code = max(code, 2 if "error" in answer else 0 if answer["passed"] else 1)
    return code


def _doctor(arguments: argparse.Namespace) -> int:
    from pytest_editbench import sandbox
    from pytest_editbench.doctor import checkup, corpus
    from pytest_editbench.doctor.controls import report, running
    from pytest_editbench.model import Confinement

    if arguments.sandbox != "none":
        sandbox.check(Confinement(arguments.sandbox))
    tallies = corpus.examine(corpus.pairs())
    told = [*checkup.lines(tallies), ""]
    if not arguments.json:
        print("\n".join(told), flush=True)
    verdicts = running.examine(arguments.sandbox)
    healthy = checkup.healthy(tallies) and not any(each.surprise for each in verdicts)
    if arguments.json:
        controls = report.data(verdicts)
        found = {"healthy": healthy, "sandbox": arguments.sandbox, "corpus": checkup.data(tallies)}
        told = [json.dumps({**found, "controls": controls})]
    else:
        told = [*report.lines(verdicts, arguments.sandbox)]
    print("\n".join(told))
    return 0 if healthy else 1


def _declare_audit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="CASES", nargs="+", help="a case, a folder of cases, or an archive")
    _declare_formatter(parser, required=True)


def _declare_doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sandbox", choices=SANDBOX_CHOICES, default="none", help="run the control agents confined"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


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
    parser.add_argument("expected", metavar="EXPECTED", nargs="?", help="the accepted file, folder or patch")
    parser.add_argument("actual", metavar="ACTUAL", nargs="?", help="the file, folder or patch to judge")
    parser.add_argument("--input", metavar="INPUT", help="as it was before: tells collateral and diagnosis")
    parser.add_argument(
        "--match", choices=("exact", "eol", "lines", "format"), default="format", help="the level that passes"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--scores", action="store_true", help="tell how near the change comes to the asked one"
    )
    parser.add_argument(
        "--batch", metavar="LIST.tsv", help="id, expected, actual, optional input on each line; JSON lines"
    )


COMMANDS = {
    "audit": Command(
        _audit, "Show where the normal form and a formatter disagree about cases.", _declare_audit
    ),
    "doctor": Command(
        _doctor, "Judge known pairs, run agents with known verdicts, and tell of surprises.", _declare_doctor
    ),
    "judge": Command(_judge, "Judge a file or folder against the expected one.", _declare_judge),
}

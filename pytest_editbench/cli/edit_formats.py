"""`editbench formats`: edit formats tried on the right edits of cases, without a model."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.cli import pages, repositories
from pytest_editbench.cli.command import Command
from pytest_editbench.cli.progress import Progress
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from pytest_editbench.model import Case
    from pytest_editbench.slips.study import Edit, Findings
    from pytest_editbench.slips.tokens import Tokeniser

_SEED = 42


def _formats(arguments: argparse.Namespace) -> int:
    names = _names(arguments.format)
    return _study(arguments, names) if arguments.paths else _describe(arguments, names)


def _describe(arguments: argparse.Namespace, names: Sequence[str]) -> int:
    """Without cases: the list of formats, or what a model is told about those that are named."""
    from pytest_editbench.formats import FORMATS

    if arguments.json or arguments.svg:
        raise UsageError("name cases to try the formats on, such as starter")
    longest = max(map(len, names))
    for name in names:
        each = FORMATS[name]
        print(each.instructions if arguments.format else _folded(f"{name:{longest}}  ", each.description))
    return 0


def _folded(name: str, description: str) -> str:
    width = shutil.get_terminal_size().columns
    return textwrap.fill(description, width, initial_indent=name, subsequent_indent=" " * len(name))


def _study(arguments: argparse.Namespace, names: list[str]) -> int:
    from pytest_editbench.slips import account, tokens

    target = Path(arguments.svg) if arguments.svg else None
    if target is not None:
        _check(target)
    tokeniser = tokens.tokeniser()
    found, left_out = _studied(arguments, names, tokeniser)
    if target is not None:
        _draw(found, target)
    if arguments.json:
        print(json.dumps(account.data(found, tokeniser.name, arguments.seed, left_out)))
    else:
        for line in account.lines(found, tokeniser.name, shutil.get_terminal_size().columns, left_out):
            print(line)
    return 1 if any(each.faults for each in found) else 0


def _names(chosen: Sequence[str]) -> list[str]:
    from pytest_editbench.formats import FORMATS

    unknown = [name for name in chosen if name not in FORMATS]
    if unknown:
        raise UsageError(f"{unknown[0]} is no edit format; there are {', '.join(FORMATS)}")
    return [name for name in FORMATS if not chosen or name in chosen]


def _studied(
    arguments: argparse.Namespace, names: list[str], tokeniser: Tokeniser
) -> tuple[list[Findings], int]:
    """The findings, and how many cases ask for no edit; `UsageError` where all of them do not."""
    from pytest_editbench.cases import discovery
    from pytest_editbench.slips import study

    cases = list(discovery.discover(_paths(arguments.paths)))
    done = 0
    with Progress(sys.stderr) as progress:

        def tell() -> None:
            nonlocal done
            done += 1
            progress.told("trying formats", done, len(cases))

        found = study.study(_edits(cases, arguments), names, tokeniser, arguments.seed, tell)
    if not done:
        raise UsageError(f"none of these {len(cases)} cases asks for an edit: there is nothing to try")
    return found, len(cases) - done


def _paths(named: Sequence[str]) -> list[Path]:
    from pytest_editbench import starter

    return [Path(starter.named(each, Path())) for each in named]


def _edits(cases: Sequence[Case], arguments: argparse.Namespace) -> Iterator[Edit]:
    """The edit of each case from its input to its first accepted answer."""
    from pytest_editbench.cases import whole
    from pytest_editbench.slips.study import Edit

    known = repositories.named(arguments)
    for case in cases:
        contents = whole.read(case, known, excerpt=arguments.excerpt)
        for answer in list(contents.answers.values())[:1]:  # cases that ask for text have none
            yield Edit(case.id, contents.input, answer)


def _check(target: Path) -> None:
    from pytest_editbench.slips import chart

    pages.check(target, chart.MARK)


def _draw(found: Sequence[Findings], target: Path) -> None:
    from pytest_editbench.slips import chart

    pages.replace(target, chart.render(found).encode())
    print(f"editbench: {target}: a chart of {len(found)} formats", file=sys.stderr)


def _declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        metavar="CASES",
        nargs="*",
        help="a case, a folder of cases, an archive, examples, or `starter` for the cases of the package; "
        "without any, the formats are listed, and of those named with --format, what a model is told",
    )
    parser.add_argument(
        "--format", action="append", default=[], metavar="NAME", help="only this format; repeatable"
    )
    parser.add_argument(
        "--seed", type=int, default=_SEED, metavar="N", help="decides how slips fall (default: 42)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--svg", metavar="FILE", help="draw a chart of what happens under slips")
    repositories.declare(parser)


COMMANDS = {
    "formats": Command(
        _formats,
        "List edit formats, or try them on the right edits of cases and under slips, without a model.",
        _declare,
    ),
}

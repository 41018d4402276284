"""Commands about what runs tell: compare, items, plan."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pytest_editbench.cli import naming
from pytest_editbench.cli.command import Command
from pytest_editbench.cli.progress import Progress
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from pytest_editbench.findings.forecast import Basis
    from pytest_editbench.report.sections import Section
    from pytest_editbench.runs.basis import Prices

T = TypeVar("T")
AIM = 5.0  # points
FINEST = 0.05  # points
DEAREST = 1e9  # US dollars for a million tokens
MOST_TRIALS = 100


def _compare(arguments: argparse.Namespace) -> int:
    from pytest_editbench.report import contrasts
    from pytest_editbench.runs import compare, gate, samples

    find = naming.find(arguments)
    base, new = _read([arguments.base, arguments.new], lambda name: samples.load(name, find))
    found = compare.compare(
        base, new, allowed=arguments.allow, intersect=arguments.intersect, deciding=arguments.decide_on
    )
    points = arguments.fail_on_regression
    judged = None if points is None else gate.judge(found, points)
    _print(arguments, lambda: contrasts.sections(found, judged), lambda: contrasts.data(found, judged))
    if judged is None:
        return 0
    if judged.code and (arguments.json or arguments.markdown):
        print(f"editbench: {judged.reason}", file=sys.stderr)
    return judged.code


def _items(arguments: argparse.Namespace) -> int:
    from pytest_editbench.report import itemtables
    from pytest_editbench.runs import items, samples

    find = naming.find(arguments)
    logs = _read(arguments.files, lambda name: samples.read(find(name), name))
    found = items.items(items.contenders(logs))
    if arguments.hard_set:
        text = "".join(f"{item.case}\n" for item in found.separating)
        Path(arguments.hard_set).write_text(text, encoding="utf-8", errors="surrogateescape")
    _print(arguments, lambda: itemtables.sections(found), lambda: itemtables.data(found))
    return 1 if found.saturated else 0


def _plan(arguments: argparse.Namespace) -> int:
    from pytest_editbench.report import forecasts
    from pytest_editbench.runs import plan

    cases, ids = _cases(arguments.cases)
    aim = AIM if arguments.see is None else arguments.see
    found = plan.forecast(cases, arguments.trials, _basis(arguments, ids), aim / 100)
    _print(arguments, lambda: forecasts.sections(found), lambda: forecasts.data(found))
    return 1 if arguments.see is not None and not found.suffices else 0


def _cases(named: list[str]) -> tuple[int, set[str]]:
    """How many, and their ids if cases were named and not a number; of edits alone, where there are any."""
    from pytest_editbench.cases import discovery, kinds

    if len(named) == 1 and named[0].isdecimal() and not Path(named[0]).exists():
        if int(named[0]) < 1:
            raise UsageError("a plan needs at least one case")
        return int(named[0]), set()
    found = discovery.identify(discovery.discover([Path(name) for name in named]))
    kinds_of = {
        case.id: kinds.apart(case.metadata.kind, case.metadata.extra.get(kinds.LOOSE)) for case in found
    }
    planned = min(kinds_of.values(), default="")
    if planned == kinds.LOOSE:
        raise UsageError("all these cases are loose, and in no total: there is nothing to plan")
    ids = {case for case, kind in kinds_of.items() if kind == planned}
    if len(ids) < len(kinds_of):
        left = len(kinds_of) - len(ids)
        told = f"{left} cases are" if left > 1 else "1 case is"
        print(f"editbench: {told} left out, being counted apart from edits", file=sys.stderr)
    return len(ids), ids


def _basis(arguments: argparse.Namespace, ids: set[str]) -> Basis:
    from pytest_editbench.findings.forecast import Basis
    from pytest_editbench.runs import basis, samples

    if (arguments.source is None) == (arguments.rate is None):
        raise UsageError("say what the agent is like: either --from RECORD, or --rate and --flip-rate")
    prices = _prices(arguments)
    if arguments.source is not None:
        [earlier] = _read([arguments.source], lambda name: samples.load(name, naming.find(arguments)))
        return basis.of(earlier, ids, arguments.flip_rate, prices)
    if arguments.flip_rate is None:
        raise UsageError(
            "a mean rate does not tell how far two runs can be told apart: say --flip-rate, the chance that "
            f"two trials of one case differ (0 to {2 * arguments.rate * (1 - arguments.rate):.2g} here), "
            "or --from a record with several trials a case"
        )
    if prices is not None:
        raise UsageError("prices need a record that tells tokens: name one with --from")
    return Basis("the rates given", arguments.rate, arguments.flip_rate)


def _prices(arguments: argparse.Namespace) -> Prices | None:
    from pytest_editbench.runs.basis import Prices

    given = (arguments.price_in, arguments.price_out)
    if given == (None, None):
        return None
    if None in given:
        raise UsageError("--price-in and --price-out go together: US dollars for a million tokens")
    return Prices(*given)


def _read(names: Sequence[str], read: Callable[[str], T]) -> list[T]:
    """What is read from records, while a line on a terminal tells how far it is."""
    found: list[T] = []
    with Progress(sys.stderr) as progress:
        for name in names:
            progress.told("reading records", len(found), len(names))
            found.append(read(name))
    return found


def _print(
    arguments: argparse.Namespace,
    sections: Callable[[], Iterable[Section]],
    data: Callable[[], dict[str, object]],
) -> None:
    from pytest_editbench.report.sections import DRAWINGS

    if arguments.json:
        print(json.dumps(data()))
        return
    for line in DRAWINGS["markdown" if arguments.markdown else "terminal"](sections()):
        print(line)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _between(least: float, most: float) -> Callable[[str], float]:
    def number(text: str) -> float:
        found = float(text)
        if not least <= found <= most:
            raise ValueError
        return found

    return number


def _count(text: str) -> int:
    count = int(text)
    if not 1 <= count <= MOST_TRIALS:
        raise ValueError
    return count


def _declare_output(parser: argparse.ArgumentParser) -> None:
    naming.declare(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--markdown", action="store_true", help="tables for CI summaries")
    form.add_argument("--json", action="store_true", help="print one JSON object")


def _declare_compare(parser: argparse.ArgumentParser) -> None:
    record = "a record, a run of the store, or FILE#AGENT, FILE#AGENT/FORMAT"
    parser.add_argument("base", metavar="BASE", help=record)
    parser.add_argument("new", metavar="NEW", help="the same")
    parser.add_argument(
        "--fail-on-regression",
        nargs="?",
        const=0.0,
        type=_between(0, 100),
        metavar="POINTS",
        help="exit with 1 if noise is excluded and the rate fell by at least so many points (default 0)",
    )
    parser.add_argument("--intersect", action="store_true", help="compare the cases that are in both")
    parser.add_argument(
        "--allow",
        type=_words,
        default=[],
        metavar="LIST",
        help="differences to put up with, such as match,attempts",
    )
    parser.add_argument(
        "--decide-on",
        type=_words,
        default=[],
        metavar="LIST",
        help="figures to be tested beside the pass rate, of indent,outside,duration,tokens,cost",
    )
    _declare_output(parser)


def _declare_items(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="RECORD", nargs="+", help="records of one suite")
    parser.add_argument(
        "--hard-set", metavar="FILE", help="write the ids of the cases that separate, one a line"
    )
    _declare_output(parser)


def _declare_plan(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("cases", metavar="CASES", nargs="+", help="a case, a folder of cases, an archive; or how many cases")
    add("--trials", type=_count, default=1, metavar="N", help="trials of each case (default: 1)")
    add("--from", dest="source", metavar="RECORD", help="an earlier run of the agent: FILE or FILE#AGENT")
    add("--rate", type=_between(0, 1), metavar="R", help="the pass rate to expect, 0 to 1")
    add(
        "--flip-rate",
        type=_between(0, 1),
        metavar="F",
        help="the chance that two trials of one case differ, 0 to 0.5",
    )
    add(
        "--see",
        type=_between(FINEST, 100),
        metavar="POINTS",
        help=f"exit with 1 unless this drop shows (told of: {AIM:g})",
    )
    add("--price-in", type=_between(0, DEAREST), metavar="X", help="US dollars for a million input tokens")
    add("--price-out", type=_between(0, DEAREST), metavar="X", help="US dollars for a million output tokens")
    _declare_output(parser)


COMMANDS = {
    "compare": Command(
        _compare, "Tell how a run differs from another, and whether by noise.", _declare_compare
    ),
    "items": Command(_items, "Tell what each case says about agents, and which to keep.", _declare_items),
    "plan": Command(_plan, "Tell what a run of so many cases and trials can show.", _declare_plan),
}

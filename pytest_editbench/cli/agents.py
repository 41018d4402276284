"""The command about agents: which there are, and whether one can run here."""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.cli.command import Command
from pytest_editbench.errors import UsageError
from pytest_editbench.options.asking import HOME_CHOICES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.agents.lookup import NamedAgent
    from pytest_editbench.agents.presets.checking import Finding
    from pytest_editbench.agents.wishes import Wishes
    from pytest_editbench.model import Trial


def _agents(arguments: argparse.Namespace) -> int:
    from pytest_editbench.agents import wishes

    wanted = wishes.Wishes(
        wishes.models(arguments.model),
        tuple(map(Path, arguments.presets)),
        arguments.home,
        arguments.base_url,
    )
    if arguments.check is not None:
        return _check(arguments.check, wanted, arguments.timeout if arguments.live else None)
    if arguments.live:
        raise UsageError("--live runs the agent that --check names; name one")
    return _list(wanted)


def _list(wishes: Wishes) -> int:
    from pytest_editbench.agents import homes, lookup
    from pytest_editbench.agents.presets import table

    rows = lookup.available({}, wishes.presets)
    presets = table.rows(wishes.presets)
    width = max(len(name) for name, _, _ in rows)
    for name, line, kind in rows:
        missing = kind is lookup.Kind.PRESET and homes.which(presets[name].program) is None
        print(f"{name:<{width}}  {kind:<11}  {line}{' (not on PATH)' if missing else ''}")
    return 0


def _check(spec: str, wishes: Wishes, live: float | None) -> int:
    """Print what is found about an agent; `live` is the time limit of a trial, in seconds."""
    from pytest_editbench.agents.presets import checking, table

    name, rows, failed = spec.partition(" ")[0], table.rows(wishes.presets), False
    found = checking.findings(rows[name], wishes, os.environ) if name in rows else _plain(spec, wishes)
    for finding in found:
        print(finding, flush=True)
        failed = failed or finding.severity == checking.ERROR
    if live is not None and not failed:
        finding = _tried(_named(spec, wishes), live)
        print(finding)
        failed = finding.severity == checking.ERROR
    return 1 if failed else 0


def _plain(spec: str, wishes: Wishes) -> Iterator[Finding]:
    from pytest_editbench.agents.command import CommandAgent
    from pytest_editbench.agents.presets import checking

    named = _named(spec, wishes)
    yield checking.Finding(checking.OK, f"{spec} is an agent: {named.kind.value}")
    if isinstance(named.agent, CommandAgent) and _is_text(Path(named.agent.argv[0])):
        advice = "a script needs a first line such as #!/bin/sh"
        yield checking.Finding(checking.ERROR, f"{named.agent.argv[0]}: not a program; {advice}")


def _is_text(program: Path) -> bool:
    """Whether this is a text, or nothing at all, that no first line makes a script."""
    from pytest_editbench import untrusted

    try:
        start = untrusted.read(program.resolve(), 512)
    except OSError:
        return False
    return not start.startswith(b"#!") and b"\0" not in start and start.isascii()


def _named(spec: str, wishes: Wishes) -> NamedAgent:
    from pytest_editbench.agents import lookup

    return lookup.resolve(spec, registered={}, directory=Path.cwd(), wishes=wishes)


def _tried(named: NamedAgent, timeout: float) -> Finding:
    from pytest_editbench.agents.lookup import Kind
    from pytest_editbench.agents.presets import checking
    from pytest_editbench.model import Outcome

    if named.kind is Kind.MODEL:
        raise UsageError(f"{named.command} is no program to check; run a case with it")
    trial = _trial(named, timeout)
    took = f"{trial.duration or 0.0:.1f} s"
    if trial.outcome is Outcome.PASSED:
        return checking.Finding(checking.OK, f"one tiny case passed in {took}")
    if trial.outcome in (Outcome.MISMATCH, Outcome.UNCHANGED, Outcome.MALFORMED):
        return checking.Finding(
            checking.NOTE, f"it ran, {took}, and did not pass one tiny case: {trial.message}"
        )
    said = trial.last.result.output_tail.strip().splitlines() if trial.last else []
    told = "provider failure" in trial.message  # its last line is then a log's
    last = f"; it printed last: {said[-1][:300]}" if said and not told else ""
    return checking.Finding(checking.ERROR, f"one tiny case could not be run, {took}: {trial.message}{last}")


def _trial(named: NamedAgent, timeout: float) -> Trial:
    """The trial of an agent on a small case that is made for it."""
    from pytest_editbench import caches, leftovers, runner
    from pytest_editbench.cases import directory, skeleton

    with tempfile.TemporaryDirectory(prefix="editbench-check-") as folder:
        here = Path(folder)
        skeleton.create(here / "tiny")
        case = directory.open_case(here / "tiny", "tiny")
        with leftovers.holding(caches.store("homes") / here.name) as homes:
            settings = runner.Settings(
                scratch=here / "work", marker=f"{here.name}-", timeout=timeout, homes=homes
            )
            contents = runner.read(case, settings)
            place = runner.lay(contents, settings)
            try:
                planned = runner.planned(case, contents, named, 1, settings, "tiny")
                return runner.run(planned, case, contents, named, place, settings)
            finally:
                runner.close(place)


def _seconds(text: str) -> float:
    from pytest_editbench import parsing

    try:
        return parsing.seconds(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", metavar="NAME", help="look whether this one can run here, and what to do")
    parser.add_argument("--live", action="store_true", help="with --check: run and judge one tiny case too")
    parser.add_argument("--model", action="append", default=[], metavar="NAME", help="the model to ask")
    parser.add_argument("--base-url", metavar="URL", help="the server of the model")
    parser.add_argument("--home", choices=HOME_CHOICES, help="as --editbench-home")
    parser.add_argument(
        "--presets", action="append", default=[], metavar="FILE", help="presets of your own; repeatable"
    )
    parser.add_argument(
        "--timeout", type=_seconds, default=300.0, metavar="S", help="of the tiny case, in seconds (300)"
    )


COMMANDS = {
    "agents": Command(_agents, "List the agents that can be named, or check one.", _declare),
}

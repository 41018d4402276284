"""Commands about cases: new, show, validate."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.cases.kinds import of_folders
from pytest_editbench.cli import listing, repositories
from pytest_editbench.cli.command import Command
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    import argparse

    from pytest_editbench.model import Case


def _new(arguments: argparse.Namespace) -> int:
    from pytest_editbench.cases import skeleton

    folder = Path(arguments.id)
    skeleton.create(folder, arguments.kind)
    print(f"{folder}: a case to fill in; check it with: editbench validate {folder}")
    return 0


def _validate(arguments: argparse.Namespace) -> int:
    from pytest_editbench.cases import discovery, validation

    cases = list(discovery.discover([Path(path) for path in arguments.paths]))
    known = repositories.named(arguments)
    faults = [
        *(fault for case in cases for fault in validation.faults(case, known, excerpt=arguments.excerpt)),
        *validation.repeated_ids(cases),
    ]
    return listing.faults(faults, len(cases), as_json=arguments.json)


def _show(arguments: argparse.Namespace) -> int:
    from pytest_editbench import portrait

    cases = _named(arguments.case)
    if len(cases) != 1:
        known = ", ".join(case.id for case in cases[:10])
        raise UsageError(
            f"{arguments.case} holds {len(cases)} cases; name one folder ({known or 'none found'})"
        )
    clones = repositories.named(arguments)
    for line in portrait.lines(cases[0], clones, excerpt=arguments.excerpt):
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


def _declare_new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the case's folder, e.g. cases/operator-swap-logical-001")
    kinds = [kind.name for kind in of_folders()]
    parser.add_argument("--kind", choices=kinds, default=kinds[0], help="what it asks for (%(default)s)")


def _declare_validate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", help="a case, a folder of cases, an archive, or examples"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    repositories.declare(parser)


def _declare_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("case", metavar="CASE", help="a case's folder, or a pytest id of one")
    repositories.declare(parser)


COMMANDS = {
    "new": Command(_new, "Make a case skeleton.", _declare_new),
    "show": Command(_show, "Print a case: prompt, change, metadata.", _declare_show),
    "validate": Command(_validate, "List all faults of cases.", _declare_validate),
}

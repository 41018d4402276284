"""The options of commands that need the repositories of examples."""

from __future__ import annotations

import argparse

from pytest_editbench import parsing
from pytest_editbench.repositories import urls
from pytest_editbench.repositories.finding import Repositories


def declare(parser: argparse.ArgumentParser) -> None:
    """Let the command be told where clones are."""
    parser.add_argument(
        "--repo",
        action="append",
        default=[],
        type=_clone,
        metavar="URL=PATH",
        help="a clone of a repository that examples name; repeatable",
    )
    parser.add_argument("--clone", action="store_true", help="fetch repositories that are not at hand")
    parser.add_argument(
        "--excerpt", action="store_true", help="let excerpts stand for repositories not at hand"
    )


def named(arguments: argparse.Namespace) -> Repositories:
    """Where to look for clones."""
    clones = {urls.key(clone.url): clone.path for clone in arguments.repo}
    return Repositories(clones, clone=arguments.clone, dashes="--")


def _clone(text: str) -> parsing.NamedClone:
    try:
        return parsing.named_clone(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}, not {text!r}") from None

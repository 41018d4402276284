"""Commands that make suites and check them: generate, lint."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.cli import listing
from pytest_editbench.cli.command import Command
from pytest_editbench.cli.progress import Progress
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from pytest_editbench.generate.engine import Generated
    from pytest_editbench.generate.output import Target
    from pytest_editbench.generate.recipe.recipe import Recipe
    from pytest_editbench.generate.sources import Source

_RECIPE = ".toml"
# The keys of a recipe that options set.
_KEYS = {
    "name": "--name",
    "seed": "--seed",
    "scale": "--count-scale",
    "count": "--count",
    "mutations": "--mutations",
    "categories": "--categories",
    "difficulties": "--difficulty",
    "min-score": "--min-score",
}
_MOST_JOBS = 256
_INTERRUPTED = 130  # as a shell tells of Ctrl-C


def _generate(arguments: argparse.Namespace) -> int:
    try:
        recipe, target = _recipe(arguments), _target(arguments)
        with Progress(sys.stderr) as progress:
            made = _made(recipe, _sources(recipe, arguments, progress), arguments.jobs, progress)
        if arguments.explain:
            return _explain(made, arguments.explain)
        if target:
            _write(made, target)
        return _tell(made, target)
    except KeyboardInterrupt:
        print("editbench: interrupted; only whole cases were written; --update goes on", file=sys.stderr)
        return _INTERRUPTED


def _recipe(arguments: argparse.Namespace) -> Recipe:
    """The recipe that is named, or that of the sources named, with what the options set."""
    from pytest_editbench.generate.recipe import reading, recipe

    named = [each for each in arguments.sources if each.endswith(_RECIPE)]
    if named and len(arguments.sources) > 1:
        raise UsageError(f"{named[0]}: a recipe names its sources itself; name nothing beside it")
    if arguments.lock and not named:
        raise UsageError("--lock writes into a recipe; name one, such as suite.toml")
    found = reading.load(Path(named[0])) if named else recipe.Recipe.of_specs(arguments.sources)
    for key, option in _KEYS.items():
        value = getattr(arguments, key.replace("-", "_"))
        if value is not None:
            found = reading.changed(found, {key: value}, option)
    return found


def _target(arguments: argparse.Namespace) -> Target | None:
    from pytest_editbench.generate import output, tarball

    if arguments.dry_run or arguments.explain:
        return None
    if arguments.output is None:
        raise UsageError("say where the suite goes with -o DIR, or use --dry-run")
    path = Path(arguments.output)
    named = path.name.endswith(tarball.ENDINGS) and not path.is_dir()
    archive = arguments.format == "tar.gz" or (arguments.format is None and named)
    return output.open_target(path, archive=archive, update=arguments.update)


def _sources(recipe: Recipe, arguments: argparse.Namespace, progress: Progress) -> list[Source]:
    from pytest_editbench.generate import sources
    from pytest_editbench.generate.recipe import locking

    specs = (recipe.unlocked() if arguments.lock else recipe).sources
    found = []
    for at, spec in enumerate(specs):
        progress.told("fetching sources", at, len(specs))
        found.append(sources.read(spec))
    if arguments.lock and locking.lock(Path(arguments.sources[0]), found):
        progress.clear()
        print(f"{arguments.sources[0]}: locked")
    return found


def _made(recipe: Recipe, sources: list[Source], jobs: int, progress: Progress) -> Generated:
    from pytest_editbench.generate import engine
    from pytest_editbench.processes.workers import workers

    with workers(jobs) as pool:
        return engine.generate(recipe, sources, pool, progress.told)


def _explain(made: Generated, case: str) -> int:
    from pytest_editbench.generate import account

    for line in account.explanation(made, case):
        print(line)
    return 0


def _write(made: Generated, target: Target) -> None:
    from pytest_editbench.generate import manifest, output, suite

    sources = {source.name: source for source in made.sources}
    cases = {case.id: case for case in made.cases()}

    def members(case: str) -> suite.Members:
        return suite.members(cases[case], made.recipe.seed, sources)

    digests = {case: suite.digest(members(case)) for case in cases}
    if not digests:
        return
    for case in output.write(target, digests, members, manifest.manifest(made, digests)):
        print(f"editbench: {target.path / case}: changed by hand; left as it is", file=sys.stderr)


def _tell(made: Generated, target: Target | None) -> int:
    from pytest_editbench.generate import account

    lines: list[Iterable[str]] = [account.outcome(made)]
    if target is None:
        lines += [account.distribution(made), account.examples(made)]
    for line in (line for part in lines for line in part):
        print(line)
    found = made.cases()
    if target and found:
        print(f"{target.path}: {account.counted(len(found), 'case')}")
        print(f"next: pytest {shlex.quote(str(target.path))} --editbench-agent=…")
    return 0 if found else 1


def _lint(arguments: argparse.Namespace) -> int:
    from pytest_editbench.cases import discovery
    from pytest_editbench.generate import lint

    cases = list(discovery.discover([Path(path) for path in arguments.paths]))
    faults = [fault for case in cases for fault in lint.lint(case)]
    return listing.faults(faults, len(cases), as_json=arguments.json)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _MOST_JOBS:
        raise ArgumentTypeError(f"must be a whole number from 1 to {_MOST_JOBS}, not {text!r}")
    return int(text)


def _declare_generate(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "sources",
        metavar="SOURCE",
        nargs="+",
        help="a folder, npm:NAME@VERSION, pypi:NAME==VERSION, git:URL-or-path@REV; or one recipe, suite.toml",
    )
    add("-o", "--output", metavar="DIR", help="the folder, or the .tar.gz file, to write")
    add("--format", choices=("dir", "tar.gz"), help="folders, or one archive (default: as -o is called)")
    add("--update", action="store_true", help="write into a suite that stands; keep what others wrote there")
    add("--seed", type=int, metavar="N", help="decides what is drawn (default: 42)")
    many = parser.add_mutually_exclusive_group().add_argument
    many("--count-scale", dest="scale", type=float, metavar="X", help="times the standard number of cases")
    many("--count", type=int, metavar="N", help="N cases in all, spread like the standard plan")
    add("--mutations", type=_words, metavar="LIST", help="only these, with commas between")
    add("--categories", type=_words, metavar="LIST", help="only mutations of these categories")
    add(
        "--difficulty",
        dest="difficulties",
        type=_words,
        metavar="LIST",
        help="of easy,medium,hard,nightmare (default: all)",
    )
    add("--min-score", type=float, metavar="N", help="least difficulty score of a case")
    add("--name", metavar="NAME", help="the suite's name in its manifest")
    add("--jobs", type=_jobs, default=1, metavar="N", help="processes; the suite is the same (default: 1)")
    add("--dry-run", action="store_true", help="print plan, distribution and examples; write no suite")
    add("--explain", metavar="CASE", help="print which candidates were tried for a case; write no suite")
    add("--lock", action="store_true", help="write the sources' digests into the recipe")


def _declare_lint(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a case, a folder of cases, or an archive")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


COMMANDS = {
    "generate": Command(_generate, "Make a suite of cases from real source.", _declare_generate),
    "lint": Command(
        _lint, "Prove again that prompts have one answer, and that metadata is true.", _declare_lint
    ),
}

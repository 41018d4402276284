"""The part of the command convert that makes cases from history."""

from __future__ import annotations

import argparse
import json
import re
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_editbench.cli.progress import Progress
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_editbench.history.request import Request


def run(arguments: argparse.Namespace) -> int:
    """Make the cases and say what became of each commit; 1 where there is none."""
    from pytest_editbench.compare.visible import escaped
    from pytest_editbench.history import making
    from pytest_editbench.history.account import Account

    request, revisions = _request(arguments)
    commits = making.chosen(request.repository, revisions)
    target = Path(arguments.output)
    account = Account()
    try:
        with Progress(sys.stderr) as progress, closing(making.make(request, commits, target)) as steps:
            for account in steps:
                progress.told("reading commits", account.commits, len(commits))
    except KeyboardInterrupt:
        print(f"editbench: interrupted: {account.counted()} written", file=sys.stderr)
        raise
    if arguments.json:
        print(json.dumps(account.data()))
        return 0 if account.made else 1
    if len(commits) == 1 and not re.fullmatch(r"[0-9a-f]{7,64}|.*\.\..*", revisions[0]):
        advice = f"for more of them name a range, such as {revisions[0]}~20..{revisions[0]}"
        print(f"editbench: {escaped(revisions[0])} is one commit; {escaped(advice)}", file=sys.stderr)
    for line in account.lines():
        print(f"editbench: {escaped(line)}", file=sys.stderr)
    print(f"{escaped(str(target))}: {account.total()}")
    return 0 if account.made else 1


def _request(arguments: argparse.Namespace) -> tuple[Request, list[str]]:
    from pytest_editbench.cases.kinds import EDIT
    from pytest_editbench.history.request import MESSAGE, Request
    from pytest_editbench.repositories.git import Repository

    place, *revisions = arguments.from_git
    revisions += [each for each in (arguments.source, arguments.target) if each is not None]
    if not revisions:
        raise UsageError("name revisions or ranges after --from-git REPO, such as main~20..main")
    if not arguments.output:
        raise UsageError("say where the cases go: -o DIR")
    if sys.getfilesystemencoding() != "utf-8":
        raise UsageError("names of files are not UTF-8 in this locale; set PYTHONUTF8=1, or LC_ALL=C.UTF-8")
    _check_options(arguments, EDIT)
    if not Path(place).is_dir():
        raise UsageError(f"{place}: there is no such folder")
    repository = Repository(Path(place))
    request = Request(
        repository,
        kind=arguments.kind or EDIT,
        prompt=arguments.prompt or MESSAGE,
        allow_loose=arguments.allow_loose,
        whole=arguments.whole,
        seed=arguments.seed or 0,
    )
    return request, revisions


def _check_options(arguments: argparse.Namespace, edit: str) -> None:
    edits = {"--allow-loose": arguments.allow_loose, "--prompt": arguments.prompt}
    if arguments.kind not in (None, edit) and (wrong := _given(edits)):
        raise UsageError(f"{wrong} is for edit cases, not for --kind {arguments.kind}")
    if arguments.prompt == "hunks" and arguments.allow_loose:
        raise UsageError("--allow-loose is for prompts of messages; those of --prompt hunks are never loose")
    if arguments.kind != "example" and arguments.seed is not None:
        raise UsageError("--seed is for --kind example; nothing else is drawn")
    names = ("to", "input", "repo", "clone", "excerpt")
    if wrong := _given({f"--{name}": getattr(arguments, name) for name in names}):
        raise UsageError(f"{wrong} is not for cases from history; leave it out")


def _given(options: Mapping[str, object]) -> str | None:
    """The first option that was given."""
    absent = [name for name, value in options.items() if value is None or value is False or value == []]
    return next((name for name in options if name not in absent), None)


def refuse(arguments: argparse.Namespace) -> None:
    """`UsageError` where an option for history stands without --from-git."""
    given = {
        "-o": arguments.output,
        "--kind": arguments.kind,
        "--prompt": arguments.prompt,
        "--allow-loose": arguments.allow_loose,
        "--seed": arguments.seed,
        "--json": arguments.json,
    }
    if name := _given(given):
        raise UsageError(f"{name} is for cases from history; name a repository with --from-git")


class _FromGit(argparse.Action):
    """Takes the values, and sets the command's own arguments free."""

    def __init__(
        self, *args: Any, instead_of: Sequence[argparse.Action], **kwargs: Any
    ) -> None:  # as argparse
        super().__init__(*args, **kwargs)
        self._others = instead_of

    def __call__(self, _: object, namespace: argparse.Namespace, values: object, *__: object) -> None:
        setattr(namespace, self.dest, values)
        for other in self._others:
            other.required = False


def declare(parser: argparse.ArgumentParser, instead_of: Sequence[argparse.Action]) -> None:
    """Let the command be told what to make of history in place of these arguments."""
    from pytest_editbench.history.making import MAKERS
    from pytest_editbench.history.request import PROMPTS

    group = parser.add_argument_group("cases from history, in place of SRC and DST")
    add = group.add_argument
    add(
        "--from-git",
        action=_FromGit,
        instead_of=instead_of,
        nargs="+",
        metavar=("REPO", "REV"),
        help="make cases of commits: a repository, then revisions (one commit each) or ranges "
        "such as main~20..main",
    )
    add("-o", "--output", metavar="DIR", help="the folder for them; nothing in it is overwritten")
    add("--kind", choices=tuple(MAKERS), help="what to make (default: edit)")
    add("--prompt", choices=PROMPTS, help="what an edit's prompt is made of (default: message)")
    add("--allow-loose", action="store_true", help="keep edits that their message does not determine, marked")
    add("--seed", type=int, metavar="N", help="decides where examples are split (default: 0)")
    add("--json", action="store_true", help="print one JSON object on all commits")

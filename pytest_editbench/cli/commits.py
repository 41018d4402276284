"""The command commit-check: the rules of proposals on real messages, in a hook or over a range."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from textwrap import TextWrapper
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.cli.command import Command
from pytest_editbench.errors import UnavailableError, UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from pytest_editbench.breaches import Breach
    from pytest_editbench.commits.proposal import ChangedFile
    from pytest_editbench.repositories.git import Repository
    from pytest_editbench.repositories.history import Touched

_LARGEST = 1024 * 1024  # bytes of a message
_WIDTH = 80  # columns
_WRAPPER = TextWrapper(
    _WIDTH, initial_indent="  ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
)


class Checked(NamedTuple):
    """A message that was looked at."""

    name: str  # the file, or the commit's short id
    subject: str
    breaches: tuple[Breach, ...] = ()
    passed_over: str = ""  # why it was not judged


def _check(arguments: argparse.Namespace) -> int:
    if (arguments.message is None) == (arguments.range is None):
        raise UsageError(
            "name a MESSAGE-FILE (- for standard input), or a range of commits with --range A..B"
        )
    where = repository(Path(arguments.repo or "."))
    if arguments.range is not None:
        found = list(_of_range(where, arguments.range))
        if not found:
            raise UsageError(f"{arguments.range} holds no commit")
    else:
        found = [_of_file(arguments.message, where, named=arguments.repo is not None)]
    errors = _totals(found)["errors"]
    for line in [json.dumps(_data(found))] if arguments.json else _lines(found):
        print(line)
    return 1 if errors else 0


def repository(place: Path) -> Repository:
    """The repository that the folder is in; itself where none is found, so that git says what is wrong."""
    from pytest_editbench.repositories.git import Repository

    if not place.is_dir():
        raise UsageError(f"{place}: there is no such folder (--repo)")
    here = place.resolve()
    top = next((each for each in (here, *here.parents) if (each / ".git").exists()), here)
    return Repository(top)


def _of_file(name: str, repository: Repository, *, named: bool) -> Checked:
    """A message, with what is staged as its files; without a repository, nothing is known of files."""
    from pytest_editbench.commits import history

    message = history.cleaned(_read(name))
    try:
        files = _staged(repository)
    except UnavailableError as problem:
        if named:
            raise
        files = None
        print(f"editbench: rules that ask for files are left out: {problem}", file=sys.stderr)
    return _judged(name, message, files)


def _staged(repository: Repository) -> tuple[ChangedFile, ...] | None:
    from pytest_editbench.repositories import history

    return _changed(history.staged(repository, os.environ.get("GIT_INDEX_FILE")))


def _of_range(repository: Repository, span: str) -> Iterator[Checked]:
    from pytest_editbench.repositories import history

    listed = history.commits if ".." in span else history.reachable
    for commit in listed(repository, span):
        name = commit.id[:12]
        if len(commit.parents) > 1:
            yield Checked(name, _subject(commit.message), passed_over="a merge")
        else:
            yield _judged(name, commit.message, _changed(history.touched(repository, commit)))


def _judged(name: str, message: str, files: tuple[ChangedFile, ...] | None) -> Checked:
    from pytest_editbench.commits import history

    reason = history.passed_over(message)
    breaches = () if reason else history.check(message, files)
    return Checked(name, _subject(message), breaches, reason)


def _changed(found: Iterable[Touched]) -> tuple[ChangedFile, ...] | None:
    """The files; None where there are none: an empty commit has no files, an amended one others."""
    from pytest_editbench.commits.proposal import ChangedFile, Status

    statuses: dict[str, Status] = {"A": "added", "D": "deleted", "R": "renamed"}
    files = (ChangedFile(each.path, statuses.get(each.letter, "modified"), each.before) for each in found)
    return tuple(files) or None


def _read(name: str) -> str:
    from pytest_editbench.commits import history

    try:
        data = sys.stdin.buffer.read(_LARGEST + 1) if name == "-" else _file(Path(name))
    except OSError as problem:
        raise UsageError(f"{name}: cannot be read: {problem.strerror}") from None
    text = data[:_LARGEST].decode("utf-8-sig", "replace")
    if len(data) > _LARGEST and not history.has_scissors(text):
        raise UsageError(f"{name}: has more than {_LARGEST:,} bytes; a message is shorter")
    return text


def _file(path: Path) -> bytes:
    if path.exists() and not path.is_file():  # a pipe would make us wait
        raise UsageError(f"{path}: is no file; name one, or - for standard input")
    with path.open("rb") as stream:
        return stream.read(_LARGEST + 1)


def _subject(message: str) -> str:
    return message.partition("\n")[0]


def _lines(found: list[Checked]) -> Iterator[str]:
    from pytest_editbench.compare.visible import escaped
    from pytest_editbench.report.table import fitted

    for each in found:
        if each.passed_over:
            told = f"{each.name}: passed over ({each.passed_over}): {each.subject}"
            yield fitted(escaped(told), _WIDTH)
        elif each.breaches:
            yield fitted(escaped(f"{each.name}: {each.subject}"), _WIDTH)
            for breach in each.breaches:
                yield from _WRAPPER.wrap(escaped(str(breach)))
    totals = _totals(found)
    passed_over = totals.pop("passed_over")
    counts = (f"{count} {name[:-1] if count == 1 else name}" for name, count in totals.items())
    yield f"{', '.join(counts)}{f'; {passed_over} passed over' if passed_over else ''}"


def _totals(found: list[Checked]) -> dict[str, int]:
    judged = [each for each in found if not each.passed_over]
    breaches = [breach for each in judged for breach in each.breaches]
    errors = sum(breach.severity == "error" for breach in breaches)
    return {
        "messages": len(judged),
        "errors": errors,
        "warnings": len(breaches) - errors,
        "passed_over": len(found) - len(judged),
    }


def _data(found: list[Checked]) -> dict[str, object]:
    from dataclasses import asdict

    messages = [
        {**each._asdict(), "breaches": [asdict(breach) for breach in each.breaches]} for each in found
    ]
    return {"messages": messages, "totals": _totals(found)}


def _declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "message", metavar="MESSAGE-FILE", nargs="?", help="as git gives it to a commit-msg hook; - for stdin"
    )
    parser.add_argument(
        "--range",
        metavar="A..B",
        help="judge the commits of a range instead, or with one revision all up to it",
    )
    parser.add_argument("--repo", metavar="DIR", help="the repository (default: the current folder's)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


COMMANDS = {
    "commit-check": Command(_check, "Hold commit messages against the rules of proposals.", _declare),
}

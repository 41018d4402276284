"""The command that converts: convert."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pytest_editbench.cli import harvesting, repositories
from pytest_editbench.cli.command import Command
from pytest_editbench.errors import UsageError

if TYPE_CHECKING:
    import argparse

_STDOUT = "-"


def _convert(arguments: argparse.Namespace) -> int:
    from pytest_editbench.convert import reading, writing

    if arguments.from_git:
        return harvesting.run(arguments)
    harvesting.refuse(arguments)
    stdin = sys.stdin.buffer.read() if arguments.source == reading.STDIN else b""
    clones = repositories.named(arguments)
    means = reading.Means(clones, arguments.excerpt, arguments.input or "", stdin)
    if arguments.target == _STDOUT:
        if arguments.to in (None, writing.CASES):
            raise UsageError("say what to print: --to markdown, json or jsonl")
        found = [piece.example() for piece in reading.pieces(arguments.source, means)]
        print(writing.text(found, arguments.to), end="")
        return 0
    target = writing.Target.of(arguments.target, arguments.to, whole=arguments.whole)
    pieces = reading.pieces(arguments.source, means)
    for line in writing.write(pieces, target):
        print(f"editbench: {line}", file=sys.stderr)
    noun = "case" if target.form == writing.CASES else "example"
    print(f"{arguments.target}: {len(pieces)} {noun}{'' if len(pieces) == 1 else 's'}")
    return 0


def _declare(parser: argparse.ArgumentParser) -> None:
    from pytest_editbench.convert import writing

    add = parser.add_argument
    source = add(
        "source",
        metavar="SRC",
        help="examples (.md, .jsonl, .json, - for standard input, or a folder of them), cases, "
        "a commit as REPOSITORY@REVISION, or a .patch file",
    )
    target = add(
        "target",
        metavar="DST",
        help="a new .md, .jsonl or .json file, a new folder, or - for standard output",
    )
    add("--to", choices=writing.FORMS, help="what to write (default: as DST's suffix says, else cases)")
    add("--input", metavar="TREE", help="what a patch applies to: a folder, or REPOSITORY@REVISION")
    add("--whole", action="store_true", help="write cases with all files of their repository")
    repositories.declare(parser)
    harvesting.declare(parser, [source, target])


COMMANDS = {
    "convert": Command(_convert, "Turn examples, cases, commits and patches into one another.", _declare),
}

"""The formatters by name, and which one is asked about a file."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.errors import UsageError
from pytest_editbench.formatters import prettier
from pytest_editbench.formatters.formatter import Formatter, Write
from pytest_editbench.formatters.programs import PLACEHOLDER, InPlace, Piped, executable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import PurePosixPath


@dataclass(frozen=True, slots=True)
class Row:
    """What a formatter takes, and how it is made to run."""

    extensions: frozenset[str]
    make: Callable[[Path, str], Write]  # from the folder it is asked in, and Prettier's options
    advice: str  # how to get it


def _piped(program: Piped, advice: str, directory: Path, _options: str) -> Write:
    name, *arguments = program.argv
    found = executable(name, directory)
    if found is None:
        raise UsageError(f"{name} was not found; {advice}")
    return replace(program, argv=(found, *arguments))


def _row(extensions: str, program: Piped, advice: str) -> Row:
    return Row(frozenset(extensions.split()), partial(_piped, program, advice), advice)


BIOME: Mapping[str, Mapping[str, object]] = {
    "files": {"maxSize": 64 * 1024 * 1024},
    "formatter": {"indentStyle": "space", "indentWidth": 2, "lineWidth": 100},
    "javascript": {
        "formatter": {
            "quoteStyle": "single",
            "semicolons": "always",
            "trailingCommas": "all",
            "arrowParentheses": "always",
        }
    },
    "json": {"parser": {"allowComments": True, "allowTrailingCommas": True}},
    "css": {"formatter": {"enabled": True, "quoteStyle": "single"}},
}

FORMATTERS: Mapping[str, Row] = {
    "prettier": Row(frozenset(prettier.PARSERS), prettier.make, prettier.ADVICE),
    "biome": _row(
        ".js .mjs .cjs .jsx .ts .mts .cts .tsx .json .jsonc .css",
        Piped(
            ("biome", "format", "--config-path=.", "--colors=off", f"--stdin-file-path={PLACEHOLDER}"),
            ("biome.json", json.dumps({"root": True, **BIOME})),
            json.dumps({"root": True, **BIOME, "formatter": {**BIOME["formatter"], "expand": "never"}}),
        ),
        "pip install 'pytest-editbench[biome]' on Linux (x86-64), elsewhere npm install @biomejs/biome",
    ),
    "ruff": _row(
        ".py .pyi",
        Piped(("ruff", "format", "--isolated", "--no-cache", f"--stdin-filename={PLACEHOLDER}", "-")),
        "pip install ruff",
    ),
    "gofmt": _row(".go", Piped(("gofmt",)), "it comes with Go"),
    "rustfmt": _row(
        ".rs",
        Piped(("rustfmt", "--emit=stdout", "--config-path=."), ("rustfmt.toml", 'edition = "2021"\n')),
        "rustup component add rustfmt",
    ),
}


def resolve(spec: str, directory: Path, prettier_options: str = "") -> Formatter:
    """The formatter of a name in FORMATTERS, or of a command that rewrites `{file}`.

    It is looked for from `directory`. `UsageError` when there is none, or nothing of that name; it
    tells how to get it. `prettier_options` are a JSON object, or empty.
    """
    return _resolved(spec, directory.resolve(), prettier_options)


@cache  # a formatter is looked for once a session, not once a file
def _resolved(spec: str, directory: Path, prettier_options: str) -> Formatter:
    if row := FORMATTERS.get(spec):
        return Formatter(spec, row.extensions, row.make(directory, prettier_options))
    if PLACEHOLDER not in spec:
        known = ", ".join(FORMATTERS)
        raise UsageError(f"no formatter {spec!r}; known: {known}, or a command that rewrites {PLACEHOLDER}")
    return Formatter(spec, None, InPlace(_words(spec, directory), directory))


def _words(command: str, directory: Path) -> tuple[str, ...]:
    try:
        program, *arguments = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"formatter {command!r}: {error}") from None
    found = executable(str(directory / program) if "/" in program else program, directory)
    if found is None:
        raise UsageError(f"formatter {command!r}: {program} was not found, or may not be executed")
    return (found, *arguments)


def check(specs: Sequence[str], directory: Path = Path(), prettier_options: str = "") -> None:
    """Find every formatter that is named; `UsageError` for what cannot be carried out.

    A spec is a name or a command, for all files it takes, or `.ext=` and one of them.
    """
    rules = [_rule(spec) for spec in specs]
    bound = [extension for extension, _ in rules if extension]
    if repeated := {extension for extension in bound if bound.count(extension) > 1}:
        raise UsageError(f"more than one formatter for {', '.join(sorted(repeated))}")
    for extension, spec in rules:
        formatter = resolve(spec, directory, prettier_options)
        known = formatter.extensions
        if extension and known is not None and extension not in known:
            raise UsageError(f"{spec} takes no {extension} files, only {' '.join(sorted(known))}")


def choose(
    specs: Sequence[str], path: PurePosixPath, directory: Path = Path(), prettier_options: str = ""
) -> Formatter | None:
    """Who is asked about a file: the one for its extension, else the first that takes it, else nobody."""
    rules = [_rule(spec) for spec in specs]
    own = [spec for extension, spec in rules if extension == path.suffix.lower()]
    general = [spec for extension, spec in rules if extension is None]
    found = (resolve(spec, directory, prettier_options) for spec in (*own, *general))
    return next((formatter for formatter in found if formatter.takes(path)), None)


def _rule(spec: str) -> tuple[str | None, str]:
    """The extension that a spec is bound to, and what stands behind it."""
    bound = re.fullmatch(r"\s*(\.[\w+-]+)=(.+)", spec)
    return (bound[1].lower(), bound[2].strip()) if bound else (None, spec.strip())

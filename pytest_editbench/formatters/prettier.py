"""Prettier, by one Node process that stays."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_editbench.errors import FormatterError, UsageError
from pytest_editbench.formatters.formatter import first_line, neutral
from pytest_editbench.formatters.programs import TIMEOUT
from pytest_editbench.formatters.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import PurePosixPath

VARIABLE = "EDITBENCH_PRETTIER"
ADVICE = f"npm install prettier, or name its folder in {VARIABLE}; it runs on Node (node in PATH)"
KEY = "editbench_prettier_options"
SCRIPT = Path(__file__).with_name("prettier_worker.js")

OPTIONS: Mapping[str, object] = {
    "printWidth": 100,
    "tabWidth": 2,
    "useTabs": False,
    "singleQuote": True,
    "semi": True,
    "trailingComma": "all",
    "arrowParens": "always",
    # Else CSS, HTML and GraphQL in template literals, and code in Markdown fences, would be rewritten:
    # their white space is content.
    "embeddedLanguageFormatting": "off",
}

_flow: Mapping[str, object] = {"parser": "flow"}
_typescript: Mapping[str, object] = {"parser": "typescript"}
_markdown: Mapping[str, object] = {"parser": "markdown"}
_yaml: Mapping[str, object] = {"parser": "yaml"}

PARSERS: Mapping[str, Mapping[str, object]] = {
    ".js": _flow,
    ".mjs": _flow,
    ".cjs": _flow,
    ".jsx": _flow,
    ".ts": _typescript,
    ".mts": _typescript,
    ".cts": _typescript,
    ".tsx": _typescript,
    ".json": {"parser": "json"},
    ".jsonc": {"parser": "jsonc"},
    ".md": _markdown,
    ".markdown": _markdown,
    ".mdx": {"parser": "mdx"},
    ".yaml": _yaml,
    ".yml": _yaml,
    ".css": {"parser": "css"},
    ".scss": {"parser": "scss"},
    # Scripts and styles are the code of a page, not content.
    ".html": {"parser": "html", "embeddedLanguageFormatting": "auto"},
}

_numbers = count()


@dataclass(frozen=True, slots=True)
class Prettier:
    """Prettier of one place with one set of options."""

    worker: Worker
    options: str  # JSON; those of the user, which win over ours
    timeout: float = TIMEOUT  # seconds for one file

    def __call__(self, path: PurePosixPath, data: bytes, /, *, collapsed: bool = False) -> bytes:
        """The formatted text of a file."""
        options = {
            **OPTIONS,
            **PARSERS[path.suffix.lower()],
            "objectWrap": "collapse" if collapsed else "preserve",
            **json.loads(self.options),
            "filepath": neutral(path),
        }
        number = next(_numbers)
        request = json.dumps({"id": number, "text": data.decode(), "options": options})
        return _text(self.worker.ask(request.encode(), self.timeout), number)


def make(directory: Path, options: str) -> Prettier:
    """Prettier as found from `directory`; `UsageError` says what is missing.

    `options` are a JSON object of Prettier's own options, or empty.
    """
    node, package = shutil.which("node"), find(directory, os.environ)
    if node is None or package is None:
        missing = "Prettier" if node else "Node, on which Prettier runs,"
        raise UsageError(f"prettier: {missing} was not found; {ADVICE}")
    return Prettier(_worker(node, package, directory), _checked(options))


def find(directory: Path, environ: Mapping[str, str]) -> Path | None:
    """Prettier's package: where the variable says, in node_modules upward, or behind the one in PATH."""
    if given := environ.get(VARIABLE):
        package = _package([Path(given).expanduser()])
        if package is None:
            raise UsageError(f"{VARIABLE}: no Prettier in {given}; name the folder with its package.json")
        return package
    return _package(_installed(directory, environ))


def _installed(directory: Path, environ: Mapping[str, str]) -> Iterator[Path]:
    for folder in (directory, *directory.parents):
        yield folder / "node_modules" / "prettier"
    if command := shutil.which("prettier", path=environ.get("PATH", "")):
        yield Path(command)
        yield Path(command).parent.parent / "prettier"  # a starter in node_modules/.bin


def _package(places: Iterable[Path]) -> Path | None:
    """The first folder, at or above the places, whose package.json is Prettier's."""
    for place in places:
        resolved = place.resolve()
        for folder in (resolved, *resolved.parents[:2]):  # of a link to bin/prettier.cjs
            if _names_prettier(folder / "package.json"):
                return folder
    return None


def _names_prettier(manifest: Path) -> bool:
    try:
        found = json.loads(manifest.read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("name") == "prettier"


@cache
def _worker(node: str, package: Path, directory: Path) -> Worker:
    return Worker((node, str(SCRIPT), str(package)), directory)


def _checked(options: str) -> str:
    try:
        given = json.loads(options or "{}")
    except ValueError as error:
        raise UsageError(f"{KEY} must be JSON: {error}") from None
    if not isinstance(given, dict):
        raise UsageError(f'{KEY} must be a JSON object such as {{"printWidth": 80}}, not {options}')
    return json.dumps(given)


def _text(line: bytes, number: int) -> bytes:
    try:
        answer = json.loads(line)
        if answer["id"] != number:
            raise FormatterError("the worker answered another question")
        if "text" in answer:
            return str(answer["text"]).encode()
        raise FormatterError(first_line(answer["error"]))
    except (ValueError, KeyError, TypeError) as error:
        raise FormatterError(f"the worker's answer cannot be read: {error}") from None

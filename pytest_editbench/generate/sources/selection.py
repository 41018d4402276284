"""Which files of a source are taken: code as people write it, of a size to work on."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from pytest_editbench.generate.source import SourceFile
from pytest_editbench.generate.sources import patterns
from pytest_editbench.generate.sources.material import is_code

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import PurePosixPath

FEWEST_LINES = 30
MOST_LINES = 800
LONGEST_LINE = 500  # bytes; longer ones are for machines


@dataclass(frozen=True, slots=True)
class Rule:
    """Files that are left out by folder or name, in small letters; an `include` that names such lifts it."""

    reason: str
    folders: frozenset[str] = frozenset()
    names: str = r"(?!)"  # searched for in the file's name

    def leaves_out(self, path: PurePosixPath) -> bool:
        """Whether the file is one of these."""
        *folders, name = str(path).lower().split("/")
        return not self.folders.isdisjoint(folders) or bool(re.search(self.names, name))

    def is_lifted_by(self, pattern: str) -> bool:
        """Whether somebody who writes the pattern means files of this kind."""
        parts = pattern.lower().rstrip("/").split("/")
        return not self.folders.isdisjoint(parts) or bool(re.search(self.names, parts[-1]))


RULES = (
    Rule(
        "tests",
        frozenset({"test", "tests", "__tests__", "spec", "specs", "e2e"}),
        r"[._-](test|tests|spec|e2e|stories)\.|^test_|^conftest\.py$|^tests?\.",
    ),
    Rule("fixtures", frozenset({"fixture", "fixtures", "__fixtures__", "testdata", "__snapshots__"})),
    Rule("mocks", frozenset({"mock", "mocks", "__mocks__"}), r"[._-]mocks?\."),
    Rule("built", frozenset({"dist", "build", "out", "target", "coverage"}), r"[.-](min|bundle)\."),
    Rule(
        "vendored",
        frozenset(
            {
                "vendor",
                "vendored",
                "_vendor",
                "third_party",
                "third-party",
                "site-packages",
                "bower_components",
            }
        ),
    ),
    Rule("scripts", frozenset({"scripts"})),
    Rule("generated", frozenset({"generated", "__generated__"}), r"[._-]generated\.|_pb2(_grpc)?\.py$"),
    Rule("declarations", names=r"\.d\.[cm]?ts$|\.pyi$"),
)
"""The first that fits gives the reason."""


def select(
    source: str, files: Mapping[PurePosixPath, bytes], include: Sequence[str], exclude: Sequence[str]
) -> tuple[tuple[SourceFile, ...], dict[str, int]]:
    """The files taken, in the order of their paths, and how many were passed over for which reason.

    Of files with the same bytes the first is taken.
    """
    taken: list[SourceFile] = []
    skipped: Counter[str] = Counter()
    seen: set[bytes] = set()
    for path in sorted(filter(is_code, files), key=str):
        content = sha256(files[path]).digest()
        reason = _by_path(path, include, exclude) or _by_content(files[path])
        reason = reason or ("the same as another" if content in seen else None)
        if reason:
            skipped[reason] += 1
        else:
            seen.add(content)
            taken.append(SourceFile(source, path, files[path]))
    return tuple(taken), dict(sorted(skipped.items()))


def _by_path(path: PurePosixPath, include: Sequence[str], exclude: Iterable[str]) -> str | None:
    if any(patterns.matches(pattern, path) for pattern in exclude):
        return "excluded"
    named = [pattern for pattern in include if patterns.matches(pattern, path)]
    if include and not named:
        return "not included"
    barring = (rule for rule in RULES if not any(map(rule.is_lifted_by, named)))
    return next((rule.reason for rule in barring if rule.leaves_out(path)), None)


def _by_content(data: bytes) -> str | None:
    lines = data.count(b"\n") + (not data.endswith(b"\n"))
    if lines < FEWEST_LINES:
        return f"under {FEWEST_LINES} lines"
    if lines > MOST_LINES:
        return f"over {MOST_LINES} lines"
    if max(map(len, data.split(b"\n"))) > LONGEST_LINE:
        return "minified"
    return None if _is_text(data) else "not UTF-8 text"


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in data

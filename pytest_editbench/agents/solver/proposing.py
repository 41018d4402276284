"""A commit proposal by plain rules: the type from the files' roles and the reason given, the rest from names.

It proves that a prompt says enough to keep every rule, not that the proposal is one to be proud of.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench import roles
from pytest_editbench.agents.solver.errors import NotUnderstood
from pytest_editbench.cases.commits import patch
from pytest_editbench.cases.kinds import CHANGE
from pytest_editbench.commits import kinds
from pytest_editbench.commits.proposal import Proposal
from pytest_editbench.errors import CaseError
from pytest_editbench.model import File

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.commits.proposal import ChangedFile
    from pytest_editbench.model import Tree

# Where no role tells the type, the first of these that the reason has a word of.
_REASONS = (
    ("revert", r"taken? back|reverts?|undo"),
    ("style", r"formatter|layout|indentation|spacing"),
    ("perf", r"faster|slow(?:er)?|seconds|memory|quadratic"),
    ("refactor", r"behaves? as before|same as before|nothing changes for|stays? the same"),
    ("fix", r"bug|crash(?:es|ed)?|wrong(?:ly)?|fail(?:s|ed)?|reported|lost|broken"),
    ("feat", r"new|asked for|want(?:ed)?|can now|users? can"),
    ("chore", r"upkeep|tidied|ignored?"),
)
_VERBS = {"added": "added", "deleted": "removed", "renamed": "renamed", "modified": "changed"}
_NOTE = re.compile(
    r"^Why the change was made:\n\n(?P<note>.*?)\n\nAnswer with one JSON", re.DOTALL | re.MULTILINE
)
_WORDS = re.compile(r"^These words must appear in the summary or in a detail: (?P<list>.*)\.$", re.MULTILINE)
_FILES = re.compile(
    r"^These files must be named in the summary or in a detail: (?P<list>.*)\.$", re.MULTILINE
)
_ISSUE = re.compile(r"#\d+")
_GENERIC = ("src", "lib", "app", "packages", "tests", "docs", "internal", "cmd")


def propose(prompt: str, tree: Tree) -> str:
    """The proposal as JSON; `NotUnderstood` where there is no patch to speak of."""
    files = _changed(tree)
    note = found["note"] if (found := _NOTE.search(prompt)) else ""
    words = [word for told in _WORDS.findall(prompt) for word in re.findall(r'"([^"]+)"', told)]
    named = [name for told in _FILES.findall(prompt) for name in re.findall(r"`([^`]+)`", told)]
    kind = _type(files, note)
    details = [f"This touches {name}." for name in named] + [f"It is about {word}." for word in words]
    proposal = Proposal(
        type=kind,
        summary=_summary(files),
        scope=_scope([file.path for file in files]),
        details=(*details, *(["The aim is speed."] if kind == "perf" else [])),
        issues=tuple(dict.fromkeys(_ISSUE.findall(note))),
    )
    return json.dumps(asdict(proposal))


def _changed(tree: Tree) -> Sequence[ChangedFile]:
    entry = tree.get(PurePosixPath(CHANGE))
    if not isinstance(entry, File):
        raise NotUnderstood(f"there is no {CHANGE}, and nothing else is asked for that could be answered")
    try:
        found = patch.changed_files(entry.data.decode("utf-8", "surrogateescape"), CHANGE)
    except CaseError as problem:
        raise NotUnderstood(str(problem)) from None
    if not found:
        raise NotUnderstood(f"{CHANGE} changes nothing")
    return found


def _type(files: Sequence[ChangedFile], note: str) -> str:
    own = [{role.name for role in roles.every(file.path)} for file in files]
    for kind, names in kinds.DEMANDED.items():
        if all(each.intersection(names) for each in own):
            return kind
    for kind, words in _REASONS:
        if re.search(rf"\b(?:{words})\b", note, re.IGNORECASE):
            return kind
    return "feat" if any(file.status == "added" for file in files) else "refactor"


def _summary(files: Sequence[ChangedFile]) -> str:
    first = max(files, key=lambda file: roles.of(file.path).priority)
    more = f" and {len(files) - 1} more" if len(files) > 1 else ""
    return f"{_VERBS[first.status]} {_short(first.path.name)}{more}"


def _short(name: str) -> str:
    plain = "".join(sign if sign.isprintable() else "?" for sign in name).rstrip(".")
    return plain if len(plain) <= 40 else f"{plain[:39]}…"


def _scope(paths: Sequence[PurePosixPath]) -> str | None:
    """The innermost folder that all files share, where it is one that says something."""
    common = list(_common([path.parent.parts for path in paths]))
    told = [part.lower() for part in common if part.lower() not in _GENERIC]
    scope = told[-1] if told else None
    return scope if scope and re.fullmatch(r"[a-z0-9][a-z0-9_-]*", scope) else None


def _common(folders: Sequence[Sequence[str]]) -> Iterator[str]:
    for parts in zip(*folders, strict=False):
        if len(set(parts)) > 1:
            return
        yield parts[0]

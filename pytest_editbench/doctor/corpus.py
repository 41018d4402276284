"""Labelled pairs of contents, shipped with the package, and how the comparator fares on them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from importlib.resources import files
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from pytest_editbench import languages
from pytest_editbench.compare import levels
from pytest_editbench.model import MatchLevel

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping


@dataclass(frozen=True, slots=True)
class Pair:
    """Two contents of one file, and whether they are the same at level `format`."""

    group: str  # the language, as people write it
    name: str  # of the file
    kind: str  # what the two differ in
    same: bool
    accepted: bytes
    actual: bytes


@dataclass(frozen=True, slots=True)
class Tally:
    """How the pairs of a group came out."""

    pairs: int
    same: int
    false_accepts: tuple[Pair, ...]  # different, and taken for the same
    false_rejects: tuple[Pair, ...]  # the same, and taken for different
    unread: int  # whose language has no grammar here


def pairs() -> Iterator[Pair]:
    """All pairs of the corpus, by group; written as JSON, where `"\\u00ff"` stands for the byte ff."""
    folder = files("pytest_editbench.doctor") / "corpus"
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        data = json.loads(file.read_text(encoding="utf-8"))
        for row in data["pairs"]:
            yield Pair(
                data["language"],
                row.get("name", data["name"]),
                row["kind"],
                row["same"],
                row["accepted"].encode(),
                row["actual"].encode(),
            )


def examine(found: Iterable[Pair]) -> Mapping[str, Tally]:
    """The tally of each group; each pair is judged both ways, as levels are symmetric."""
    groups: dict[str, list[Pair]] = {}
    for pair in found:
        groups.setdefault(pair.group, []).append(pair)
    missing = frozenset(languages.missing())
    return {group: _tally(members, missing) for group, members in groups.items()}


def _tally(members: list[Pair], missing: Collection[str]) -> Tally:
    judged = [(pair, None if pair.group in missing else _judged(pair)) for pair in members]
    return Tally(
        pairs=len(members),
        same=sum(pair.same for pair in members),
        false_accepts=tuple(pair for pair, same in judged if same is True and not pair.same),
        false_rejects=tuple(pair for pair, same in judged if same is False and pair.same),
        unread=Counter(same for _, same in judged)[None],
    )


def _judged(pair: Pair) -> bool:
    """Whether the pair is taken for the same."""
    path = PurePosixPath(pair.name)
    there = levels.level(path, pair.accepted, pair.actual)
    back = levels.level(path, pair.actual, pair.accepted)
    verdicts = {found.level is not MatchLevel.NONE for found in (there, back)}
    # Where the two ways disagree, whatever the label says is wrong once.
    return verdicts.pop() if len(verdicts) == 1 else not pair.same

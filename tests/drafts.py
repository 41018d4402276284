"""Drafts for tests: real damage to a source, or edits spelled out."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from pytest_editbench.edits import Edit, Span, apply
from pytest_editbench.generate.draft import Draft
from pytest_editbench.generate.draw import Draw
from pytest_editbench.generate.mutations import MUTATIONS
from pytest_editbench.generate.mutations.mutation import Damage, Mutation, Telling
from pytest_editbench.generate.source import Parsed

_BY_NAME = {mutation.name: mutation for mutation in MUTATIONS}


def damaged(
    mutation: str, source: str, line: int | None = None, *, name: str = "a.ts", difficulty: str = "hard"
) -> Draft:
    """The draft of the only candidate of a mutation, or of the first one at a line of the source."""
    parsed = Parsed(PurePosixPath(name), source.encode())
    spots = list(_BY_NAME[mutation].find(parsed, Draw(1)))
    spot = next(spot for spot in spots if line in (None, spot.line))
    assert line or len(spots) == 1
    damage = _BY_NAME[mutation].damage(parsed, spot)
    before = apply(parsed.data, damage.edits)
    return Draft(parsed.path, before, parsed.data, _BY_NAME[mutation], damage, difficulty)


def misspelled(source: str, right: str, wrong: str, lines: tuple[int, ...], *, difficulty: str) -> Draft:
    """The draft of a word that is misspelled on some lines, wherever it stands there as a word."""
    found = re.finditer(rf"\b{right}\b", source)
    spans = [match.span() for match in found if source.count("\n", 0, match.start()) + 1 in lines]
    edits = tuple(Edit(Span(*span), wrong.encode()) for span in spans)
    marks = {f"line-{number}": line for number, line in enumerate(lines, 1)}
    damage = Damage(edits, marks, {"wrong": wrong, "right": right})
    before = apply(source.encode(), edits)
    mutation = _BY_NAME["identifier-multi-edit"]
    return Draft(PurePosixPath("a.py"), before, source.encode(), mutation, damage, difficulty)


def edited(
    source: str,
    *changes: tuple[str, str],
    name: str = "a.ts",
    difficulty: str = "hard",
    function: str | None = None,
    part: str = "middle",
) -> Draft:
    """The draft of changes to the source, each from a text that stands there once to another."""
    edits = tuple(_edit(source, old, new) for old, new in changes)
    before = apply(source.encode(), edits)
    slip = "A comparison is off by a hair."
    mutation = Mutation("test", "test", lambda *_: (), lambda *_: Damage(edits), slip, Telling.MUTATION)
    path = PurePosixPath(name)
    return Draft(path, before, source.encode(), mutation, Damage(edits), difficulty, function, part)


def _edit(source: str, old: str, new: str) -> Edit:
    assert source.count(old) == 1, old
    start = len(source[: source.index(old)].encode())
    return Edit(Span(start, start + len(old.encode())), new.encode())

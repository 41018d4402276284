"""Files that changed since the model saw them: the same further change before and after its edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench import linediff
from pytest_editbench.formats.document import Document, joined, split
from pytest_editbench.model import Entry, File, Tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import PurePosixPath
    from random import Random

    Texts = tuple[list[str], list[str]]
    # Lines before and after, and the pairs of those that stay → the two with a further change.
    Further = Callable[[Texts, list[tuple[int, int]], list[linediff.Run], Random], Texts | None]

_NEAR = 2  # lines from an edit
_FAR = 5
_LINE = "added meanwhile"
_NOTE = " changed meanwhile"


def far(before: Tree, after: Tree, random: Random) -> tuple[Tree, Tree] | None:
    """A line is added far from each edit, at the top where that is far."""
    return _with(before, after, random, _added_far)


def near(before: Tree, after: Tree, random: Random) -> tuple[Tree, Tree] | None:
    """A line beside an edit is changed, or one is added there."""
    return _with(before, after, random, _changed_near)


def _with(before: Tree, after: Tree, random: Random, further: Further) -> tuple[Tree, Tree] | None:
    both = [path for path in sorted(before) if path in after and before[path] != after[path]]
    for path in both:
        found = _file(before[path], after[path], random, further)
        if found:
            return _replaced(before, path, found[0]), _replaced(after, path, found[1])
    return None


def _replaced(tree: Tree, path: PurePosixPath, entry: Entry) -> Tree:
    return {**tree, path: entry}


def _file(old: Entry, new: Entry, random: Random, further: Further) -> tuple[File, File] | None:
    if not isinstance(old, File) or not isinstance(new, File):
        return None
    documents = Document.of(old.data), Document.of(new.data)
    if documents[0] is None or documents[1] is None or not documents[0].text or not documents[1].text:
        return None
    texts = documents[0].lines, split(documents[1].text)
    runs = linediff.runs(*([line.encode() for line in lines] for lines in texts))
    kept = list(linediff.kept(runs, len(texts[0])))
    found = further((list(texts[0]), list(texts[1])), kept, runs, random)
    if found is None:
        return None
    stored = [
        document.stored(joined(lines) if document.ended else joined(lines).removesuffix("\n"))
        for document, lines in zip((documents[0], documents[1]), found, strict=True)
    ]
    return File(stored[0], old.executable), File(stored[1], new.executable)


def _added_far(
    texts: Texts,
    kept: list[tuple[int, int]],
    runs: list[linediff.Run],
    random: Random,  # noqa: ARG001 - nothing is left to chance
) -> Texts | None:
    places = [pair for pair in kept if _distance(pair[0], runs) >= _FAR]
    if not places:
        return None
    _insert(texts, places[0])
    return texts


def _changed_near(
    texts: Texts, kept: list[tuple[int, int]], runs: list[linediff.Run], random: Random
) -> Texts | None:
    places = [pair for pair in kept if _distance(pair[0], runs) <= _NEAR and texts[0][pair[0]].strip()]
    if not places:
        return None
    pair = random.choice(places)
    if random.random() < 0.5:
        _insert(texts, pair)
    else:
        for lines, number in zip(texts, pair, strict=True):
            lines[number] += _NOTE
    return texts


def _insert(texts: Texts, pair: tuple[int, int]) -> None:
    """Add a line above the one that both have."""
    for lines, number in zip(texts, pair, strict=True):
        indent = lines[number][: len(lines[number]) - len(lines[number].lstrip())]
        lines.insert(number, f"{indent}{_LINE}")


def _distance(number: int, runs: list[linediff.Run]) -> int:
    """Lines from the nearest change; 1 is beside it."""
    return min(_apart(number, run.old) for run in runs)


def _apart(number: int, run: range) -> int:
    return run.start - number if number < run.start else number - run.stop + 1

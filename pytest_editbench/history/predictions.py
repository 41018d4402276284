"""Edit-prediction examples: a commit's change split at one place into what was done and what comes next."""

from __future__ import annotations

from itertools import pairwise
from pathlib import PurePosixPath
from random import Random
from typing import TYPE_CHECKING

from pytest_editbench import linediff
from pytest_editbench.cases.examples import diffing, markdown
from pytest_editbench.cases.examples.example import Example
from pytest_editbench.compare import content
from pytest_editbench.compare import trees as comparing
from pytest_editbench.convert import proven, spotted
from pytest_editbench.errors import CaseError
from pytest_editbench.history import wording
from pytest_editbench.history.leaving import LeftOutError, Reason
from pytest_editbench.history.request import Product
from pytest_editbench.model import File, MatchLevel
from pytest_editbench.predictions import PastEdit
from pytest_editbench.repositories import origins

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pytest_editbench.history.past import Past
    from pytest_editbench.history.request import Request
    from pytest_editbench.linediff import Run

    Files = Mapping[PurePosixPath, bytes]

_NEAR = 3  # lines between two changes that are made at once


def make(past: Past, request: Request) -> Product:
    """The example of a commit; `LeftOutError` where there are no two places, or it cannot be told so."""
    found = list(states(_files(past.before), _files(past.after)))
    split = _split(found, Random(f"{request.seed}:{past.commit.id}"))
    try:
        example = _example(past, request, found, split)
        text = markdown.write(example)
    except CaseError:
        raise LeftOutError(Reason.EXAMPLE) from None
    name = f"example-{past.commit.id[:12]}"
    facts = {"places": len(found) - 1, "split": split}
    return Product(name, {PurePosixPath(f"{name}.md"): File(text.encode())}, facts)


def _split(found: Sequence[Files], random: Random) -> int:
    """The number of a state with more to come, in a file that stays, than a formatter would change."""
    splits = [at for at in range(1, len(found) - 1) if _stays(found[at], found[at + 1])]
    random.shuffle(splits)
    split = next((at for at in splits if not _alike(found[at], found[at + 1])), None)
    if split is None:
        raise LeftOutError(Reason.ONE_PLACE)
    return split


def _alike(now: Files, then: Files) -> bool:
    """Whether the files before would pass for those after."""
    given, answer = ({path: File(data) for path, data in files.items()} for files in (now, then))
    return comparing.compare(None, {"expected": answer}, given).level is not MatchLevel.NONE


def _example(past: Past, request: Request, states: Sequence[Files], split: int) -> Example:
    """What comes next is the one place, or all that is left."""
    now, then = states[split], states[split + 1]
    path = _stays(now, then)
    assert path is not None  # of all states, only such are chosen
    rest = [] if split + 2 == len(states) or _alike(now, states[-1]) else [states[-1]]
    nexts = [then, *rest]
    example = Example(
        name=wording.shown(past.subject) or past.commit.id[:12],
        cursor_path=str(path),
        cursor_position=spotted.excerpt(path, now[path], then[path]),
        repository_url=origins.of(request.repository),
        revision=past.parent,
        tags=("history",),
        reasoning=proven.reasoning(wording.body(past.commit.message)),
        edit_history=tuple(PastEdit(diffing.unified(*pair)) for pair in pairwise(states[: split + 1])),
        expected_patches=tuple(diffing.unified(now, each) for each in nexts),
    )
    return proven.proven(example, states[0], nexts)


def _files(tree: Mapping[PurePosixPath, object]) -> dict[PurePosixPath, bytes]:
    return {path: entry.data for path, entry in tree.items() if isinstance(entry, File)}


def states(before: Files, after: Files) -> Iterator[Files]:
    """The files before, then after each step: files in path order, places from top to bottom."""
    now = dict(before)
    yield now
    for path in sorted({*before, *after}):
        for data in _steps(before.get(path), after.get(path)):
            now = {name: each for name, each in now.items() if name != path}
            if data is not None:
                now[path] = data
            yield now


def _steps(old: bytes | None, new: bytes | None) -> Iterator[bytes | None]:
    """What becomes of a file, place by place; a new or a deleted one is one step."""
    if old is None or new is None:
        yield new
        return
    sides = content.lines(old), content.lines(new)
    for group in _places(linediff.runs(*sides)):
        last = group[-1]
        yield b"".join((*sides[1][: last.new.stop], *sides[0][last.old.stop :]))


def _places(runs: Sequence[Run]) -> Iterator[list[Run]]:
    """The runs that are near each other together."""
    group: list[Run] = []
    for run in runs:
        if group and run.old.start - group[-1].old.stop > _NEAR:
            yield group
            group = []
        group.append(run)
    if group:
        yield group


def _stays(now: Files, then: Files) -> PurePosixPath | None:
    """The file that changes from one state to the next, if it is there before and after."""
    return next((path for path, data in now.items() if path in then and then[path] != data), None)

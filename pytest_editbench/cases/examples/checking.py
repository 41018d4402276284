"""Everything wrong with an example at once, and all that was read as a careful person would."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

from pytest_editbench.cases.examples import buffer as buffers
from pytest_editbench.cases.examples.contents import start
from pytest_editbench.cases.faults import Fault, error, warning
from pytest_editbench.errors import CaseError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pytest_editbench.cases.examples.contents import Start
    from pytest_editbench.cases.examples.opening import ExampleCase
    from pytest_editbench.cases.examples.place import Mend
    from pytest_editbench.cases.examples.reading import Reading
    from pytest_editbench.repositories.finding import Repositories

_FIXED = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def faults(case: ExampleCase, repositories: Repositories, *, excerpt: bool) -> Iterator[Fault]:
    """All faults of an example: what keeps it from running, then what was mended and what else to know.

    Its patches are tried where its repository is at hand.
    """
    if case.fault or case.source is None:
        yield _told(case.fault or f"{case.where}: holds no example")
        return
    reading = case.source.read()
    mends: tuple[Mend, ...] = reading.mends
    try:
        begun = start(case, repositories, excerpt=excerpt)
        mends += begun.buffer.mends
        answers = buffers.answers(reading, begun.buffer)
        mends += tuple(mend for answer in answers for mend in answer.mends)
        yield from _alike(case, begun, answers)
        buffers.rejected(reading, begun.buffer)
    except UnavailableError as reason:
        told = str(reason).removeprefix(f"{case.where}: ")
        yield warning(case.where, f"its patches were not tried: {told}")
    except CaseError as problem:
        yield _told(str(problem))
    yield from _mended(reading, mends)
    yield from _habits(case, reading)


def _told(message: str) -> Fault:
    where, _, what = message.partition(": ")
    return error(where, what)


def _alike(case: ExampleCase, begun: Start, answers: Iterable[buffers.Answer]) -> Iterator[Fault]:
    trees = {answer.name: begun.laid(answer.files) for answer in answers}
    before = begun.laid(begun.buffer.files)
    for name, tree in trees.items():
        if tree == before:
            yield error(case.where, f"the patch {name} changes nothing")
    for one, two in combinations(trees, 2):
        if trees[one] == trees[two]:
            yield warning(case.where, f"the patches {one} and {two} lead to the same")


def _mended(reading: Reading, mends: Iterable[Mend]) -> Iterator[Fault]:
    for mend in sorted(set(mends), key=lambda mend: (mend.line, mend.what)):
        yield warning(f"{reading.place.where}:{mend.line}", mend.what)


def _habits(case: ExampleCase, reading: Reading) -> Iterator[Fault]:
    example = reading.example
    if not example.expected_patches:
        yield warning(case.where, "has no expected patch: it can be read and converted, not run")
    if example.repository_url and not _FIXED.fullmatch(example.revision):
        message = f"{example.revision!r:.60} is no whole commit id: what it names may change"
        yield warning(case.where, message, "revision")

"""What can be damaged in a file, found in one reading of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.errors import EditbenchError
from pytest_editbench.generate.difficulty import survey
from pytest_editbench.generate.mutations import MUTATIONS
from pytest_editbench.generate.mutations.mutation import Candidate, Refused
from pytest_editbench.generate.source import Parsed, SourceFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.languages import Node

# The time of a query grows with all of these; code as people write it stays well under them.
_MOST_BYTES = 400_000
_MOST_NODES = 60_000
_DEEPEST = 200
_STRIDE = 32  # nodes from one look at the depth to the next: it grows by no more than that between them


@dataclass(frozen=True, slots=True)
class Spot:
    """A candidate, and what the file says of its line."""

    candidate: Candidate
    tiers: tuple[str, ...]  # difficulties whose conditions hold here
    score: int


@dataclass(frozen=True, slots=True)
class Ground:
    """All that can be damaged in a file, or why it is passed over."""

    spots: tuple[Spot, ...] = ()
    passed_over: str | None = None


@dataclass(frozen=True, slots=True)
class Search:
    """One file to be searched."""

    file: SourceFile
    mutations: Sequence[str]
    draw: Draw


def search(task: Search) -> Ground:
    """Read the file once and list its spots, mutation by mutation, each in the order of the source."""
    parsed = Parsed(task.file.path, task.file.data)
    try:
        if len(parsed.data) > _MOST_BYTES:
            raise Refused("too crowded")
        if parsed.root.has_error:
            raise Refused("does not parse")
        if parsed.root.descendant_count > _MOST_NODES:
            raise Refused("too crowded")
        if _is_deep(parsed.root):
            raise Refused("nested too deep")
        return Ground(tuple(_spots(parsed, task)))
    except Refused as refusal:
        return Ground(passed_over=refusal.reason)
    except RecursionError:
        return Ground(passed_over="nested too deep")
    except EditbenchError as error:  # no grammar is installed
        return Ground(passed_over=str(error))


def _is_deep(root: Node) -> bool:
    cursor = root.walk()
    for number in range(0, root.descendant_count, _STRIDE):
        cursor.goto_descendant(number)
        if cursor.depth > _DEEPEST:
            return True
    return False


def _spots(parsed: Parsed, task: Search) -> Iterator[Spot]:
    found = survey(parsed)
    if not found.structured:
        raise Refused("no function, class or export")
    draw = task.draw.at(task.file.source, str(task.file.path))
    for mutation in MUTATIONS:
        if mutation.name in task.mutations:
            for candidate in mutation.find(parsed, draw.at(mutation.name)):
                line = candidate.line
                doubled = mutation.doubles
                tiers = found.tiers(line, doubled=doubled)
                yield Spot(candidate, tiers, found.score(line, doubled=doubled))

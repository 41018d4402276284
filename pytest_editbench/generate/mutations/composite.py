"""Several slips in one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.generate.mutations.mutation import Candidate, Mutation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.source import Parsed

_MOST = 12  # candidates of one file
_FEWEST_PARTS, _MOST_PARTS = 3, 5
_APART = 6  # lines between two parts, so that each stays a hunk of its own


def find(parts: Sequence[Mutation], parsed: Parsed, draw: Draw) -> Iterator[Candidate]:
    """Groups of the parts' candidates, drawn at random; no two share one. All the parts of a group land."""
    found = [each for part in parts for each in part.find(parsed, draw.at(part.name))]
    order = draw.shuffled(range(len(found)), name=lambda at: at)
    groups = _groups([found[at] for at in order], draw)
    return iter(sorted((_joined(group) for group in groups), key=lambda group: group.spans))


def _groups(rest: list[Candidate], draw: Draw) -> Iterator[list[Candidate]]:
    for number in range(_MOST):
        size = _FEWEST_PARTS + draw.below(_MOST_PARTS - _FEWEST_PARTS + 1, "parts", number)
        group = _group(rest, size)
        if len(group) < _FEWEST_PARTS:
            return
        used = {(each.mutation, each.spans) for each in group}
        rest = [each for each in rest if (each.mutation, each.spans) not in used]
        yield group


def _group(rest: list[Candidate], size: int) -> list[Candidate]:
    """The first candidates that stand apart, of different kinds as far as there are enough kinds."""
    group: list[Candidate] = []
    for same_kind in (False, True):
        for each in rest:
            if len(group) == size:
                return group
            if all(_fits(each, other, same_kind) for other in group):
                group.append(each)
    return group


def _fits(one: Candidate, two: Candidate, same_kind: bool) -> bool:
    return abs(one.line - two.line) > _APART and (same_kind or one.mutation != two.mutation)


def _joined(group: list[Candidate]) -> Candidate:
    parts = sorted(group, key=lambda part: part.spans)
    return Candidate(
        "composite-multi-edit",
        spans=tuple(span for part in parts for span in part.spans),
        texts=tuple(text for part in parts for text in part.texts),
        line=parts[0].line,
        changed_lines=sum(part.changed_lines for part in parts),
    )

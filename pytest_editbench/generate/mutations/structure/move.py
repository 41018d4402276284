"""A block that has been cut and put further down in its list of statements."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pytest_editbench.edits import Edit, Span
from pytest_editbench.generate.mutations.mutation import Candidate, Damage, Mutation, Telling
from pytest_editbench.generate.mutations.structure import examples
from pytest_editbench.generate.mutations.structure.exchange import told_above
from pytest_editbench.generate.mutations.structure.layout import Layout, Statement, layout
from pytest_editbench.generate.mutations.structure.sizes import BANDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.source import Parsed

_LEAST_LIST = 5  # statements
_HEIGHTS = range(3, 61)  # lines of the block
_LEAST_WAY = 3  # statements
_MOST_PLACES = 3  # to which one block is moved

# Spans of a candidate: the block, the statement that followed it, the one that it is put after, and the
# line that names the block; its text: what of the block stands above that line. The blank lines below the
# block go before it at its new place.


def _find(parsed: Parsed, draw: Draw) -> Iterator[Candidate]:
    here = layout(parsed)
    found = [
        candidate
        for listed in here.lists
        if len(listed) >= _LEAST_LIST
        for at in range(len(listed) - _LEAST_WAY)
        if _movable(here, listed[at]) and listed[at].plain and listed[at].height in _HEIGHTS
        for candidate in _candidates(here, listed, at, draw)
    ]
    yield from sorted(found, key=lambda candidate: candidate.spans)


def _candidates(here: Layout, listed: Sequence[Statement], at: int, draw: Draw) -> Iterator[Candidate]:
    block, following = listed[at], listed[at + 1]
    gap, name = here.gap(block, following), here.quoted(block)
    if gap is None or name is None or not _leaves_plainly(here, listed, at, gap):
        return
    for place in _drawn(_places(here, listed, at, gap), draw.at(block.start)):
        after = listed[place]
        yield Candidate(
            "move-distant-block",
            (
                here.span(block.lines),
                here.span(following.lines),
                here.span(after.lines),
                here.line(name),
            ),
            (here.above(block, name),),
            line=block.first,
            changed_lines=2 * (len(block.lines) + gap),
        )


def _leaves_plainly(here: Layout, listed: Sequence[Statement], at: int, gap: int) -> bool:
    """Whether it is plain how the block comes back: by an anchor, and as many blank lines on both sides."""
    following, above = listed[at + 1], here.blanks(listed[at].first, -1)
    usual = above if at else here.gap(following, listed[at + 2])
    return here.quotable(following.first) and following.plain and gap in (0, usual)


def _movable(here: Layout, statement: Statement) -> bool:
    return not (here.fixed(statement) or here.leaving(statement))


def _places(here: Layout, listed: Sequence[Statement], at: int, gap: int) -> list[int]:
    """After which statements the block may be put."""
    block, found = listed[at], []
    for place in range(at + 1, len(listed)):
        after = listed[place]
        if not _movable(here, after):
            break
        following = listed[place + 1] if place + 1 < len(listed) else None
        # What is crossed is taller than the block: else it would be shorter to say that it had moved.
        far = place - at >= _LEAST_WAY and after.last - block.last > len(block.lines)
        told = after.plain and here.quotable(after.last) and not here.final(after.last)
        if far and told and _fits(here, after, following, gap):
            found.append(place)
    return found


def _fits(here: Layout, after: Statement, following: Statement | None, gap: int) -> bool:
    """Whether as many blank lines are here as the block brings along."""
    if following is None:
        return here.clear(after, None)
    return following.plain and here.gap(after, following) == gap


def _drawn(places: Sequence[int], draw: Draw) -> list[int]:
    """A few of the places, near and far ones."""
    count = min(len(places), _MOST_PLACES)
    bounds = [len(places) * part // count for part in range(count + 1)] if count else []
    return [draw.pick(places[start:stop], start) for start, stop in pairwise(bounds)]


def _damage(parsed: Parsed, candidate: Candidate) -> Damage:
    block, following, after, name = candidate.spans
    cut = Span(block.start, following.start)
    blanks = Span(block.stop, following.start).of(parsed.data)
    up = parsed.line(following.start) - parsed.line(block.start)
    last = parsed.line(after.stop)
    height = parsed.line(block.stop) - parsed.line(block.start) + 1
    below = parsed.line(name.start) - parsed.line(block.start)
    return Damage(
        (Edit(cut, b""), Edit(Span(after.stop, after.stop), blanks + block.of(parsed.data))),
        marks={
            "head": last - height + 1 + below,
            "last": last,
            "previous": last - up,
            "destination": parsed.line(following.start) - up,
        },
        words=told_above(head=candidate.texts[0]),
    )


MOVE = Mutation(
    "move-distant-block",
    "structural",
    _find,
    _damage,
    slip="A block has been moved to the wrong place.",
    telling=Telling.STRUCTURAL,
    count=10,
    sizes=BANDS,
    multi_hunk=True,
    most_lines=None,
    examples=examples.MOVE,
)

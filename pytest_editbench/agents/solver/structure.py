"""The structural forms: what a sentence says is done to blocks, in every way it can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver.documents import Document, Edit
from pytest_editbench.agents.solver.extents import blanks_from, blocks, bodies, gap_before, visible
from pytest_editbench.agents.solver.locate import anchored, headed, named
from pytest_editbench.agents.solver.syntax import shapes

if TYPE_CHECKING:
    from pytest_editbench.agents.solver.orders import Order

_BARE_LABEL = re.compile(r"(?:case\b|default$)(?:[^:'\"]|'[^']*'|\"[^\"]*\")*(?<![:{])")
_CLOSING = re.compile(r"\s*[)\]}]+[;,]?\s*")

Readings = Iterator[tuple[Edit, ...]]


def add_line(order: Order, doc: Document) -> Readings:
    """A line, a `case` label most often, comes directly before or after another, indented like it."""
    added = order.words["added"].strip()
    text = f"{added}:" if _BARE_LABEL.fullmatch(added) else added
    for line in named(doc, order, "neighbour"):
        gap = line + (order.words["side"].lower() not in ("before", "above"))
        indent = doc.lines[line][: shapes(doc)[line].indent]
        yield (doc.replace_lines(gap, gap, [indent + text]),)


def delete_line(order: Order, doc: Document) -> Readings:
    """A line that is quoted, or lines given by number, go."""
    if anchor := order.words.get("anchor"):
        for line in anchored(doc, anchor, order.place):
            yield (doc.replace_lines(line, line + 1, ()),)
    elif stated := order.place.span(doc):
        yield (doc.replace_lines(*stated, ()),)


def delete_named(order: Order, doc: Document) -> Readings:
    """A block goes, with or without the blank lines on one of its sides."""
    for head in named(doc, order, "head"):
        for start, stop in headed(doc, order, "head", head):
            for first, last in (
                (start, stop),
                (start, stop + blanks_from(doc, stop)),
                (start - gap_before(doc, start), stop),
            ):
                yield (doc.replace_lines(first, last, ()),)


def delete_copy(order: Order, doc: Document) -> Readings:
    """Of a block that stands twice in a row, one copy goes, with or without the blank lines between."""
    heads = anchored(doc, order.words["head"])
    for first in named(doc, order, "head", placed=False):
        extents = headed(doc, order, "head", first)
        for second, (start, stop) in product((line for line in heads if line > first), extents):
            yield from _without_copy(doc, start, stop, second - first)


def _without_copy(doc: Document, start: int, stop: int, period: int) -> Readings:
    """The readings by which one of two equal blocks, the second a period below the first, goes."""
    tail = gap_before(doc, start + period)
    height = period - tail
    if start + height != stop or doc.lines[start:stop] != doc.lines[start + period : start + period + height]:
        return
    yield (doc.replace_lines(stop, stop + period, ()),)
    if tail != blanks_from(doc, stop + period):
        yield (doc.replace_lines(start + period, stop + period, ()),)


def move(order: Order, doc: Document) -> Readings:
    """A block, with blank lines around it, is cut and put before or after another line."""
    after = order.words["side"].lower() not in ("before", "above")
    above = named(doc, order, "previous", placed=False) if "previous" in order.words else None
    for head in named(doc, order, "head"):
        for start, stop in headed(doc, order, "head", head):
            if above is not None and start - gap_before(doc, start) - 1 not in above:
                continue
            for target in _targets(doc, order, after=after):
                if not start < target < stop:
                    yield from _moved(doc, start, stop, target)


def _targets(doc: Document, order: Order, *, after: bool) -> list[int]:
    found: list[int] = []
    for line in named(doc, order, "destination", placed=False):
        for start, stop in blocks(doc, line):
            near = range(stop, stop + blanks_from(doc, stop) + 1)
            found.extend(near if after else range(start - gap_before(doc, start), start + 1))
    return list(dict.fromkeys(found))


def _moved(doc: Document, start: int, stop: int, target: int) -> Readings:
    above, below = gap_before(doc, start), blanks_from(doc, stop)
    for up, down in product(range(above + 1), range(below + 1)):
        if start - up < target < stop + down:
            continue
        cut = doc.replace_lines(start - up, stop + down, ())
        blanks = doc.lines[start - up : start] + doc.lines[stop : stop + down]
        for lead in range(len(blanks) + 1):
            lines = [*blanks[:lead], *doc.lines[start:stop], *blanks[lead:]]
            yield cut, doc.replace_lines(target, target, lines)


def unwrap(order: Order, doc: Document) -> Readings:
    """A wrapper's line and closing brace go, and its body moves one level out."""
    heads = named(doc, order, "wrapper", placed=False)
    if line := order.words.get("line"):
        heads = [head for head in heads if head == int(line) - 1]
    for head in heads:
        closed = doc.lines[head].rstrip().endswith(("{", "(", "["))
        for stop in bodies(doc, head):
            if not closed or _CLOSING.fullmatch("".join(doc.lines[stop : stop + 1])):
                for body in _dedented(doc, head, stop):
                    yield (doc.replace_lines(head, stop + closed, body),)


def _dedented(doc: Document, head: int, stop: int) -> Iterator[list[str]]:
    """The body one level out: with and without lines that begin within a string or are too shallow."""
    first = visible(doc, head + 1)
    if first is None or first >= stop:
        return
    outer = doc.lines[head][: shapes(doc)[head].indent]
    inner = doc.lines[first][: shapes(doc)[first].indent]
    unit = inner.removeprefix(outer)
    if not inner.startswith(outer) or not re.fullmatch(r"\t| {1,4}| {8}", unit):
        return
    for strings_too, shallow_too in product((False, True), repeat=2):
        yield [
            doc.lines[at]
            if shapes(doc)[at].inside and not strings_too
            else _out(doc.lines[at], outer, unit, shallow_too=shallow_too)
            for at in range(head + 1, stop)
        ]


def _out(line: str, outer: str, unit: str, *, shallow_too: bool) -> str:
    if line.startswith(outer + unit):
        return outer + line[len(outer + unit) :]
    return line.removeprefix(unit) if shallow_too else line


def swap(order: Order, doc: Document) -> Readings:
    """Two neighbours change places; what stands between them, blank lines or comments, stays between."""
    firsts = named(doc, order, "first")
    seconds = named(doc, order, "second")
    for first, second in product(firsts, seconds):
        if "belongs" in order.words and second < first:
            continue
        sides = (headed(doc, order, "first", first), headed(doc, order, "second", second))
        for (start, middle), (again, stop) in product(*(sides if first < second else sides[::-1])):
            if middle <= again and all(shapes(doc)[at].empty for at in range(middle, again)):
                lines = doc.lines
                swapped = [*lines[again:stop], *lines[middle:again], *lines[start:middle]]
                yield (doc.replace_lines(start, stop, swapped),)


def swap_lines(order: Order, doc: Document) -> Readings:
    """Two lines given by number change places."""
    one, two = sorted(int(order.words[name]) - 1 for name in ("one", "two"))
    if 0 <= one < two < len(doc.lines):
        lines = doc.lines
        yield (doc.replace_lines(one, two + 1, [lines[two], *lines[one + 1 : two], lines[one]]),)


def swap_branches(order: Order, doc: Document) -> Readings:
    """The bodies under an `if` and under its `else` change places."""
    for head in named(doc, order, "condition"):
        for middle, turn in _turns(doc, head):
            for stop in bodies(doc, turn):
                lines = doc.lines
                swapped = [*lines[turn + 1 : stop], *lines[middle : turn + 1], *lines[head + 1 : middle]]
                if head + 1 < middle and turn + 1 < stop:
                    yield (doc.replace_lines(head + 1, stop, swapped),)


def _turns(doc: Document, head: int) -> Iterator[tuple[int, int]]:
    """Where the first body may end and which line turns to the other branch.

    Comments and blank lines above an `else` without braces may go with either.
    """
    for middle in bodies(doc, head):
        for turn in _else_lines(doc, head, middle):
            yield middle, turn
            if "}" not in "".join(doc.lines[middle : turn + 1]):
                yield turn, turn


def _between_branches(doc: Document, line: int) -> bool:
    return shapes(doc)[line].empty or doc.lines[line].strip() == "}"


def _else_lines(doc: Document, head: int, middle: int) -> list[int]:
    """The line that turns to the other branch: `} else {`, or `else` below a brace, blanks or comments."""
    following = middle
    while following < len(doc.lines) and _between_branches(doc, following):
        following += 1
    if following == len(doc.lines):
        return []
    plain = re.fullmatch(r"\s*\}?\s*else\s*[{:]?\s*(?://.*|#.*)?", doc.lines[following])
    aligned = shapes(doc)[following].indent == shapes(doc)[head].indent
    return [following] if plain and aligned else []

"""The functions of a file, which of them each line stands in, and which lines do nothing by themselves.

The roles of a dialect's queries that are read here: every `function`; what is `titled`, a function or what
holds one, with its `title`; `structure`, what makes a file more than a list of statements; and every
`remark` and `decorator`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from itertools import combinations, islice
from operator import itemgetter
from typing import TYPE_CHECKING

from pytest_editbench.generate import scopes
from pytest_editbench.generate.source import span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.edits import Span
    from pytest_editbench.generate.source import Parsed

_MODIFIERS = re.compile(rb"\s*(?:[a-z]+\s+)*")  # what may stand before a function on its first line
_SHORTEST = 3  # letters of a name that can be taken for another
_TANGLED = 3  # pairs of names


@dataclass(frozen=True, slots=True)
class Function:
    """A function that has a name."""

    name: str
    unique: bool  # whether no other function of the file has this name
    tangled: bool  # whether three pairs of names in it, or more, contain one another


@dataclass(frozen=True, slots=True)
class Outline:
    """What a file is made of."""

    count: int  # functions, those without a name too
    structured: bool  # whether it has a function, a class or an export
    functions: tuple[Function, ...]  # those with a name, in the order of the source
    inside: tuple[int, ...]  # for each line the innermost of them that holds its first character; -1 is none

    def function(self, line: int) -> Function | None:
        """The innermost function with a name that holds a 1-based line."""
        at = self.inside[line - 1]
        return self.functions[at] if at >= 0 else None


def asides(parsed: Parsed) -> frozenset[int]:
    """The 1-based lines of nothing but comment, or nothing but a decorator."""
    nodes = [*parsed.nodes("remark"), *parsed.nodes("decorator")]
    ends = [*parsed.starts[1:], len(parsed.data)]
    return frozenset(
        line
        for node in nodes
        if not parsed.data[parsed.starts[node.start_point.row] : node.start_byte].strip()
        if not parsed.data[node.end_byte : ends[node.end_point.row]].strip()
        for line in range(node.start_point.row + 1, node.end_point.row + 2)
    )


def outline(parsed: Parsed) -> Outline:
    """The outline of a file."""
    count = len(parsed.nodes("function"))
    titles = parsed.nodes("titled", "title")
    found = [
        (span(node), parsed.text(title).decode(errors="replace"))
        for node, title in zip(parsed.nodes("titled"), titles, strict=True)
    ]
    found.sort(key=lambda each: (each[0].start, -each[0].stop))
    return Outline(
        count=count,
        structured=count > 0 or bool(parsed.nodes("structure")),
        functions=tuple(_functions(parsed, found)),
        inside=tuple(_inside(parsed, [held for held, _ in found])),
    )


def _functions(parsed: Parsed, found: Sequence[tuple[Span, str]]) -> list[Function]:
    times = Counter(name for _, name in found)
    names = [(node.start_byte, parsed.text(node)) for node in scopes.names(parsed)]
    return [
        Function(name, unique=times[name] == 1, tangled=_tangled(_between(names, held)))
        for held, name in found
    ]


def _between(names: Sequence[tuple[int, bytes]], held: Span) -> list[bytes]:
    """The different names within a span, by length."""
    first, stop = (bisect_left(names, offset, key=itemgetter(0)) for offset in (held.start, held.stop))
    long = {name.lower() for _, name in names[first:stop] if len(name) >= _SHORTEST}
    return sorted(long, key=lambda name: (len(name), name))


def _tangled(names: Sequence[bytes]) -> bool:
    pairs = (True for short, long in combinations(names, 2) if short in long)
    return len(list(islice(pairs, _TANGLED))) == _TANGLED


def _inside(parsed: Parsed, held: Sequence[Span]) -> list[int]:
    """For each line the index of the innermost of the spans, outer ones first, that holds its beginning."""
    inside = [-1] * len(parsed.starts)
    for at, each in enumerate(held):
        first, last = parsed.line(each.start), parsed.line(each.stop - 1)
        start = parsed.starts[first - 1]
        if not _MODIFIERS.fullmatch(parsed.data, start, each.start):
            first += 1
        inside[first - 1 : last] = [at] * (last - first + 1)
    return inside

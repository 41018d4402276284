"""What the mutations need to know of a language: rows of data and queries."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from pytest_editbench import languages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_editbench.languages import Language, Node


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """A language as the mutations see it.

    `queries` are tree-sitter queries by role; a mutation asks for roles, never for a language, and a role
    that is not there yields nothing. What a role's captures are called is told where the mutation asks.
    """

    name: str
    queries: Mapping[str, str]
    swaps: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by mutation: token → its damage
    words: Mapping[str, str] = field(default_factory=dict)  # short texts by name, such as "wrapper"
    keywords: frozenset[str] = frozenset()  # no name may become one of these

    @property
    def text(self) -> str:
        """All queries in a row."""
        return "\n".join(self.queries.values())

    def matches(self, language: Language, root: Node) -> dict[str, list[dict[str, list[Node]]]]:
        """All matches of all queries, by role, each role's in the order of the source; one pass."""
        roles = _roles(self, language)
        found: dict[str, list[dict[str, list[Node]]]] = {role: [] for role in self.queries}
        for pattern, captures in languages.matches(language, self.text, root):
            found[roles[pattern]].append(captures)
        for matches in found.values():
            matches.sort(key=_first)
        return found


def joined(*families: Mapping[str, str]) -> dict[str, str]:
    """The queries of all families; ValueError where two of them use one role for different things."""
    found: dict[str, str] = {}
    for family in families:
        if repeated := found.keys() & family.keys():
            raise ValueError(f"the role {min(repeated)} stands in two families of queries")
        found |= family
    return found


@cache
def _roles(dialect: Dialect, language: Language) -> list[str]:
    """The role of each pattern of all queries in a row."""
    ends = list(accumulate(len(query.encode()) + 1 for query in dialect.queries.values()))
    roles = list(dialect.queries)
    starts = languages.pattern_starts(language, dialect.text)
    return [roles[bisect_right(ends, start)] for start in starts]


def _first(captures: Mapping[str, list[Node]]) -> list[tuple[int, int]]:
    return sorted((node.start_byte, -node.end_byte) for nodes in captures.values() for node in nodes)

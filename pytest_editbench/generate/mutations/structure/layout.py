"""A file as lines and statements: which lines belong to which statement, and to no other."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from pytest_editbench.edits import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.generate.source import Parsed
    from pytest_editbench.languages import Node

_ANCHOR = re.compile(rb"[A-Za-z_$]{2}")  # a line without such is no anchor (REFERENCE A4)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a list; lines are 1-based, `last` is one of them."""

    first: int  # with the comments and decorators directly above, which belong to it
    head: int  # below those
    last: int
    start: int  # bytes: where its node starts
    plain: bool  # its lines are its own, and nothing above or after them could belong to it too

    @property
    def height(self) -> int:
        """How many lines it has, without comments and decorators."""
        return self.last - self.head + 1

    @property
    def lines(self) -> range:
        """The lines that belong to it."""
        return range(self.first, self.last + 1)


class Layout:
    """What the structural mutations ask of a file; each answer is worked out once."""

    def __init__(self, parsed: Parsed) -> None:
        self._parsed = parsed
        self._listed: dict[int, tuple[Statement, ...]] = {}
        self._starts: dict[tuple[str, str], frozenset[int]] = {}
        self.words = parsed.dialect.words
        self.lines = [line.removesuffix(b"\r") for line in parsed.data.split(b"\n")]

    def text(self, line: int) -> bytes:
        """A line without its end."""
        return self.lines[line - 1]

    def indent(self, line: int) -> bytes:
        """The white space that a line begins with."""
        text = self.lines[line - 1]
        return text[: len(text) - len(text.lstrip())]

    def blank(self, line: int) -> bool:
        """Whether there is such a line, and nothing visible on it."""
        return 0 < line <= len(self.lines) and not self.lines[line - 1].strip()

    def blanks(self, line: int, step: int) -> int:
        """How many blank lines stand in a row directly below a line, or above it where `step` is -1."""
        count = 0
        while self.blank(line + step * (count + 1)):
            count += 1
        return count

    def final(self, line: int) -> bool:
        """Whether nothing visible stands below a line: how the file ends then hangs on that line."""
        return line + self.blanks(line, 1) >= len(self.lines)

    def span(self, lines: range) -> Span:
        """The bytes of some lines, the end of the last one left out."""
        starts = self._parsed.starts
        return Span(starts[lines[0] - 1], starts[lines[-1] - 1] + len(self.lines[lines[-1] - 1]))

    def line(self, number: int) -> Span:
        """The bytes of one line without its end."""
        return self.span(range(number, number + 1))

    def end(self, line: int) -> bytes:
        """The end of a line; that of most lines where it has none."""
        starts = self._parsed.starts
        stop = starts[line] if line < len(starts) else len(self._parsed.data)
        return self._parsed.data[self.line(line).stop : stop] or self._parsed.eol

    def starts(self, role: str, capture: str) -> frozenset[int]:
        """The bytes at which the nodes of a role start."""
        if (role, capture) not in self._starts:
            nodes = self._parsed.nodes(role, capture)
            self._starts[role, capture] = frozenset(node.start_byte for node in nodes)
        return self._starts[role, capture]

    @cached_property
    def _counts(self) -> Counter[bytes]:
        return Counter(map(bytes.strip, self.lines))

    @cached_property
    def remarks(self) -> dict[int, int]:
        """For each line of nothing but comment the line where that comment begins."""
        found: dict[int, int] = {}
        for node in self._parsed.nodes("remark"):
            (top, left), (bottom, right) = node.start_point, node.end_point
            if not self.lines[top][:left].strip() and not self.lines[bottom][right:].strip():
                found.update(dict.fromkeys(range(top + 1, bottom + 2), top + 1))
        return found

    @cached_property
    def verbatim(self) -> tuple[Span, ...]:
        """The literals that reach over several lines, in the order of the source."""
        nodes = self._parsed.nodes("verbatim")
        return tuple(
            Span(node.start_byte, node.end_byte)
            for node in nodes
            if node.start_point.row != node.end_point.row
        )

    @cached_property
    def lists(self) -> tuple[tuple[Statement, ...], ...]:
        """All statement lists of the file, in the order of the source."""
        clauses = self.starts("clause-list", "clauses")
        nodes = self._parsed.nodes("statement-list", "list")
        return tuple(self.statements(node) for node in nodes if node.start_byte not in clauses)

    def statements(self, parent: Node) -> tuple[Statement, ...]:
        """The statements of a list."""
        if parent.id not in self._listed:
            self._listed[parent.id] = tuple(self._read(parent))
        return self._listed[parent.id]

    def _read(self, parent: Node) -> Iterator[Statement]:
        decorators = self.starts("leading-decorator", "decorator")
        lead: Node | None = None
        for node in parent.named_children:
            if node.start_byte in decorators:
                lead = lead or node
            elif not node.is_extra:
                yield self._statement(lead or node, node)
                lead = None

    @cached_property
    def _definitions(self) -> dict[int, int]:
        """For each decorated definition, by its first byte, the line below its decorators."""
        matches = self._parsed.found.get("decorated", [])
        return {
            match["decorated"][0].start_byte: match["definition"][0].start_point.row + 1 for match in matches
        }

    def _statement(self, lead: Node, node: Node) -> Statement:
        (top, left), (bottom, right) = lead.start_point, node.end_point
        first = self._top(top + 1)
        head = self._definitions.get(node.start_byte, node.start_point.row + 1)
        plain = (
            not self.lines[top][:left].strip()
            and self.ends(bottom + 1, right)
            and self.indent(first) == self.indent(top + 1)
            and (first > 1 or head == 1)  # what opens a file is about the file
            and self.lines[head - 1].lstrip()[:1] not in self._joining
        )
        return Statement(first, head, bottom + 1, node.start_byte, plain)

    @cached_property
    def _joining(self) -> frozenset[bytes]:
        return frozenset(mark.encode() for mark in self.words["joining"])

    def _top(self, line: int) -> int:
        """The first of the comment lines directly above a line, or the line itself."""
        while line - 1 in self.remarks:
            line = self.remarks[line - 1]
        return line

    def ends(self, line: int, column: int) -> bool:
        """Whether nothing but a semicolon and a comment follows a column (0-based, bytes) of a line."""
        rest = self.lines[line - 1][column:].strip().removeprefix(b";").lstrip()
        comment = self._parsed.language.comment
        return not rest or (comment is not None and rest.startswith(comment.encode()))

    def gap(self, one: Statement, two: Statement) -> int | None:
        """How many blank lines stand between two neighbours; None where something else does."""
        count = self.blanks(one.last, 1)
        return count if one.last + count + 1 == two.first else None

    def clear(self, one: Statement, following: Statement | None) -> bool:
        """Whether no comment stands below a statement that is not about the following one."""
        if following:
            return self.gap(one, following) is not None
        return one.last + self.blanks(one.last, 1) + 1 not in self.remarks

    def fixed(self, statement: Statement) -> bool:
        """Whether a statement never changes places."""
        return statement.start in self.starts("fixed-statement", "fixed")

    def leaving(self, statement: Statement) -> bool:
        """Whether nothing that follows a statement is carried out."""
        return statement.start in self.starts("leaving-statement", "leaving")

    def unique(self, line: int) -> bool:
        """Whether no other line reads so, indentation apart."""
        return self._counts[self.lines[line - 1].strip()] == 1

    def quotable(self, line: int) -> bool:
        """Whether a line holds enough to be quoted."""
        return bool(_ANCHOR.search(self.lines[line - 1]))

    def quoted(self, statement: Statement) -> int | None:
        """The line that names a statement: its very first one if that says something, else its head."""
        first, head = statement.first, statement.head
        if self.quotable(first) and (first == head or self.unique(first)):
            return first
        gaps = any(self.blank(line) for line in range(first, head))
        return head if self.quotable(head) and not gaps else None

    def above(self, statement: Statement, name: int) -> bytes:
        """What of a statement stands above the line that names it, such as `2 comment lines`."""
        lines = range(statement.first, name)
        comments = sum(line in self.remarks for line in lines)
        there = (("comment", comments), ("decorator", len(lines) - comments))
        kinds = " and ".join(kind for kind, count in there if count)
        words = f"{len(lines)} {kinds} lines" if len(lines) > 1 else f"{kinds} line"
        return words.encode() if lines else b""


@lru_cache(maxsize=2)
def layout(parsed: Parsed) -> Layout:
    """The layout of a file; all mutations that look at it in a row share one."""
    return Layout(parsed)

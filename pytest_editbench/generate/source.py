"""A file of real source, and what reading it once tells."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pytest_editbench import languages
from pytest_editbench.edits import Span
from pytest_editbench.generate.dialects import dialect_of

if TYPE_CHECKING:
    from pathlib import PurePosixPath

    from pytest_editbench.generate.dialects.dialect import Dialect
    from pytest_editbench.languages import Language, Node


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file as it came from a source."""

    source: str  # the name of the source it belongs to, as the manifest lists it
    path: PurePosixPath  # within the source
    data: bytes


class Parsed:
    """A file with its syntax tree; what is asked for is worked out once."""

    def __init__(self, path: PurePosixPath, data: bytes) -> None:
        language = languages.of(path)
        if language is None:
            raise ValueError(f"{path} is in no known language")
        self.path = path
        self.data = data
        self.language: Language = language
        self.dialect: Dialect = dialect_of(language)

    @cached_property
    def root(self) -> Node:
        """The root of the syntax tree."""
        return languages.parse(self.language, self.data)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The offset at which each line starts; an end of file after a line end starts no line."""
        found = [0, *(at + 1 for at, byte in enumerate(self.data) if byte == 0x0A)]
        return tuple(found[:-1] if len(found) > 1 and found[-1] == len(self.data) else found)

    @cached_property
    def eol(self) -> bytes:
        """The line end that most lines have."""
        crlf = self.data.count(b"\r\n")
        return b"\r\n" if crlf * 2 > self.data.count(b"\n") else b"\n"

    @cached_property
    def found(self) -> dict[str, list[dict[str, list[Node]]]]:
        """For each role of the dialect's queries its matches, in the order of the source."""
        return self.dialect.matches(self.language, self.root)

    def nodes(self, role: str, capture: str | None = None) -> list[Node]:
        """The nodes that `role`'s queries capture under that name (the role's own by default)."""
        name = capture or role
        return [node for match in self.found.get(role, []) for node in match.get(name, [])]

    def line(self, offset: int) -> int:
        """The 1-based line that holds the byte."""
        return bisect_right(self.starts, offset)

    def lines(self, span: Span) -> Span:
        """The span widened to whole lines, the last one's end included."""
        first, last = self.line(span.start), self.line(max(span.start, span.stop - 1))
        stop = self.starts[last] if last < len(self.starts) else len(self.data)
        return Span(self.starts[first - 1], stop)

    def text(self, node: Node) -> bytes:
        """The bytes of a node."""
        return self.data[node.start_byte : node.end_byte]


def span(node: Node) -> Span:
    """The bytes of a node, as a span."""
    return Span(node.start_byte, node.end_byte)

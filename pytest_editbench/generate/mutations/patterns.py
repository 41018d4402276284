"""Reading regular expressions, as far as telling their quantifiers needs it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pytest_editbench.edits import Span

_QUANTIFIER = re.compile(rb"([*+?]|\{\d+(?:,\d*)?\}|\{,\d+\})[?+]?")
_MOST = 10  # in one pattern; those with more are for machines
_OPTIONAL = (b"*", b"?", b"{0", b"{,")
_ONE = re.compile(rb"\\(?:[pPuN]\{[^}]*\}|k<[^>]*>|.)|[^\\*+?]")
_WIDTHLESS = (b"^", b"$", rb"\b", rb"\B", rb"\A", rb"\Z")
_EMPTY = re.compile(rb"\(\?(?:#[^)]*|P=\w+|[A-Za-z-]+)\)")  # a comment, flags; a reference may be empty
_LOOK = re.compile(rb"\(\?<?[=!]")
_GROUP = re.compile(rb"\((?:\?(?:P?<[^>]*>|[A-Za-z-]*:|>|\(\w+\)))?")


def quantifiers(pattern: bytes, *, nested: bool = False) -> list[int]:
    """The offsets of each `+` and `*` that would mean something else as the other; none if it is unreadable.

    They mean the same after what can be empty, and around the whole of what is repeated by `*`. `nested`
    says that classes may hold classes. A pattern of several lines, which may hold comments, is not read.
    """
    reader = _Reader(pattern, nested)
    try:
        if b"\n" in pattern:
            raise ValueError
        reader.alternatives()
    except (ValueError, RecursionError):
        return []
    readable = reader.at == len(pattern) and len(reader.found) <= _MOST
    return sorted(reader.found) if readable else []


def can_be_empty(pattern: bytes, *, nested: bool = False) -> bool:
    """Whether a pattern that can be read may match nothing at all."""
    return _Reader(pattern, nested).alternatives()


@dataclass(slots=True)
class _Reader:
    """Reads a pattern from left to right; each method returns whether what it has read can be empty."""

    pattern: bytes
    nested: bool
    at: int = 0
    found: dict[int, int] = field(default_factory=dict)  # a quantifier → where what it repeats begins
    groups: dict[int, Span] = field(default_factory=dict)  # where a group begins → its content

    def alternatives(self) -> bool:
        empty = self._sequence()
        while self._next() == b"|":
            self.at += 1
            empty = self._sequence() or empty
        return empty

    def _next(self) -> bytes:
        return self.pattern[self.at : self.at + 1]

    def _sequence(self) -> bool:
        empty = True
        while self._next() not in (b"", b"|", b")"):
            empty = self._term() and empty
        return empty

    def _term(self) -> bool:
        start, empty = self.at, self._atom()
        content, quantifier = self.groups.get(start), _QUANTIFIER.match(self.pattern, self.at)
        if not quantifier:
            return empty
        self.at = quantifier.end()
        if quantifier[1] in (b"+", b"*") and not empty:
            self.found[quantifier.start()] = start
        if quantifier[1] == b"*" and content and self.found.get(content.stop - 1) == content.start:
            del self.found[content.stop - 1]
        return empty or quantifier[1].startswith(_OPTIONAL)

    def _atom(self) -> bool:
        sign = self._next()
        if sign == b"(":
            return self._group()
        if sign == b"[":
            return self._class()
        if not (one := _ONE.match(self.pattern, self.at)):
            raise ValueError
        self.at = one.end()
        return one[0] in _WIDTHLESS

    def _group(self) -> bool:
        if nothing := _EMPTY.match(self.pattern, self.at):
            self.at = nothing.end()
            return True
        look, outer = _LOOK.match(self.pattern, self.at), self.at
        head = look or _GROUP.match(self.pattern, outer)
        inner = self.at = head.end() if head else outer + 1
        empty = self.alternatives()
        if self._next() != b")":
            raise ValueError
        self.groups[outer] = Span(inner, self.at)
        self.at += 1
        return empty or look is not None

    def _class(self) -> bool:
        """A class; one that begins with its own end is read one way here and another way there."""
        self.at += 2 if self.pattern.startswith(b"[^", self.at) else 1
        if self._next() == b"]":
            raise ValueError
        while (sign := self._next()) != b"]":
            if sign == b"[" and self.nested:
                self._class()
                continue
            self.at += 2 if sign == b"\\" else 1
            if self.at > len(self.pattern) or not sign:
                raise ValueError
        self.at += 1
        return False

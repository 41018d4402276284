"""String literals written in one way: quotes, needless escapes, prefixes, and pieces side by side."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.compare.syntax.protocol import Token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

KINDS = frozenset({"string", "concatenated_string"})

_ESCAPED = re.compile(rb"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|.)", re.DOTALL)
_SHORT_OCTAL = re.compile(rb"(?:^|[^\\])(?:\\\\)*\\[0-7]{1,2}\Z")


class Kind(NamedTuple):
    """What two pieces must share to be one literal."""

    bytes_: bool
    raw: bytes  # `r` and `R` are two: editors colour them differently, and Black keeps them
    order: bytes
    tall: bool  # in three quotes


def parts(node: Node, page: Page) -> list[Node | Token] | None:
    """The texts and interpolations of a literal; None where comments stand between its pieces."""
    pieces = [node] if node.type == "string" else list(node.children)
    if any(piece.type == "comment" for piece in pieces):
        return None
    pieces = [piece for piece in pieces if piece.type == "string"]
    formatted = any(b"f" in _prefix(piece, page) for piece in pieces)
    found: list[Node | Token] = [
        Token(b"f-string" if formatted else b"string", node.start_byte, node.start_byte)
    ]
    for kind, run in _runs(pieces, page):
        found += _joined(kind, run, page)
    return found


def _prefix(piece: Node, page: Page) -> bytes:
    return page.text(piece.children[0]).rstrip(b"'\"").replace(b"R", b"\0").lower().replace(b"\0", b"R")


def _kind(piece: Node, page: Page) -> Kind:
    prefix = _prefix(piece, page)
    raw = b"R" if b"R" in prefix else b"r" if b"r" in prefix else b""
    # Black keeps `rb` and `br`, `rf` and `fr` as they are.
    order = prefix if raw and len(prefix) > 1 else b""
    return Kind(b"b" in prefix, raw, order, page.text(piece.children[0]).endswith((b'"""', b"'''")))


def _runs(pieces: Sequence[Node], page: Page) -> list[tuple[Kind, list[Node]]]:
    runs: list[tuple[Kind, list[Node]]] = []
    for piece in pieces:
        kind = _kind(piece, page)
        if runs and runs[-1][0] == kind and not kind.tall:
            runs[-1][1].append(piece)
        else:
            runs.append((kind, [piece]))
    return runs


def _joined(kind: Kind, run: Sequence[Node], page: Page) -> list[Node | Token]:
    """The parts of neighbouring pieces as if they were one piece."""
    found: list[Node | Token] = []
    text, start = repr(tuple(kind)).encode(), run[0].start_byte
    for piece in run:
        end = piece.children[0].end_byte
        for child in piece.children[1:]:
            if child.type != "interpolation":
                continue
            text = _appended(text, _written(page.source[end : child.start_byte], kind, piece, page), kind)
            found += [Token(text, start, child.start_byte), child]
            text, start, end = b"", child.end_byte, child.end_byte
        last = piece.children[-1].start_byte
        text = _appended(text, _written(page.source[end:last], kind, piece, page), kind)
    return [*found, Token(text, start, run[-1].end_byte)]


def _appended(text: bytes, more: bytes, kind: Kind) -> bytes:
    """Both texts as one; apart where `"\\1" "2"` would become another escape."""
    if not kind.raw and more[:1].isdigit() and _SHORT_OCTAL.search(text):
        return text + b'""' + more
    return text + more


def _written(text: bytes, kind: Kind, piece: Node, page: Page) -> bytes:
    if not kind.raw:
        text = _ESCAPED.sub(_shortest if not kind.bytes_ else _shortest_of_bytes, text)
    if b"f" not in _prefix(piece, page):
        text = text.replace(b"{", b"{{").replace(b"}", b"}}")
    return text


def _shortest(found: re.Match[bytes]) -> bytes:
    escaped = found[1]
    if escaped in (b"'", b'"'):
        return escaped
    if len(escaped) == 1:
        return found[0]
    return b"\\" + (
        escaped[:1] + escaped[1:].upper() if escaped[:1] == b"N" else escaped[:1] + escaped[1:].lower()
    )


def _shortest_of_bytes(found: re.Match[bytes]) -> bytes:
    """In bytes only `\\x` is such an escape; `\\u` and `\\N` are what they look like."""
    return _shortest(found) if found[1][:1] == b"x" or len(found[1]) == 1 else found[0]


def interpolation(node: Node, page: Page) -> Sequence[Node | Token]:
    """The code in an f-string; with `=` its very text, for that is shown."""
    children = node.children
    whole = page.source[node.start_byte : node.end_byte]
    if any(child.type in ("=", "comment", "line_continuation") for child in children):
        return (Token(whole, node.start_byte, node.end_byte),)
    parts: list[Node | Token] = [
        Token(b"new" if _is_new(node, whole, page) else b"", node.start_byte, node.start_byte)
    ]
    for child in children[1:-1]:
        if child.type in ("format_specifier", "type_conversion"):
            parts.append(Token(page.text(child), child.start_byte, child.end_byte))
        else:
            parts.append(child)
    return parts


def _is_new(node: Node, whole: bytes, page: Page) -> bool:
    """Whether it takes Python 3.12: the quotes of the string again, a backslash, a line break."""
    if node.parent is None or node.parent.type != "string":
        return True
    quotes = page.text(node.parent.children[0]).lstrip(b"fFrRbBuUtT")
    return quotes in whole or b"\\" in whole or (len(quotes) == 1 and b"\n" in whole)

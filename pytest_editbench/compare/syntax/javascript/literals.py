"""Literals written in one way: quotes, needless escapes of quotes, spelling of numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.compare.syntax.protocol import Token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

LEAVES = frozenset({"string", "number", "regex"})

_ESCAPED = re.compile(rb"\\(.)", re.DOTALL)
_SUBSTITUTIONS = ("template_substitution", "template_type")
_DECIMAL = re.compile(rb"([0-9_]*)(?:\.([0-9_]*))?(?:e([+-]?)([0-9_]+))?(n?)")


def written(node: Node, page: Page) -> bytes:
    """The text of a leaf, written in one way; nothing for a node whose children do not count."""
    if node.type == "string":
        return unquoted(page.text(node))
    if node.type == "number":
        return _number(page.text(node))
    if node.type == "regex":
        pattern, _, flags = page.text(node).rpartition(b"/")
        return pattern + b"/" + bytes(sorted(flags))
    if not node.children:
        return b"" if node.type == "program" else page.text(node)
    return b""


def unquoted(text: bytes) -> bytes:
    """The content of a string literal, with no needless escape of a quote."""
    return _ESCAPED.sub(lambda found: found[1] if found[1] in b"'\"" else found[0], text[1:-1])


def template(node: Node, page: Page) -> Sequence[Node | Token]:
    """A template literal: its raw text, and the substitutions in it."""
    parts: list[Node | Token] = []
    start = node.start_byte
    for child in node.children:
        if child.type in _SUBSTITUTIONS:
            parts += [_raw(page, start, child.start_byte), child]
            start = child.end_byte
    return [*parts, _raw(page, start, node.end_byte)]


def _raw(page: Page, start: int, end: int) -> Token:
    # Lines of a template end in a line feed, however the file ends its own.
    return Token(page.source[start:end].replace(b"\r\n", b"\n"), start, end)


def _number(text: bytes) -> bytes:
    """A number as Prettier writes it: lower case, no needless zeros, dots and plus signs."""
    lower = text.lower()
    found = _DECIMAL.fullmatch(lower)
    # 017 is octal, 0x17 hexadecimal: there zeros and letters mean something else.
    if not found or (found[1][:1] == b"0" and len(found[1]) > 1):
        return lower
    whole, fraction, sign, exponent, big = (group or b"" for group in found.groups())
    fraction = fraction.rstrip(b"0")
    power = exponent.lstrip(b"0")
    return b"".join(
        (
            whole or b"0",
            b"." + fraction if fraction else b"",
            b"e" + (b"-" if sign == b"-" else b"") + power if power else b"",
            big,
        )
    )

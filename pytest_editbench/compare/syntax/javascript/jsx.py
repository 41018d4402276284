"""JSX: text that renders, white space that it folds, and attributes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.compare.syntax.javascript.children import counted
from pytest_editbench.compare.syntax.javascript.literals import unquoted
from pytest_editbench.compare.syntax.protocol import Token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.compare.syntax.protocol import Page
    from pytest_editbench.languages import Node

_TEXT = frozenset({"jsx_text", "html_character_reference"})
_PLAIN = re.compile(rb"[^\\&{}<>\r\n]*")
_NEWLINE = re.compile(rb"\r\n|\n|\r")


def element(node: Node, page: Page) -> Sequence[Node | Token]:
    """An element with its children: text as it renders, `{" "}` as the blank that it is."""
    inner = [child for child in node.children if child.type not in _TEXT]
    parts: list[Node | Token] = [inner[0]]
    pending = b""
    start = place = inner[0].end_byte
    for child in inner[1:]:
        pending += folded(page.source[start : child.start_byte])
        start = child.end_byte
        blank = _blank(child, page)
        if blank:
            pending += blank
            continue
        if pending:
            parts.append(Token(b"text " + pending, place, child.start_byte))
        parts.append(child)
        pending, place = b"", start
    return parts


def folded(text: bytes) -> bytes:
    """JSX text as it renders: lines trimmed where they meet, empty ones dropped, joined by one blank."""
    lines = _NEWLINE.split(text)
    last = len(lines) - 1
    starts = [line.lstrip(b" \t") if number else line for number, line in enumerate(lines)]
    trimmed = [line if number == last else line.rstrip(b" \t") for number, line in enumerate(starts)]
    return b" ".join(line for line in trimmed if line)


def attribute(node: Node, page: Page) -> Sequence[Node | Token]:
    """An attribute: its value in one kind of quotes, `{"a"}` as the string it holds."""
    parts = counted(node, page)
    value = parts[-1]
    if len(parts) < 3 or isinstance(value, Token):
        return parts
    if value.type == "string":
        text = page.text(value)[1:-1].replace(b"&quot;", b'"').replace(b"&apos;", b"'")
    elif (held := _held_string(value, page)) is not None and _PLAIN.fullmatch(held):
        text = held
    else:
        return parts
    return [*parts[:-1], Token(b"value " + text, value.start_byte, value.end_byte)]


def _blank(child: Node, page: Page) -> bytes:
    """The blanks of `{" "}`; nothing for any other child."""
    held = _held_string(child, page)
    return held if held is not None and held and not held.strip(b" ") else b""


def _held_string(node: Node, page: Page) -> bytes | None:
    """The content of a string that is all a `{…}` holds."""
    if node.type != "jsx_expression" or len(node.children) != 3 or node.children[1].type != "string":
        return None
    text = page.text(node.children[1])
    return unquoted(text) if b"\\" not in text.replace(b"\\'", b"").replace(b'\\"', b"") else None

"""Markdown → its headings, fences and prose, in order and with their lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from pytest_editbench.cases.examples.place import Place

_DEEPEST_HEADING = 4
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading."""

    level: int
    title: str  # as written, without marks of emphasis taken out
    first: int  # 0-based number of its first line
    stop: int  # and of the line after its last


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block of code."""

    info: str  # what stands behind the opening fence
    text: str
    first: int  # 0-based number of the line of the opening fence
    closed: bool


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph."""

    lines: tuple[str, ...]
    first: int  # 0-based


Block = Heading | Fence | Prose


def blocks(text: str, place: Place) -> list[Block]:
    """The blocks at any depth, in order; `CaseError` for what no example may hold."""
    raw = _LINE.findall(text) if "\r" in text or "\0" in text else []
    return list(_blocks(_parser().parse(text), raw, place))


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark")
    parser.core.ruler.disable(["inline", "text_join"])  # only blocks are asked for
    return parser


def _blocks(tokens: Sequence[Token], raw: Sequence[str], place: Place) -> Iterator[Block]:
    heading: Token | None = None
    for token in tokens:
        first, stop = token.map or (0, 0)
        if token.type == "code_block":
            raise place.error(first + 1, "is an indented code block; put it between fences of ```")
        if token.type == "heading_open":
            heading = _allowed(token, place)
        elif token.type == "inline" and heading:
            (first, stop), level = heading.map or (0, 0), int(heading.tag[1:])
            yield Heading(level, " ".join(token.content.split("\n")), first, stop)
            heading = None
        elif token.type == "inline":
            yield Prose(tuple(token.content.split("\n")), first)
        elif token.type == "fence":
            yield _fence(token, raw)


def _allowed(heading: Token, place: Place) -> Token:
    if int(heading.tag[1:]) > _DEEPEST_HEADING:
        message = f"is a heading of level {heading.tag[1:]}; use one of level 1 to {_DEEPEST_HEADING}"
        raise place.error((heading.map or [0])[0] + 1, message)
    return heading


def _fence(token: Token, raw: Sequence[str]) -> Fence:
    from markdown_it.common.utils import unescapeAll

    first, stop = token.map or (0, 0)
    count = token.content.count("\n")
    text = _as_written(token.content, raw[first : first + 1 + count])
    return Fence(unescapeAll(token.info).strip(), text, first, closed=stop - first == count + 2)


def _as_written(content: str, raw: Sequence[str]) -> str:
    """The content with the carriage returns of its lines, which Markdown takes for line ends.

    Where the opening fence has one too, they are the file's and not the content's.
    """
    written = "".join(raw[1:])
    if not raw or raw[0].endswith("\r\n") or _normal(written) != content:
        return content
    return written


def _normal(text: str) -> str:
    return re.sub(r"\r\n?", "\n", text).replace("\0", "\ufffd")

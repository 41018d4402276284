"""What plain string work can tell of a language: comments, literals, brackets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import PurePosixPath

    from pytest_editbench.agents.solver.documents import Document


@dataclass(frozen=True, slots=True)
class Syntax:
    """A family of languages, as far as literals and brackets go."""

    comments: str  # a pattern of comments
    literals: str  # a pattern of strings, templates and the like, whose brackets do not count
    comment: str  # a pattern of what begins a line that is comment only
    decorator: str = r"@[\w.]++(?:\([^()]*\))?+\s*(?:$|[({#/])"  # a line that is about the next statement
    regexes: bool = False  # has regular expression literals
    braces: bool = True  # a body stands in braces; else its indentation tells it
    brackets: bool = True  # a statement lasts while brackets are open
    dashes: bool = False  # a list may stand as deep as its key
    sections: bool = False  # headings begin blocks


_QUOTED = r"\"(?:\\.|[^\"\\\n])*+\"|'(?:\\.|[^'\\\n])*+'"
_TEMPLATE = r"`(?:\\[\s\S]|\$\{(?:[^{}`]|\{[^{}]*+\}|`[^`]*+`)*+\}|[^`\\])*+`"
_TRIPLE = r"\"\"\"(?:\\[\s\S]|(?!\"\"\")[^\\])*+\"\"\"|\'\'\'(?:\\[\s\S]|(?!\'\'\')[^\\])*+\'\'\'"
_SLASHES = r"//[^\n]*|/\*[\s\S]*?\*/"
_C_LIKE = Syntax(_SLASHES, _QUOTED, r"//|/\*")
_SCRIPT = Syntax(_SLASHES, rf"{_TEMPLATE}|{_QUOTED}", r"//|/\*|\{/\*", regexes=True)
_PYTHON = Syntax(r"#[^\n]*", rf"{_TRIPLE}|{_QUOTED}", r"#", braces=False)
_YAML = Syntax(r"(?<!\S)#[^\n]*", _QUOTED, r"#", braces=False, brackets=False, dashes=True)
_HASH = Syntax(r"(?<!\S)#[^\n]*", _QUOTED, r"#", braces=False, brackets=False)
_MARKUP = Syntax(r"<!--[\s\S]*?-->", r"(?!)", r"<!--", braces=False, brackets=False)
_MARKDOWN = Syntax(r"<!--[\s\S]*?-->", r"(?!)", r"<!--", braces=False, brackets=False, sections=True)
SYNTAXES = {
    **dict.fromkeys((".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts"), _SCRIPT),
    **dict.fromkeys((".py", ".pyi"), _PYTHON),
    **dict.fromkeys((".yaml", ".yml"), _YAML),
    **dict.fromkeys((".toml", ".sh", ".rb"), _HASH),
    **dict.fromkeys((".html", ".xml", ".vue", ".svelte"), _MARKUP),
    **dict.fromkeys((".md", ".mdx", ".markdown"), _MARKDOWN),
}
_OPERAND_BEFORE = re.compile(r"(?:[\w$)\]}'\"`]|\+\+|--)\s*\Z")
_KEYWORD_BEFORE = re.compile(r"\b(?:return|typeof|case|in|of|await|yield|throw|void|delete|do|else)\s*\Z")
_REGEX = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*+\]|[^/\\\n\[])++/[a-z]*")


@dataclass(frozen=True, slots=True)
class LineShape:
    """What a line is, seen from its own start."""

    indent: int  # characters of leading white space; within a block comment, those of its first line
    before: int  # brackets open at its start
    after: int  # brackets open at its end
    inside: bool  # it begins within a string or template
    blank: bool
    comment: bool  # nothing but comment

    @property
    def empty(self) -> bool:
        """Whether the line holds nothing that is carried out."""
        return self.blank or self.comment


class _Kind(Enum):
    CODE = auto()
    LITERAL = auto()
    COMMENT = auto()


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    stop: int
    step: int  # how it changes the number of open brackets
    kind: _Kind


def syntax(path: PurePosixPath) -> Syntax:
    """The family that a file's extension belongs to."""
    return SYNTAXES.get(path.suffix.lower(), _C_LIKE)


@lru_cache(maxsize=64)
def shapes(doc: Document) -> tuple[LineShape, ...]:
    """The shape of each line of a document."""
    comment = re.compile(rf"\s*(?:{syntax(doc.path).comment})")
    found: list[LineShape] = []
    for line, (before, kind), (after, _) in zip(doc.lines, *_pairs(_begins(doc)), strict=False):
        within = kind is _Kind.COMMENT
        found.append(
            LineShape(
                indent=found[-1].indent if within else len(line) - len(line.lstrip()),
                before=before,
                after=after,
                inside=kind is _Kind.LITERAL,
                blank=not line.strip(),
                comment=within or (kind is _Kind.CODE and bool(comment.match(line))),
            )
        )
    return tuple(found)


def _pairs(begins: list[tuple[int, _Kind]]) -> tuple[list[tuple[int, _Kind]], list[tuple[int, _Kind]]]:
    return begins, begins[1:]


def _begins(doc: Document) -> list[tuple[int, _Kind]]:
    """For each line start, the end of the text too: brackets open there, and what it lies within."""
    depth = 0
    begins: list[tuple[int, _Kind]] = []
    for token in [
        *_tokens(doc.text, syntax(doc.path)),
        _Token(len(doc.text) + 1, len(doc.text) + 1, 0, _Kind.CODE),
    ]:
        while len(begins) < len(doc.starts) and doc.starts[len(begins)] <= token.start:
            begins.append((depth, _Kind.CODE))
        while len(begins) < len(doc.starts) and doc.starts[len(begins)] < token.stop:
            begins.append((depth, token.kind))
        depth += token.step
    return begins


def _tokens(text: str, family: Syntax) -> Iterator[_Token]:
    token = re.compile(
        rf"(?P<comment>{family.comments})|(?P<literal>{family.literals})|(?P<open>[(\[{{])|(?P<close>[)\]}}])|(?P<slash>/)"
    )
    at = 0
    while match := token.search(text, at):
        at = match.end()
        if match["slash"]:
            regex = (
                family.regexes and _regex_may_start(text, match.start()) and _REGEX.match(text, match.start())
            )
            at = regex.end() if regex else at
            continue
        kind = _Kind.COMMENT if match["comment"] else _Kind.LITERAL if match["literal"] else _Kind.CODE
        yield _Token(match.start(), at, bool(match["open"]) - bool(match["close"]), kind)


def _regex_may_start(text: str, at: int) -> bool:
    before = text[max(0, at - 60) : at]
    if not before.strip() or _KEYWORD_BEFORE.search(before):
        return True
    return not (_OPERAND_BEFORE.search(before) or before.endswith("<"))

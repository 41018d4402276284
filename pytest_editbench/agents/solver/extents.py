"""How far a block reaches, by brackets and by indentation; each opinion is a candidate."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver.syntax import LineShape, shapes, syntax

if TYPE_CHECKING:
    from pytest_editbench.agents.solver.documents import Document

Extent = tuple[int, int]
"""Lines of a block, 0-based and half-open."""

_CLOSER = re.compile(r"\s*(?:[)\]}]|</|/?>|(?:end|fi|done|esac)\s*;?\s*$)")
_JOINED = re.compile(r"[\s}]*(?:else|elif|except|finally|catch|rescue|ensure)\b")
_OPERATOR = re.compile(r"\s*(?:\.\w|\?\.|[?:|&=+*]|&&)")
_CLAUSE = re.compile(r"\s*\}?\s*(?:else|elif|except|finally|catch|case|default)\b")
_HEADING = re.compile(r"(#{1,6})\s")


def blocks(doc: Document, head: int) -> list[Extent]:
    """The blocks that may start at the 0-based line `head`, likeliest first."""
    stops = dict.fromkeys(_stops(doc, head))
    return [(start, stop) for start in _starts(doc, head) for stop in stops]


def bodies(doc: Document, head: int) -> list[int]:
    """The lines, 0-based, that may be the first after the deeper-indented body below `head`."""
    opinions = (True, False) if syntax(doc.path).braces else (False,)
    return list(dict.fromkeys(_body_stop(doc, head, brackets=brackets) for brackets in opinions))


def visible(doc: Document, start: int) -> int | None:
    """The first line from `start` on that is not blank."""
    return next((at for at in range(start, len(doc.lines)) if doc.lines[at].strip()), None)


def gap_before(doc: Document, line: int) -> int:
    """How many blank lines stand directly above a line."""
    count = 0
    while line - count > 0 and not doc.lines[line - count - 1].strip():
        count += 1
    return count


def blanks_from(doc: Document, line: int) -> int:
    """How many blank lines stand from a line on."""
    following = visible(doc, line)
    return (len(doc.lines) if following is None else following) - line


def _starts(doc: Document, head: int) -> list[int]:
    """The head, and the lines from which comments or decorators directly above lead to it."""
    lines = shapes(doc)
    decorator = re.compile(rf"\s*{syntax(doc.path).decorator}")
    starts = [head]
    top = head
    while top > 0 and decorator.match(doc.lines[top - 1]) and lines[top - 1].indent == lines[head].indent:
        top -= 1
    starts.append(top)
    while top > 0 and not lines[top - 1].blank and _leads(doc, top - 1, head):
        top -= 1
    return list(dict.fromkeys([*starts, top]))


def _leads(doc: Document, line: int, head: int) -> bool:
    shape = shapes(doc)[line]
    decorated = re.match(rf"\s*{syntax(doc.path).decorator}", doc.lines[line])
    return shape.indent == shapes(doc)[head].indent and bool(shape.comment or decorated)


def _stops(doc: Document, head: int) -> list[int]:
    """The lines that may be the first after a block."""
    family, lines = syntax(doc.path), shapes(doc)
    if family.sections:
        return [_section_stop(doc, head)]
    decorated = bool(re.match(rf"\s*{family.decorator}", doc.lines[head]))
    if lines[head].comment or decorated:
        following = _stop(doc, head, brackets=family.brackets) if decorated else head + 1
        while following < len(lines) and lines[following].comment:
            following += 1
        followed = following < len(lines) and not lines[following].blank
        return _stops(doc, following) if followed else [following]
    opinions = (True, False) if family.brackets else (False,)
    stops = [_stop(doc, head, brackets=brackets) for brackets in opinions]
    return [*stops, *(_shorn(doc, head, stop) for stop in stops)]


def _shorn(doc: Document, head: int, stop: int) -> int:
    """The end of a block without the comments at its end, which may be about what follows."""
    while stop - 1 > head and shapes(doc)[stop - 1].empty:
        stop -= 1
    return stop


def _section_stop(doc: Document, head: int) -> int:
    """Markdown: a heading reaches to the next one of its level, a list item to the next shallower line."""
    heading = _HEADING.match(doc.lines[head])
    if not heading:
        bullet = re.match(r"\s*(?:[-*+]|\d+[.)])\s", doc.lines[head])
        return _stop(doc, head, brackets=False) if bullet else _paragraph_stop(doc, head)
    fenced = False
    for at in range(head + 1, len(doc.lines)):
        fenced ^= doc.lines[at].lstrip().startswith(("```", "~~~"))
        other = _HEADING.match(doc.lines[at])
        if other and not fenced and len(other[1]) <= len(heading[1]):
            return at - gap_before(doc, at)
    return len(doc.lines) - gap_before(doc, len(doc.lines))


def _paragraph_stop(doc: Document, head: int) -> int:
    if doc.lines[head].lstrip().startswith("|"):
        return head + 1
    blank = (at for at in range(head, len(doc.lines)) if not doc.lines[at].strip())
    return next(blank, len(doc.lines))


def _stop(doc: Document, head: int, *, brackets: bool) -> int:
    lines = shapes(doc)
    clause = bool(_CLAUSE.match(doc.lines[head]))
    stop = head + 1
    while (at := _next_significant(lines, stop, lines[head].indent)) is not None:
        shape = lines[at]
        held = brackets and lines[stop - 1].after > lines[head].before
        deeper = shape.indent > lines[head].indent or shape.inside
        if not (held or deeper or (shape.indent == lines[head].indent and _continues(doc, head, at, clause))):
            break
        stop = at + 1
    return stop


def _body_stop(doc: Document, head: int, *, brackets: bool) -> int:
    lines = shapes(doc)
    stop = head + 1
    while (at := _next_significant(lines, stop, lines[head].indent)) is not None:
        closed = _dip(doc, at) < lines[head].after
        shallow = lines[at].indent <= lines[head].indent and not lines[at].inside
        if closed if brackets else shallow:
            return at if _CLOSER.match(doc.lines[at]) else stop
        stop = at + 1
    return stop


def _dip(doc: Document, line: int) -> int:
    """The fewest brackets open after the closers that a line begins with."""
    text = "".join(doc.lines[line].split())
    return shapes(doc)[line].before - (len(text) - len(text.lstrip(")]}")))


def _next_significant(lines: tuple[LineShape, ...], start: int, indent: int) -> int | None:
    """The next line that can decide: blank lines, and comments no deeper than the head, cannot."""
    for at in range(start, len(lines)):
        shallow = lines[at].comment and lines[at].indent <= indent
        if lines[at].inside or not (lines[at].blank or shallow):
            return at
    return None


def _continues(doc: Document, head: int, line: int, clause: bool) -> bool:
    text, lines = doc.lines[line], shapes(doc)
    if syntax(doc.path).dashes:
        return text.lstrip().startswith("- ") and not doc.lines[head].lstrip().startswith("- ")
    if lines[line].after < lines[head].before:
        return False
    if _JOINED.match(text):
        return not clause
    return bool(_CLOSER.match(text)) or (syntax(doc.path).braces and bool(_OPERATOR.match(text)))

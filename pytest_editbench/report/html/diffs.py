"""A unified diff as markup: coloured, with visible white space, and what differs within a line marked."""

from __future__ import annotations

import re
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from pytest_editbench.linediff import common_start
from pytest_editbench.report.html.visible import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTH = 600  # characters of a line
ELEMENTS = {"-": "del", "+": "ins"}
GLYPHS = str.maketrans({" ": "·", "\t": "→\t"})

_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
_BLANKS = re.compile(r"[ \t]+")


def pieces(diff: str) -> list[str]:
    """The lines of the diff as markup, each with its line end."""
    found: list[str] = []
    changed: list[str] = []  # lines of one change run
    for line, inside in _told(diff):
        if inside and line[:1] in ELEMENTS:
            changed.append(line)
            continue
        if inside and line.startswith("\\") and changed:
            changed.append(line)
            continue
        found += _changed(changed)
        changed = []
        found.append(f"{_text(line)}\n" if inside else f'<span class="at">{_text(line)}\n</span>')
    return found + list(_changed(changed))


def _told(diff: str) -> Iterator[tuple[str, bool]]:
    """The lines, and whether each stands in a hunk: only the counts of its header tell `--- a` from `--a`."""
    old = new = 0
    for raw in diff.split("\n") if diff else ():
        line = shown(raw[:WIDTH], keep="\t") + ("…" if len(raw) > WIDTH else "")
        if old <= 0 and new <= 0 and not line.startswith("\\"):
            if header := _HUNK.match(line):
                old, new = (int(count or 1) for count in header.groups())
            yield line, False
            continue
        old -= line[:1] in ("-", " ", "")
        new -= line[:1] in ("+", " ", "")
        yield line, True


def _changed(lines: Sequence[str]) -> Iterator[str]:
    removed = [line for line in lines if line.startswith("-")]
    added = [line for line in lines if line.startswith("+")]
    partners = dict(zip(removed, added, strict=True)) if len(removed) == len(added) else {}
    partners |= {there: here for here, there in partners.items()}
    for line in lines:
        if element := ELEMENTS.get(line[:1]):
            yield f"<{element}>{_marked(line, partners.get(line))}\n</{element}>"
        else:
            yield f'<span class="at">{_text(line)}\n</span>'


def _marked(line: str, partner: str | None) -> str:
    """The line with its sign, its outer blanks visible, and the part in which it differs marked."""
    sign, text = line[0], line[1:]
    start, stop = _difference(text, partner[1:]) if partner is not None else (0, 0)
    lead, end = len(text) - len(text.lstrip(" \t")), len(text.rstrip(" \t"))
    cuts = sorted({0, lead, end, start, stop, len(text)})
    return sign + "".join(
        _part(text[here:there], blank=there <= lead or here >= end, marked=start <= here and there <= stop)
        for here, there in pairwise(cuts)
    )


def _difference(text: str, other: str) -> tuple[int, int]:
    """Where the text differs from the other; nowhere when they have nothing in common."""
    head = common_start(text, other)
    tail = common_start(text[head:][::-1], other[head:][::-1])
    return (head, len(text) - tail) if head or tail else (0, 0)


def _part(text: str, *, blank: bool, marked: bool) -> str:
    told = _text(text)
    if blank or marked:
        told = _BLANKS.sub(lambda blanks: f"<i>{blanks[0].translate(GLYPHS)}</i>", told)
    return f"<mark>{told}</mark>" if marked else told


def _text(text: str) -> str:
    return escape(text, quote=False)

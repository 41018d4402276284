"""The forms with labelled blocks: replace, delete, insert."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver.errors import NotUnderstood
from pytest_editbench.agents.solver.labels import Role
from pytest_editbench.agents.solver.locate import Found, anchored, find
from pytest_editbench.agents.solver.places import Place, numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.agents.solver.documents import Document, Edit
    from pytest_editbench.agents.solver.orders import Order


_SIDE = re.compile(
    r"\b(?P<side>after|below|under|behind|before|above)\b(?:\s+line\s+(?P<line>\d+))?", re.IGNORECASE
)
_END = re.compile(r"\b(?P<end>end|bottom|start|beginning|top) of (?:the )?(?:file|\ue000)", re.IGNORECASE)
_LINES = re.compile(
    r"\b(?:replace|change|rewrite) (?:the )?lines? \d|^lines? \d.*\b(?:should|must)\b", re.IGNORECASE
)


def replace(order: Order, doc: Document) -> Iterator[tuple[Edit, ...]]:
    """The old block gives way to the new one, wherever the old one can stand."""
    old, new = order.blocks[Role.OLD], order.blocks[Role.NEW]
    if not any(line.strip() for line in old):
        raise NotUnderstood("the block to be replaced is empty")
    for found in find(doc, old, order.place):
        yield tuple(_line_edits(doc, found, old, new))


def _line_edits(doc: Document, found: Found, old: Sequence[str], new: Sequence[str]) -> Iterator[Edit]:
    """Only the lines that differ between the two blocks, so that all others keep their own bytes."""
    for kind, old_start, old_stop, new_start, new_stop in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        at, lines = found.start + old_start, [found.as_here(line) for line in new[new_start:new_stop]]
        if kind == "replace" and len(lines) == old_stop - old_start:
            yield from (
                doc.replace_lines(at + step, at + step + 1, [line]) for step, line in enumerate(lines)
            )
        elif kind != "equal":
            yield doc.replace_lines(at, found.start + old_stop, lines)


def delete(order: Order, doc: Document) -> Iterator[tuple[Edit, ...]]:
    """The block goes, wherever it can stand."""
    old = order.blocks[Role.DELETE]
    if not any(line.strip() for line in old):
        raise NotUnderstood("the block to be deleted is empty")
    for found in find(doc, old, order.place):
        yield (doc.replace_lines(found.start, found.start + len(old), ()),)


def insert(order: Order, doc: Document) -> Iterator[tuple[Edit, ...]]:
    """The block comes before or after a line, or at an end of the file."""
    new = order.blocks[Role.INSERT]
    for at, shift in _gaps(order, doc):
        yield (doc.replace_lines(at, at, [shift.as_here(line) for line in new]),)


def _gaps(order: Order, doc: Document) -> Iterator[tuple[int, Found]]:
    for role in (Role.AFTER, Role.BEFORE):
        if (block := order.blocks.get(role)) is not None:
            for found in find(doc, block, order.place):
                yield found.start + (len(block) if role is Role.AFTER else 0), found
            return
    if side := _SIDE.search(order.said):
        step = int(side["side"].lower() in ("after", "below", "under", "behind"))
        stated = [int(side["line"]) - 1] if side["line"] else []
        lines = anchored(doc, order.words["anchor"], order.place) if "anchor" in order.words else stated
        yield from ((line + step, Found(line)) for line in lines if 0 <= line < len(doc.lines))
    elif end := _END.search(order.said):
        line = len(doc.lines) if end["end"].lower() in ("end", "bottom") else 0
        yield line, Found(line)


def replace_lines(order: Order, doc: Document) -> Iterator[tuple[Edit, ...]]:
    """A new block in place of a line that the sentence quotes, or of lines given by number."""
    new = order.blocks[Role.NEW]
    if anchor := order.words.get("anchor"):
        for at in anchored(doc, anchor, order.place):
            indent = doc.lines[at][: len(doc.lines[at]) - len(doc.lines[at].lstrip())]
            bare = bool(new) and not new[0][:1].isspace()
            found = Found(at, prefix=indent if bare else "")
            yield (doc.replace_lines(at, at + 1, [found.as_here(line) for line in new]),)
        return
    stated = Place(numbers(order.said)).span(doc)
    if stated is None or not _LINES.search(order.said):
        raise NotUnderstood("a block to be written is given, but not what it replaces")
    yield (doc.replace_lines(*stated, new),)

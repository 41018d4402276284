"""Finding in a document the lines that a prompt quotes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver.extents import blocks
from pytest_editbench.agents.solver.places import Place, nearest

if TYPE_CHECKING:
    from pytest_editbench.agents.solver.documents import Document
    from pytest_editbench.agents.solver.extents import Extent
    from pytest_editbench.agents.solver.orders import Order


@dataclass(frozen=True, slots=True)
class Found:
    """A quoted block in a document."""

    start: int  # 0-based line
    prefix: str = ""  # indentation that the document has and the quotation lacks
    surplus: str = ""  # indentation that the quotation has and the document lacks

    def as_here(self, line: str) -> str:
        """A line of the prompt with the indentation it needs in the document."""
        return self.prefix + line.removeprefix(self.surplus) if line.strip() else line


Equal = Callable[[Sequence[str], Sequence[str]], tuple[str, str] | None]


def _exact(there: Sequence[str], quoted: Sequence[str]) -> tuple[str, str] | None:
    return ("", "") if list(there) == list(quoted) else None


def _shifted(there: Sequence[str], quoted: Sequence[str]) -> tuple[str, str] | None:
    """Equal but for one shift of indentation and for blanks at line ends."""
    first = next((at for at, line in enumerate(quoted) if line.strip()), None)
    if first is None or not there[first].strip():
        return None
    deep, flat = there[first].rstrip(), quoted[first].rstrip()
    prefix = deep.removesuffix(flat) if deep.endswith(flat) else ""
    surplus = flat.removesuffix(deep) if not prefix and flat.endswith(deep) else ""
    if prefix.strip() or surplus.strip():
        return None
    same = all(
        prefix + quote in (surplus + line, (surplus + line).rstrip()) if quote.strip() else not line.strip()
        for line, quote in zip(there, quoted, strict=True)
    )
    return (prefix, surplus) if same else None


def find(doc: Document, quoted: Sequence[str], where: Place) -> list[Found]:
    """The places of a quoted block that its stated place allows, exact ones before shifted ones."""
    equals: tuple[Equal, ...] = (_exact, _shifted)
    for equal in equals:
        found = []
        for start in range(len(doc.lines) - len(quoted) + 1):
            shift = equal(doc.lines[start : start + len(quoted)], quoted)
            if shift is not None:
                found.append(Found(start, *shift))
        if found and quoted:
            kept = narrowed(doc, [place.start for place in found], len(quoted), where)
            return [place for place in found if place.start in kept]
    return []


def anchored(doc: Document, anchor: str, where: Place | None = None) -> list[int]:
    """The 0-based lines that an anchor, a whole line but for its indentation or the head of one, can mean."""
    wanted = anchor.strip()
    found = [at for at, line in enumerate(doc.lines) if line.strip() == wanted]
    if not found:
        cut = re.escape(wanted.removesuffix("…").removesuffix("...").rstrip())
        begins = re.compile(rf"\s*{cut}(?:(?<!\w)|(?!\w))")
        found = [at for at, line in enumerate(doc.lines) if cut and begins.match(line)]
    return narrowed(doc, found, 1, where) if where else found


def named(doc: Document, order: Order, word: str, *, placed: bool = True) -> list[int]:
    """The 0-based lines that a quoted line of an order can mean.

    A line told right behind the quotation is its own; else, where `placed`, what the order says of the place.
    """
    own = order.words.get(f"{word}_line")
    others = {int(told) for name, told in order.words.items() if name.endswith("_line")}
    lines = (int(own),) if own else tuple(line for line in order.place.lines if line not in others)
    where = replace(order.place, lines=lines) if own or placed else None
    return anchored(doc, order.words[word], where)


def headed(doc: Document, order: Order, word: str, head: int) -> list[Extent]:
    """The blocks that may start at a 0-based line, or as far above it as the order says."""
    told = order.words.get(f"{word}_above")
    if told is None:
        return blocks(doc, head)
    count = re.match(r"\d+", told)
    top = head - (int(count[0]) if count else 1)
    return list(dict.fromkeys((top, stop) for _, stop in blocks(doc, head))) if top >= 0 else []


def narrowed(doc: Document, starts: Sequence[int], height: int, where: Place) -> list[int]:
    """Those of some places that agree with what is said about where; all of them if nothing helps."""
    if starts and where.line is not None:
        return nearest(starts, where.line, height)
    inside = [start for start in starts if where.function and within(doc, start, where.function)]
    starts = inside or starts
    if where.third is not None and len(starts) > 1:
        third = max(1, -(-len(doc.lines) // 3))
        starts = [start for start in starts if start // third == where.third] or starts
    return list(starts)


def within(doc: Document, line: int, function: str) -> bool:
    """Whether a 0-based line stands in what seems to be the definition of a function, class or the like."""
    return any(
        start <= line < stop for head in _definitions(doc, function) for start, stop in blocks(doc, head)[:1]
    )


def _definitions(doc: Document, name: str) -> list[int]:
    """The lines that seem to define a name: after a keyword, or before brackets or an assignment."""
    named = rf"(?<![\w$.]){re.escape(name)}(?![\w$])"
    defined = re.compile(
        rf"\b(?:function\*?|def|class|const|let|var|interface|type|enum|func|fn|struct)\s+{named}"
        rf"|^\s*(?:(?:export|default|public|private|protected|static|async|get|set|override|readonly)\s+)*\*?\s*"
        rf"{named}\s*(?:[<(:=?!])[^;]*(?:\{{|=>|\($|,$|\()\s*$"
    )
    return [at for at, line in enumerate(doc.lines) if defined.search(line)]

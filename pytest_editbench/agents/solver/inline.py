"""The forms that name text within a line: change one span, rename an identifier."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_editbench.agents.solver.errors import NotUnderstood
from pytest_editbench.agents.solver.locate import anchored, within
from pytest_editbench.agents.solver.places import numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.agents.solver.documents import Document, Edit
    from pytest_editbench.agents.solver.orders import Order

_NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_COUNT = re.compile(
    rf"\b(?P<count>\d+|{'|'.join(_NUMBERS)})\s+(?:[a-z]+\s+)?(?P<unit>lines?|places?|spots?|times|occurrences?)\b",
    re.IGNORECASE,
)
_ALIKE = (r"[\w$]", r"[<>=!&|+\-*/?%^~]")  # characters that make one word, or one operator


def change_text(order: Order, doc: Document) -> Iterator[tuple[Edit, ...]]:
    """One span of one line becomes another; every place where it can stand is a reading."""
    new, anchor = order.words["new"], order.words.get("anchor")
    old = order.words.get("old") or (anchor or "").strip()
    lines = anchored(doc, anchor, order.place) if anchor else range(len(doc.lines))
    stated = {line - 1 for line in order.place.lines}
    for line in lines:
        for column in _columns(doc.lines[line], old) if not stated or line in stated else ():
            start = doc.starts[line] + column
            yield (doc.replace(start, start + len(old), new),)


def _columns(line: str, part: str) -> list[int]:
    """Where a part stands in a line: as whole words or operators if it can, else anywhere."""
    left = next((f"(?<!{kind})" for kind in _ALIKE if re.match(kind, part)), "")
    right = next((f"(?!{kind})" for kind in _ALIKE if re.search(rf"{kind}\Z", part)), "")
    whole = [match.start() for match in re.finditer(left + re.escape(part) + right, line)]
    return whole or [match.start() for match in re.finditer(f"(?={re.escape(part)})", line)]


def rewrite_line(order: Order, doc: Document) -> Iterator[tuple[Edit, ...]]:
    """A line given by number becomes another, at the depth of the old one unless the new one is indented."""
    line, new = int(order.words["line"]) - 1, order.words["new"]
    if 0 <= line < len(doc.lines):
        old = doc.lines[line]
        indent = old[: len(old) - len(old.lstrip())]
        yield (doc.replace_lines(line, line + 1, [new if new[:1].isspace() else indent + new]),)


def rename(order: Order, doc: Document) -> Iterator[tuple[Edit, ...]]:
    """Every whole word `old` becomes `new`: on the listed lines, in the file, or in the named function.

    `NotUnderstood` where the number of lines or of occurrences is not as the prompt says.
    """
    old, new = order.words["old"], order.words["new"]
    found = [match.span() for match in re.finditer(rf"(?<![\w$]){re.escape(old)}(?![\w$])", doc.text)]
    lines = [doc.text.count("\n", 0, start) for start, _ in found]
    doubts, agreed = [], False
    for chosen in _choices(order, doc, lines):
        if doubt := _disagreement(order, doc, chosen):
            doubts.append(doubt)
        elif chosen:
            agreed = True
            kept = [span for span, line in zip(found, lines, strict=True) if line in chosen]
            yield tuple(doc.replace(start, stop, new) for start, stop in kept)
    if doubts and not agreed:
        raise NotUnderstood(doubts[0])


def _choices(order: Order, doc: Document, lines: Sequence[int]) -> Iterator[list[int]]:
    """The 0-based lines, one for each occurrence, that may be meant."""
    listed = numbers(order.said)
    if listed:
        yield (
            [line for line in lines if line + 1 in listed]
            if {line - 1 for line in listed} <= set(lines)
            else []
        )
        return
    yield list(lines)
    if function := order.place.function:
        inside = [line for line in lines if within(doc, line, function)]
        if inside and inside != list(lines):
            yield inside


def _disagreement(order: Order, doc: Document, lines: Sequence[int]) -> str | None:
    """Why the lines of the occurrences are not those that the prompt announces."""
    for match in _COUNT.finditer(order.said):
        said = int(match["count"]) if match["count"].isdigit() else _NUMBERS.index(match["count"].lower())
        unit = match["unit"].lower()
        allowed = {len(set(lines))} if unit.startswith("line") else {len(lines)}
        if unit.startswith(("place", "spot")):
            allowed = {len(set(lines)), len(lines)}
        if said not in allowed:
            return (
                f"{said} {unit} are announced for `{order.words['old']}`, in {doc.path} it is {max(allowed)}"
            )
    return None

"""An empty fall-through `case` label is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.edits import Edit, Span
from pytest_editbench.generate.mutations.mutation import Candidate, Damage, Mutation, Telling
from pytest_editbench.generate.mutations.structure import examples
from pytest_editbench.generate.mutations.structure.layout import Layout, layout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.source import Parsed
    from pytest_editbench.languages import Node


def _find(parsed: Parsed, draw: Draw) -> Iterator[Candidate]:  # noqa: ARG001 - all are listed
    here = layout(parsed)
    for match in parsed.found.get("empty-label", []):
        label, following = match["label"][0], match["next"][0]
        line = label.start_point.row + 1
        if _plain(here, label) and following.start_point.row == line and _alike(here, line):
            yield Candidate("remove-case-label", (here.line(line),), line=line)


def _plain(here: Layout, label: Node) -> bool:
    """Whether a label is all that its line holds."""
    line = here.text(label.start_point.row + 1)
    return label.end_point.row == label.start_point.row and line.strip() == label.text


def _alike(here: Layout, line: int) -> bool:
    """Whether the label below is as deep as this one, so that it tells how to indent what is missing."""
    return here.indent(line) == here.indent(line + 1) and here.quotable(line)


def _damage(parsed: Parsed, candidate: Candidate) -> Damage:
    (label,) = candidate.spans
    text = label.of(parsed.data).strip().decode("utf-8", "surrogateescape")
    cut = parsed.lines(label)
    return Damage((Edit(Span(cut.start, cut.stop), b""),), {"before": candidate.line}, {"label": text})


LABELS = Mutation(
    "remove-case-label",
    "structural",
    _find,
    _damage,
    slip="A value of a switch is no longer handled like the case after it.",
    telling=Telling.STRUCTURAL,
    count=8,
    most_lines=None,
    examples=examples.LABELS,
)

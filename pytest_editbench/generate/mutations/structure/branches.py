"""The bodies of an `if` and of its `else` have changed places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.generate.mutations.mutation import Candidate, Damage, Mutation, Telling
from pytest_editbench.generate.mutations.structure import examples
from pytest_editbench.generate.mutations.structure.bodies import body
from pytest_editbench.generate.mutations.structure.exchange import exchanged
from pytest_editbench.generate.mutations.structure.layout import Layout, layout
from pytest_editbench.generate.mutations.structure.sizes import exchanged_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.source import Parsed
    from pytest_editbench.languages import Node

_MOST_STATEMENTS = 5  # of a branch


def _find(parsed: Parsed, draw: Draw) -> Iterator[Candidate]:  # noqa: ARG001 - all are listed
    here = layout(parsed)
    chained = here.starts("chained-branches", "chained")
    for match in parsed.found.get("branches", []):
        whole, then, turn, otherwise = (match[name][0] for name in ("branches", "then", "turn", "else"))
        if whole.start_byte in chained or not (_short(here, then) and _short(here, otherwise)):
            continue
        yield from _candidate(here, whole, (then, turn, otherwise))


def _short(here: Layout, block: Node) -> bool:
    return 0 < len(here.statements(block)) <= _MOST_STATEMENTS


def _candidate(here: Layout, whole: Node, parts: tuple[Node, Node, Node]) -> Iterator[Candidate]:
    then, turn, otherwise = parts
    upper, lower = body(here, then), body(here, otherwise)
    if upper is None or lower is None or not _alone(here, whole):
        return
    line, turns = whole.start_point.row + 1, turn.start_point.row + 1
    plain = upper[0] == line + 1 and lower[0] == turns + 1 and _turns(here, upper[-1], turns)
    texts = [b"".join(b"".join(map(here.text, lines)).split()) for lines in (upper, lower)]
    if plain and texts[0] != texts[1] and here.quotable(line):
        yield Candidate(
            "swap-if-else",
            (here.span(upper), here.span(lower), here.line(line)),
            line=upper[0],
            changed_lines=exchanged_lines(here.lines, upper, lower),
        )


def _alone(here: Layout, whole: Node) -> bool:
    """Whether a statement shares neither its first nor its last line."""
    before = here.text(whole.start_point.row + 1)[: whole.start_point.column]
    return not before.strip() and here.ends(whole.end_point.row + 1, whole.end_point.column)


def _turns(here: Layout, last: int, turn: int) -> bool:
    """Whether nothing but a closer stands between a body and the line that turns to the other one."""
    between = [here.text(line).strip().decode("utf-8", "replace") for line in range(last + 1, turn)]
    return between in ([], [here.words["closer"] or None])


def _damage(parsed: Parsed, candidate: Candidate) -> Damage:
    upper, lower, condition = candidate.spans
    # The closer below is part of what an instruction is about.
    last = parsed.line(lower.stop) + bool(parsed.dialect.words["closer"])
    return Damage(
        exchanged(parsed.data, upper, lower),
        marks={"condition": parsed.line(condition.start), "last": last},
    )


BRANCHES = Mutation(
    "swap-if-else",
    "structural",
    _find,
    _damage,
    slip="The two branches of a condition have changed places.",
    telling=Telling.STRUCTURAL,
    count=8,
    most_lines=None,
    examples=examples.BRANCHES,
)

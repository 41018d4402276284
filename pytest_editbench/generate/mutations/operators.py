"""Operators that stand between two operands, and those that step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_editbench.edits import Span
from pytest_editbench.generate.mutations.replacement import replacing
from pytest_editbench.generate.source import Parsed, span

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from pytest_editbench.generate.draw import Draw
    from pytest_editbench.generate.mutations.mutation import Candidate

_GLUE = b"+-*/<>=!&|?"  # right beside an operator, these could make another one of it


@dataclass(frozen=True, slots=True)
class Binary:
    """An operator with its operands."""

    left: Span
    operator: Span
    right: Span
    token: str

    @property
    def whole(self) -> Span:
        """From the left operand to the end of the right one."""
        return Span(self.left.start, self.right.stop)


def binaries(parsed: Parsed, tokens: Container[str]) -> list[Binary]:
    """The binary operators of a file that are among the tokens, in the order of the source."""
    found = []
    for match in parsed.found.get("binary", []):
        operator = match["operator"][0]
        token = parsed.text(operator).decode()
        if token in tokens:
            found.append(Binary(span(match["left"][0]), span(operator), span(match["right"][0]), token))
    return sorted(found, key=lambda binary: binary.operator)


def swappable(parsed: Parsed, mutation: str) -> Iterator[tuple[Binary, Candidate]]:
    """The operators that a mutation swaps, each with its candidate; equal operands are passed over."""
    swaps = parsed.dialect.swaps.get(mutation, {})
    for binary in binaries(parsed, swaps):
        if binary.left.of(parsed.data) != binary.right.of(parsed.data) and _alone(parsed, binary.operator):
            yield binary, replacing(mutation, parsed, (binary.operator, swaps[binary.token].encode()))


def find(mutation: str, parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """Every operator that the mutation swaps."""
    return (candidate for _, candidate in swappable(parsed, mutation))


def steps(parsed: Parsed, _: Draw) -> Iterator[Candidate]:
    """`++` for `--`, `+=` for `-=`, and back, where what they step is a number."""
    swaps = parsed.dialect.swaps.get("swap-increment-decrement", {})
    texts = {role: set(map(parsed.text, parsed.nodes(role))) for role in ("number-name", "other-name")}
    numbers = texts["number-name"] - texts["other-name"]
    for match in parsed.found.get("step", []):
        (node,) = match["step"]
        numeric = all(parsed.text(counter) in numbers for counter in match.get("counter", []))
        if numeric and _alone(parsed, span(node)):
            text = swaps[parsed.text(node).decode()].encode()
            yield replacing("swap-increment-decrement", parsed, (span(node), text))


def _alone(parsed: Parsed, at: Span) -> bool:
    """Whether no other operator stands right beside this one."""
    around = parsed.data[max(0, at.start - 1) : at.start] + parsed.data[at.stop : at.stop + 1]
    return not any(byte in _GLUE for byte in around)

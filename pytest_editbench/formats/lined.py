"""Texts as lines that keep their line ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench import linediff

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def lines(text: str) -> list[str]:
    """The lines with their line ends, which the last one may lack; a carriage return ends none."""
    found = [f"{line}\n" for line in text.split("\n")]
    last = found.pop()[:-1]
    return [*found, last] if last else found


def signed(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The lines of both sides in the order of a diff, each with its sign: blank, minus or plus."""
    runs = linediff.runs([line.encode() for line in old], [line.encode() for line in new])
    at = 0
    for run in runs:
        yield from ((" ", line) for line in old[at : run.old.start])
        yield from (("-", line) for line in old[run.old.start : run.old.stop])
        yield from (("+", line) for line in new[run.new.start : run.new.stop])
        at = run.old.stop
    yield from ((" ", line) for line in old[at:])

"""How large the damage of the block mutations is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench import linediff

if TYPE_CHECKING:
    from collections.abc import Sequence

BANDS = ((6, 20), (21, 60), (61, 150), (6, 20), (21, 60), (6, 20), (61, 150), (21, 60))
"""Changed lines that the cases of a block mutation cycle through (REFERENCE A2)."""


def changed(original: Sequence[bytes], damaged: Sequence[bytes]) -> int:
    """How many lines it takes to undo a damage: the sum over change runs of max(old, new)."""
    return sum(max(len(run.old), len(run.new)) for run in linediff.runs(damaged, original))


def exchanged_lines(lines: Sequence[bytes], one: range, two: range) -> int:
    """How many lines change where two stretches of lines (1-based) change places."""
    upper, between, lower = (
        lines[start - 1 : stop - 1]
        for start, stop in ((one.start, one.stop), (one.stop, two.start), (two.start, two.stop))
    )
    return changed([*upper, *between, *lower], [*lower, *between, *upper])

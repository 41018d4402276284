"""Change runs as the hunks of a unified diff."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pytest_editbench import linediff
from pytest_editbench.compare import visible
from pytest_editbench.linediff import Lines, Run

CONTEXT = 3  # equal lines round a change
NO_NEWLINE = "\\ No newline at end of file"


def lines(old: Lines, new: Lines) -> Iterator[str]:
    """The hunks from `old` to `new`, header and all; no line is shown twice."""
    for runs in _near(linediff.runs(old, new)):
        before = min(CONTEXT, runs[0].old.start)
        after = min(CONTEXT, len(old) - runs[-1].old.stop)
        outer = Run(
            range(runs[0].old.start - before, runs[-1].old.stop + after),
            range(runs[0].new.start - before, runs[-1].new.stop + after),
        )
        yield f"@@ -{_place(outer.old)} +{_place(outer.new)} @@"
        yield from _body(old, new, runs, outer)


def _near(runs: Sequence[Run]) -> Iterator[list[Run]]:
    """The runs in groups whose context would touch or overlap."""
    group = list(runs[:1])
    for last, run in pairwise(runs):
        if run.old.start - last.old.stop > 2 * CONTEXT:
            yield group
            group = []
        group.append(run)
    if group:
        yield group


def _place(numbers: range) -> str:
    """First line and number of lines as unified diffs count them: an empty range names the line before."""
    if len(numbers) == 1:
        return str(numbers.start + 1)
    return f"{numbers.start + (1 if numbers else 0)},{len(numbers)}"


def _body(old: Lines, new: Lines, runs: Sequence[Run], outer: Run) -> Iterator[str]:
    place = outer.old.start
    for run in runs:
        yield from _signed(" ", old[place : run.old.start])
        removed, added = run.removed(old), run.added(new)
        yield from _signed("-", removed, visible.side(removed, added))
        yield from _signed("+", added, visible.side(added, removed))
        place = run.old.stop
    yield from _signed(" ", old[place : outer.old.stop])


def _signed(sign: str, lines: Lines, shown: Iterator[str] | None = None) -> Iterator[str]:
    for line, text in zip(lines, shown or map(visible.context, lines), strict=True):
        yield f"{sign}{text}"
        if not line.endswith(b"\n"):
            yield NO_NEWLINE

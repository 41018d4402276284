"""The indent score: how far, in columns, the indentation is from the accepted one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from pytest_editbench.compare.linediff import Run

TAB = 2  # columns; a blank is one


@dataclass(frozen=True, slots=True)
class Indent:
    """How the indentation of one text differs from that of another."""

    score: float  # columns, mean over the changed lines; 0 is perfect
    lines: int  # changed lines whose indentation differs


def score(accepted: Sequence[bytes], actual: Sequence[bytes], runs: Iterable[Run]) -> Indent:
    """Hold the indentation of `actual` against `accepted`, over the change runs between them.

    In each run the removed lines are paired with the added ones by position; a line without partner
    is held against no indentation. The score is the mean of |accepted - actual| over all pairs, 0 when
    nothing differs. Example: a run of two lines indented by 4 and 4 that became one indented by 6
    gives (|4 - 6| + |4 - 0|) / 2 = 3.
    """
    distances = [
        abs(width(old) - width(new))
        for run in runs
        for old, new in zip_longest(run.removed(accepted), run.added(actual), fillvalue=b"")
    ]
    return Indent(sum(distances) / max(len(distances), 1), sum(map(bool, distances)))


def width(line: bytes) -> int:
    """Columns of the blanks and tabs that begin a line."""
    lead = line[: len(line) - len(line.lstrip(b" \t"))]
    return len(lead) + (TAB - 1) * lead.count(b"\t")

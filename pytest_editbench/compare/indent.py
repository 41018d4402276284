"""The indent score without a formatter: how far, in columns, the indentation is from the accepted one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pytest_editbench import linediff
from pytest_editbench.linediff import Lines, Run

TAB = 2  # columns, where the accepted text does not tell
BLANKS = b" \t"


@dataclass(frozen=True, slots=True)
class Indent:
    """How the indentation of one text differs from that of another."""

    score: float  # columns, mean over the pairs; 0 is perfect
    lines: int  # whose indentation has another width


def score(accepted: Sequence[bytes], actual: Sequence[bytes], runs: Iterable[Run]) -> Indent:
    """Hold the indentation of `actual` against `accepted`, given the change runs between them.

    Only lines that are equal but for leading white space count. They are paired within each run, by
    a second line diff that does not see the indentation. The score is the mean of |accepted - actual|
    over all pairs, 0 where there is none. Example: of a run of two lines indented by 4 and 4 that are
    now indented by 6 and 8 the score is (2 + 4) / 2 = 3.
    """
    tab = tab_width(accepted)
    distances = [
        abs(width(old, tab) - width(new, tab))
        for run in runs
        for old, new in _pairs(run.removed(accepted), run.added(actual))
    ]
    return Indent(sum(distances) / max(len(distances), 1), sum(map(bool, distances)))


def _pairs(removed: Lines, added: Lines) -> Iterator[tuple[bytes, bytes]]:
    """Lines that differ in their indentation and in nothing else; lines of blanks have none."""
    bare = [_bare(line) for line in removed]
    runs = linediff.runs(bare, [_bare(line) for line in added])
    for old, new in linediff.kept(runs, len(bare)):
        if bare[old] and _lead(removed[old]) != _lead(added[new]):
            yield removed[old], added[new]


def tab_width(lines: Iterable[bytes]) -> int:
    """Columns from one tab stop to the next: as wide as one step of the text's own indentation.

    That is the commonest step from a line to a deeper one below it, blank lines passed over, where both
    are indented by blanks alone; of steps equally common, the smallest. A text that does not tell has 2.
    """
    leads = [_lead(line) for line in lines if line.strip()]
    steps = Counter(
        len(deeper) - len(lead)
        for lead, deeper in pairwise(leads)
        if len(deeper) > len(lead) and b"\t" not in lead + deeper
    )
    return min(steps, key=lambda step: (-steps[step], step), default=TAB)


def width(line: bytes, tab: int) -> int:
    """Columns of the blanks and tabs that begin a line; a tab leads to the next multiple of `tab`."""
    return len(_lead(line).expandtabs(tab))


def _lead(line: bytes) -> bytes:
    return line[: len(line) - len(line.lstrip(BLANKS))]


def _bare(line: bytes) -> bytes:
    return line.lstrip(BLANKS).rstrip(b"\r\n")

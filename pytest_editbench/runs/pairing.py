"""The cases of two runs, and the trials of each that stand against each other."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.findings.contrast import Coverage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_editbench.runs.rows import Row

    Cases = Mapping[str, Sequence[Row]]


class Pair(NamedTuple):
    """A case in both runs; equally many scored trials of each, the first ones."""

    base: Sequence[Row]
    new: Sequence[Row]
    passes: tuple[int, int, int]  # passed before, passed after, trials on either side

    @classmethod
    def of(cls, base: Sequence[Row], new: Sequence[Row]) -> Pair:
        """The case with these trials."""
        return cls(base, new, (sum(row.passed for row in base), sum(row.passed for row in new), len(base)))

    @property
    def facts(self) -> Row:
        """A row that tells the case, its category and so on."""
        return self.new[0]

    @property
    def firsts(self) -> tuple[bool, bool]:
        """Whether the first trial passed, before and after."""
        return self.base[0].passed, self.new[0].passed

    @property
    def difference(self) -> float:
        """Of the two rates."""
        before, after, trials = self.passes
        return (after - before) / trials


def cases(rows: Iterable[Row]) -> Cases:
    """The rows of each case in order of trial, cases in order of name."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.case].append(row)
    return {case: sorted(found[case], key=lambda row: row.number) for case in sorted(found)}


def strangers(base: Cases, new: Cases) -> dict[str, str]:
    """The cases that cannot be compared, and why."""
    why = dict.fromkeys(base.keys() - new.keys(), "only in the first")
    why |= dict.fromkeys(new.keys() - base.keys(), "only in the second")
    why |= {case: "changed" for case in base.keys() & new.keys() if _differ(base[case], new[case])}
    return dict(sorted(why.items()))


def _differ(base: Iterable[Row], new: Iterable[Row]) -> bool:
    # A trial that was never laid out has no digest, and says nothing against the others.
    one, other = ({row.digest for row in rows if row.digest is not None} for rows in (base, new))
    return bool(one and other) and one != other


def pairs(base: Cases, new: Cases) -> list[Pair]:
    """The cases of both with a scored trial on either side.

    Where one side has more scored trials than the other, its later ones are left out: only then are both
    sides of a case alike when the agents are, on which the sign-flip test rests.
    """
    found = []
    for case in base.keys() & new.keys():
        one, other = _scored(base[case]), _scored(new[case])
        count = min(len(one), len(other))
        if count:
            found.append(Pair.of(one[:count], other[:count]))
    return sorted(found, key=lambda pair: pair.facts.case)


def coverage(base: Cases, new: Cases, paired: Sequence[Pair], left_out: int) -> Coverage:
    """What of the common cases is compared."""
    common = base.keys() & new.keys()
    scored = [sum(len(_scored(side[case])) for case in common) for side in (base, new)]
    every = [sum(len(side[case]) for case in common) for side in (base, new)]
    missing = sum(max(_unscored(base[case]), _unscored(new[case])) for case in common)
    return Coverage(
        common=len(common),
        left_out=left_out,
        lost=len(common) - len(paired),
        unscored_base=every[0] - scored[0],
        unscored_new=every[1] - scored[1],
        spare=sum(scored) - 2 * sum(len(pair.base) for pair in paired),
        share=missing / len(common) if common else 0.0,
    )


def _scored(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if row.scored]


def _unscored(rows: Sequence[Row]) -> float:
    return 1 - len(_scored(rows)) / len(rows)

"""What an earlier run tells about the next one."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.cases.kinds import LOOSE
from pytest_editbench.errors import UsageError
from pytest_editbench.findings.forecast import Basis
from pytest_editbench.runs import pairing
from pytest_editbench.runs.rows import headline
from pytest_editbench.scoring import separation

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from pytest_editbench.runs.rows import Row
    from pytest_editbench.runs.samples import Sample

MILLION = 1_000_000


class Prices(NamedTuple):
    """US dollars for a million tokens."""

    per_input: float
    per_output: float


def of(
    sample: Sample, cases: Collection[str] = (), flips: float | None = None, prices: Prices | None = None
) -> Basis:
    """What the run tells; of `cases` alone, where it has any of them; of edits alone, where there are any.

    `flips` replaces the flip rate of the run, which one trial a case does not tell: `UsageError` when it is
    needed and not given, and when no trial is scored.
    """
    own = [row for row in sample.rows if row.case in cases]
    kind = headline(row for row in own or sample.rows if row.scored)
    if kind == LOOSE:
        raise UsageError(f"{sample.name}: only loose cases were scored, which tell nothing about a rate")
    rows = [row for row in own or sample.rows if row.scored and row.apart == kind]
    if not rows:
        raise UsageError(f"{sample.name}: no trial was scored, so it tells nothing about the next run")
    scores = [(sum(row.passed for row in each), len(each)) for each in pairing.cases(rows).values()]
    rate = fmean([passed / trials for passed, trials in scores])
    known = separation.mean([separation.flip_rate(*score) for score in scores]) if flips is None else flips
    if known is None:
        raise UsageError(
            f"{sample.name} has one trial a case, which does not tell how far trials of one case differ; "
            "say --flip-rate, or name a record with several"
        )
    # An estimate of noise may come out above what goes with the estimate of the rate.
    bounded = min(known, 2 * rate * (1 - rate)) if flips is None else known
    cost = _told(rows, _cost(prices))
    noun = f"{f'{kind} ' if kind else ''}case{'' if len(scores) == 1 else 's'}"
    if own and len(own) < len(sample.rows):
        noun = "of these cases"
    source = f"{len(scores)} {noun} in {sample.name}"
    return Basis(
        source, rate, bounded, _told(rows, lambda row: row.duration), cost, priced=prices is not None
    )


def _told(rows: Iterable[Row], of_row: Callable[[Row], float | None]) -> float | None:
    return separation.mean([of_row(row) for row in rows])


def _cost(prices: Prices | None) -> Callable[[Row], float | None]:
    def priced(row: Row) -> float | None:
        if prices is None:
            return row.cost
        if row.tokens is None or row.tokens_in is None:
            return None
        out = row.tokens - row.tokens_in
        return (row.tokens_in * prices.per_input + out * prices.per_output) / MILLION

    return priced

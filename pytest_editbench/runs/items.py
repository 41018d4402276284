"""What the cases of a suite tell about agents, and which of them are worth keeping."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.cases.kinds import LOOSE
from pytest_editbench.errors import UsageError
from pytest_editbench.findings.items import Item, Items, Score, Solved
from pytest_editbench.runs import samples
from pytest_editbench.runs.rows import headline
from pytest_editbench.runs.selection import Selection
from pytest_editbench.scoring import separation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_editbench.runs.rows import Row
    from pytest_editbench.runs.samples import Log, Sample

    Rows = Sequence[Row]

HALF = 0.5
MOST_SOLVED = 0.9  # share of cases that all agents always pass, from which on a suite is saturated


class Total(NamedTuple):
    """The rates of one agent on all cases."""

    of: float  # their sum
    cases: int


def contenders(logs: Iterable[Log]) -> dict[str, Sample]:
    """All agents of these records by label; one that several records have is named with its record."""
    found = [
        samples.pick(log, Selection(log.name, *contender)) for log in logs for contender in log.contenders
    ]
    labels = [str(sample.contender) for sample in found]
    return {
        label if labels.count(label) == 1 else f"{Path(sample.name).name}#{label}": sample
        for label, sample in zip(labels, found, strict=True)
    }


def items(agents: Mapping[str, Sample]) -> Items:
    """The cases as these agents found them; `UsageError` where nothing is scored, or a case changed.

    Where there are edits, what is counted apart from them is left out.
    """
    cases: dict[str, list[Rows]] = {}
    agents = _agreeing(agents)
    kind = headline(row for sample in agents.values() for row in sample.rows if row.scored)
    if kind == LOOSE:
        raise UsageError("only loose cases were scored, which tell nothing about agents")
    scored = [_by_case(sample, kind) for sample in agents.values()]
    for case in sorted({case for side in scored for case in side}):
        cases[case] = [side.get(case, ()) for side in scored]
    _check(cases)
    scores = {case: _scores(rows) for case, rows in cases.items()}
    known = {case: each for case, each in scores.items() if any(score.scored for score in each)}
    if not known:
        raise UsageError("no trial of these records was scored")
    totals = [_total([each[agent].rate for each in known.values()]) for agent in range(len(agents))]
    found = tuple(_item(case, each, totals, cases[case]) for case, each in known.items())
    return Items(
        agents=tuple(agents),
        rates=tuple(total.of / total.cases if total.cases else None for total in totals),
        items=found,
        unscored=len(cases) - len(known),
        solved_by=_solved_by(tuple(known.values()), len(agents)),
        saturated=_saturated(found),
        apart=_apart(agents.values(), kind),
    )


def _agreeing(agents: Mapping[str, Sample]) -> Mapping[str, Sample]:
    """The agents' trials; a case that is loose in one record is so in all."""
    loose = {row.case for sample in agents.values() for row in sample.rows if row.loose}
    return {
        name: replace(sample, rows=tuple(_as_loose(row) if row.case in loose else row for row in sample.rows))
        for name, sample in agents.items()
    }


def _as_loose(row: Row) -> Row:
    return row._replace(apart=LOOSE)


def _apart(agents: Iterable[Sample], kind: str) -> Mapping[str, int]:
    others = {(row.apart, row.case) for sample in agents for row in sample.rows if row.apart != kind}
    return dict(sorted(Counter(name for name, _ in others).items()))


def _by_case(sample: Sample, kind: str) -> Mapping[str, Rows]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in sample.rows:
        if row.apart == kind:
            found[row.case].append(row)
    return found


def _check(cases: Mapping[str, Sequence[Rows]]) -> None:
    for case, sides in cases.items():
        digests = {row.digest for rows in sides for row in rows if row.digest is not None}
        if len(digests) > 1:
            raise UsageError(f"{case} is not the same case in all these records; name records of one suite")


def _scores(sides: Sequence[Rows]) -> tuple[Score, ...]:
    scored = [[row for row in rows if row.scored] for rows in sides]
    return tuple(Score(sum(row.passed for row in rows), len(rows)) for rows in scored)


def _total(rates: Iterable[float | None]) -> Total:
    known = [rate for rate in rates if rate is not None]
    return Total(sum(known), len(known))


def _item(case: str, scores: Sequence[Score], totals: Sequence[Total], sides: Sequence[Rows]) -> Item:
    facts = next(row for rows in sides for row in rows)
    rates = [score.rate for score in scores if score.rate is not None]
    spread = max(rates) - min(rates)
    rate = fmean(rates)
    return Item(
        case=case,
        category=facts.category,
        mutation=facts.mutation,
        difficulty=facts.difficulty,
        scores=tuple(scores),
        solved=Solved.ALWAYS if rate == 1 else Solved.SOMETIMES if rate else Solved.NEVER,
        rate=rate,
        flips=separation.mean([separation.flip_rate(score.passed, score.scored) for score in scores]),
        spread=spread,
        discrimination=_discrimination(scores, totals),
        separates=spread > 0 if len(rates) > 1 else 0 < rate < 1,
    )


def _discrimination(scores: Sequence[Score], totals: Sequence[Total]) -> float | None:
    """Over the agents that have a rate here and elsewhere."""
    both = [
        (score.rate, (total.of - score.rate) / (total.cases - 1))
        for score, total in zip(scores, totals, strict=True)
        if score.rate is not None and total.cases > 1
    ]
    return separation.discrimination([rate for rate, _ in both], [rest for _, rest in both])


def _solved_by(scores: Sequence[Sequence[Score]], agents: int) -> tuple[tuple[int, ...], ...]:
    """Of the cases that both were asked; one is solved when most of its scored trials passed."""

    def surplus(row: int, column: int) -> int:
        rates = [(each[row].rate, each[column].rate) for each in scores]
        return sum(one > HALF >= other for one, other in rates if one is not None and other is not None)

    return tuple(tuple(surplus(row, column) for column in range(agents)) for row in range(agents))


def _saturated(found: Sequence[Item]) -> str:
    always = sum(item.solved is Solved.ALWAYS for item in found)
    separating = sum(item.separates for item in found)
    if always >= MOST_SOLVED * len(found):
        return f"saturated: {always} of {len(found)} cases are always passed"
    if separating < separation.FEWEST:
        few = f"only {separating} of {len(found)} cases separate"
        return f"{few}: {separation.FEWEST} must differ, all to one side, before a test can tell"
    return ""

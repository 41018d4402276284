"""Two runs against each other: `compare` finds all that reports show and gates ask."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.errors import UsageError
from pytest_editbench.findings.contrast import Change, Contrast, Side
from pytest_editbench.runs import breakdown, differences, metrics, pairing
from pytest_editbench.scoring import holm, intervals, paired, sizes

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from pytest_editbench.runs.pairing import Cases, Pair
    from pytest_editbench.runs.samples import Sample

NAMED = 5  # cases that a refusal names


class Advice(NamedTuple):
    """What to do when two runs cannot be compared."""

    settings: str  # that differ; `{names}` are theirs
    cases: str  # that are not the same


COMMAND = Advice("rejudge one, or --allow {names}", "compare the others with --intersect")


def compare(
    base: Sample,
    new: Sample,
    *,
    allowed: Collection[str] = (),
    intersect: bool = False,
    deciding: Collection[str] = (),
    advice: Advice = COMMAND,
) -> Contrast:
    """How the second run differs from the first, and whether noise alone could make it so.

    `allowed` names differences of settings to put up with (`differences.REFUSED`), `deciding` the metrics
    that are tested beside the pass rate (`metrics.NAMES`), `advice` is what a refusal tells people to do.
    `UsageError` when the two cannot be compared: settings differ by which results are judged, cases differ
    and not `intersect`, or nothing is in common. Loose cases measure no precision and are left out.
    """
    metrics.check(deciding)
    loose = {row.case for row in (*base.rows, *new.rows) if row.loose}
    base, new = _without(base, loose), _without(new, loose)
    common = _common(base, new, intersect=intersect, advice=advice.cases)
    settings = differences.between(_of_cases(base, common.base), _of_cases(new, common.new), allowed)
    if reasons := [*differences.refused(settings)]:
        names = ",".join(each.name for each in settings if not each.allowed)
        raise _refused(f"{'; '.join(reasons)}; {advice.settings.format(names=names)}")
    changes = _together([_rate(common.pairs), *metrics.changes(common.pairs, deciding)])
    groups = breakdown.groups(common.pairs)
    return Contrast(
        base=_side(base),
        new=_side(new),
        settings=settings,
        coverage=replace(pairing.coverage(*common), loose=len(loose)),
        rate=changes[0],
        metrics=tuple(changes[1:]),
        groups=tuple(groups),
        failures=tuple(breakdown.failures(common.pairs)),
        flips=tuple(breakdown.flips(common.pairs)),
        looks=sum(change.test is not None for change in changes) + len(groups),
    )


class _Common(NamedTuple):
    """What both runs have."""

    base: Cases
    new: Cases
    pairs: Sequence[Pair]
    left_out: int  # cases


def _common(base: Sample, new: Sample, *, intersect: bool, advice: str) -> _Common:
    before, after = pairing.cases(base.rows), pairing.cases(new.rows)
    strangers = pairing.strangers(before, after)
    if strangers and not intersect:
        raise _refused(f"{_named(strangers)}; {advice}")
    before, after = ({case: side[case] for case in side if case not in strangers} for side in (before, after))
    pairs = pairing.pairs(before, after)
    if not pairs:
        raise _refused("no case has a scored trial in both")
    return _Common(before, after, pairs, len(strangers))


def _without(sample: Sample, cases: Collection[str]) -> Sample:
    return replace(sample, rows=tuple(row for row in sample.rows if row.case not in cases))


def _named(strangers: Mapping[str, str]) -> str:
    named = ", ".join(f"{case} ({why})" for case, why in list(strangers.items())[:NAMED])
    more = f" and {len(strangers) - NAMED} more" if len(strangers) > NAMED else ""
    count = f"{len(strangers)} cases are" if len(strangers) > 1 else "1 case is"
    return f"{count} not the same in both: {named}{more}"


def _refused(why: str) -> UsageError:
    return UsageError(f"these runs cannot be compared: {why}")


def _of_cases(sample: Sample, cases: Cases) -> Sample:
    return replace(sample, rows=tuple(row for row in sample.rows if row.case in cases))


def _side(sample: Sample) -> Side:
    return Side(
        name=sample.name,
        agent=sample.contender.agent,
        format=sample.contender.format,
        cases=len({row.case for row in sample.rows}),
        trials=len(sample.rows),
        scored=sum(row.scored for row in sample.rows),
        unknown=sample.unknown,
        cut_short=sample.cut_short,
    )


def _rate(pairs: Sequence[Pair]) -> Change:
    passes = [pair.passes for pair in pairs]
    before, after = breakdown.rates(pairs)
    test = paired.sign_flip(paired.scaled(passes))
    return Change(
        name="pass rate",
        unit="%",
        cases=len(pairs),
        base=before,
        new=after,
        higher_is_worse=False,
        interval=intervals.of_rates(passes, [pair.firsts for pair in pairs]),
        test=test,
        adjusted=test.low,
        smallest=sizes.of_rates([pair.difference for pair in pairs], max(trials for *_, trials in passes)),
    )


def _together(changes: Sequence[Change]) -> list[Change]:
    """The same, with the chances of those that decide adjusted for one another."""
    told = [change.adjusted for change in changes if change.adjusted is not None]
    raised = iter(holm.adjusted(told))
    return [
        change if change.adjusted is None else replace(change, adjusted=next(raised)) for change in changes
    ]

"""Two runs against each other: `compare` finds all that reports show and gates ask."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.errors import UsageError
from pytest_editbench.findings.contrast import Apart, Change, Contrast, Side
from pytest_editbench.findings.estimates import ALPHA
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
    and not `intersect`, or nothing is in common. Loose cases measure no precision and are left out; kinds
    that are no edits are held against each other by themselves.
    """
    metrics.check(deciding)
    loose = {row.case for row in (*base.rows, *new.rows) if row.loose}
    base, new = _without(base, loose), _without(new, loose)
    first, *others = parts = _parts(base, new, intersect=intersect, advice=advice.cases)
    if not first.pairs:
        raise _refused("no case has a scored trial in both")
    settings = differences.between(_of_cases(base, parts), _of_cases(new, parts), allowed)
    if reasons := [*differences.refused(settings)]:
        names = ",".join(each.name for each in settings if not each.allowed)
        raise _refused(f"{'; '.join(reasons)}; {advice.settings.format(names=names)}")
    told = [part for part in parts if part.pairs]
    rates = [_rate(part.pairs, ALPHA / len(told)) for part in told]
    changes = _together([*rates, *metrics.changes(first.pairs, deciding)])
    known = {part.kind: change for part, change in zip(told, changes, strict=False)}
    groups = breakdown.groups(first.pairs)
    return Contrast(
        base=_side(base, first.kind),
        new=_side(new, first.kind),
        settings=settings,
        coverage=replace(pairing.coverage(*first.sides, first.pairs, first.left_out), loose=len(loose)),
        rate=changes[0],
        metrics=tuple(changes[len(rates) :]),
        groups=tuple(groups),
        failures=tuple(breakdown.failures(first.pairs)),
        flips=tuple(breakdown.flips(first.pairs)),
        looks=sum(change.test is not None for change in changes) + len(groups),
        kind=first.kind,
        apart=tuple(_apart(part, base, new, known.get(part.kind)) for part in others),
    )


class _Part(NamedTuple):
    """What both runs have of a kind of cases."""

    kind: str  # that is counted apart; empty for edits
    sides: tuple[Cases, Cases]
    pairs: Sequence[Pair]
    left_out: int  # cases


def _parts(base: Sample, new: Sample, *, intersect: bool, advice: str) -> list[_Part]:
    """One for each kind that both have; edits first, which others are counted apart from."""
    before, after = pairing.cases(base.rows), pairing.cases(new.rows)
    strangers = pairing.strangers(before, after)
    if strangers and not intersect:
        raise _refused(f"{_named(strangers)}; {advice}")
    kinds = {case: rows[0].apart for side in (before, after) for case, rows in side.items()}
    left_out = Counter(kinds[case] for case in strangers)
    names = sorted({kinds[case] for case in kinds if case not in strangers}) or [""]
    left_out[names[0]] += sum(count for kind, count in left_out.items() if kind not in names)
    parts = []
    for name in names:
        own = {case for case, kind in kinds.items() if kind == name and case not in strangers}
        one, other = ({case: side[case] for case in side if case in own} for side in (before, after))
        parts.append(_Part(name, (one, other), pairing.pairs(one, other), left_out[name]))
    return parts


def _apart(part: _Part, base: Sample, new: Sample, rate: Change | None) -> Apart:
    return Apart(
        name=part.kind,
        base=_side(base, part.kind),
        new=_side(new, part.kind),
        coverage=pairing.coverage(*part.sides, part.pairs, part.left_out),
        rate=rate,
        failures=tuple(breakdown.failures(part.pairs)),
        flips=tuple(breakdown.flips(part.pairs)),
    )


def _without(sample: Sample, cases: Collection[str]) -> Sample:
    return replace(sample, rows=tuple(row for row in sample.rows if row.case not in cases))


def _named(strangers: Mapping[str, str]) -> str:
    named = ", ".join(f"{case} ({why})" for case, why in list(strangers.items())[:NAMED])
    more = f" and {len(strangers) - NAMED} more" if len(strangers) > NAMED else ""
    count = f"{len(strangers)} cases are" if len(strangers) > 1 else "1 case is"
    return f"{count} not the same in both: {named}{more}"


def _refused(why: str) -> UsageError:
    return UsageError(f"these runs cannot be compared: {why}")


def _of_cases(sample: Sample, parts: Sequence[_Part]) -> Sample:
    cases = {case for part in parts for case in part.sides[0]}
    return replace(sample, rows=tuple(row for row in sample.rows if row.case in cases))


def _side(sample: Sample, kind: str) -> Side:
    rows = [row for row in sample.rows if row.apart == kind]
    return Side(
        name=sample.name,
        agent=sample.contender.agent,
        format=sample.contender.format,
        cases=len({row.case for row in rows}),
        trials=len(rows),
        scored=sum(row.scored for row in rows),
        unknown=sample.unknown,
        cut_short=sample.cut_short,
    )


def _rate(pairs: Sequence[Pair], alpha: float) -> Change:
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
        smallest=sizes.of_rates(
            [pair.difference for pair in pairs], max(trials for *_, trials in passes), alpha
        ),
    )


def _together(changes: Sequence[Change]) -> list[Change]:
    """The same, with the chances of those that decide adjusted for one another."""
    told = [change.adjusted for change in changes if change.adjusted is not None]
    raised = iter(holm.adjusted(told))
    return [
        change if change.adjusted is None else replace(change, adjusted=next(raised)) for change in changes
    ]

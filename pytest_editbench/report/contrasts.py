"""A comparison of two runs as text, and as plain data."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING

from pytest_editbench.findings.contrast import Verdict
from pytest_editbench.findings.estimates import ALPHA, POWER
from pytest_editbench.report.sections import UNKNOWN, Section, chance, counted, p_is, percent, points, value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_editbench.findings.contrast import Apart, Change, Contrast, Coverage, Flip, Gate, Group

FLIPS = 200  # that are listed
_FAILED = ("diagnosis or outcome", "base", "new")
_POWER = f"{100 * POWER:.0f} %"


def sections(contrast: Contrast, gate: Gate | None = None) -> Iterator[Section]:
    """What differs in how the two were run first, then what was compared, found and decided."""
    yield Section("runs", ("", "base", "new"), [*_sides(contrast)], [*_warnings(contrast)])
    yield Section("compared", text=[*_coverage(contrast.coverage, contrast.kind)])
    holm = bool(contrast.apart) or any(metric.test for metric in contrast.metrics)
    yield Section("pass rate", ("", "rate"), [*_rate(contrast.rate)], [*_decision(contrast.rate, holm=holm)])
    if contrast.metrics:
        yield _metrics(contrast)
    for dimension, found in groupby(contrast.groups, lambda group: group.dimension):
        yield Section(dimension, _GROUP_HEADER, [_group(group) for group in found])
    if contrast.groups:
        yield Section("tests", text=[_looks(contrast)])
    if contrast.failures:
        rows = [(each.name, f"{each.base:,}", f"{each.new:,}") for each in contrast.failures]
        yield Section("failed trials", _FAILED, rows)
    if contrast.flips:
        yield _flips(contrast.flips)
    for each in contrast.apart:
        yield from _apart(each)
    if gate is not None:
        yield Section("gate", text=[gate.reason])


def data(contrast: Contrast, gate: Gate | None = None) -> dict[str, object]:
    """All of it as JSON holds it; rates and differences of rates are shares from 0 to 1."""
    return {
        **asdict(contrast),
        "rate": _change(contrast.rate),
        "metrics": [_change(metric) for metric in contrast.metrics],
        "apart": [
            {**asdict(each), "rate": None if each.rate is None else _change(each.rate)}
            for each in contrast.apart
        ],
        "gate": None if gate is None else asdict(gate),
    }


def _change(change: Change) -> dict[str, object]:
    return {**asdict(change), "difference": change.difference, "verdict": change.verdict}


def _sides(contrast: Contrast) -> Iterator[tuple[str, str, str]]:
    base, new = contrast.base, contrast.new
    yield "run", base.name, new.name
    for name in ("cases", "trials", "scored"):
        yield name, f"{getattr(base, name):,}", f"{getattr(new, name):,}"
    shared = {setting.name for setting in contrast.settings}
    if "agent" not in shared:
        yield "agent", base.agent, new.agent
    for setting in contrast.settings:
        name = setting.name if setting.allowed else f"{setting.name} (!)"
        yield name, setting.base or UNKNOWN, setting.new or UNKNOWN


def _warnings(contrast: Contrast) -> Iterator[str]:
    for side in (contrast.base, contrast.new):
        if side.cut_short:
            yield f"{side.name}: the run was cut short"
        if side.unknown:
            yield f"{side.name}: {counted(side.unknown, 'trial')} ended without an agent, counted on no side"


def _coverage(coverage: Coverage, kind: str) -> Iterator[str]:
    noun = f"{kind} case" if kind else "case"
    unscored = f"base {coverage.unscored_base:,}, new {coverage.unscored_new:,}"
    yield f"unscored trials: {unscored} ({percent(coverage.share)} of the cases)"
    told = [f"{counted(coverage.common - coverage.lost, noun)} of {coverage.common:,} in both runs"]
    if coverage.lost:
        told.append(f"{coverage.lost:,} without a scored trial on one side")
    if coverage.left_out:
        told.append(f"{coverage.left_out:,} left out, being in one run only or not the same in both")
    if coverage.loose:
        told.append(f"{coverage.loose:,} loose left out")
    if coverage.spare:
        told.append(f"{counted(coverage.spare, 'scored trial')} without a counterpart left out")
    yield "; ".join(told)


def _rate(rate: Change) -> Iterator[tuple[str, str]]:
    yield "base", percent(rate.base)
    yield "new", percent(rate.new)
    yield "new - base", f"{points(rate.difference, signed=True)} points"
    if rate.interval:
        yield "95 % interval", _interval(rate)


def _interval(change: Change) -> str:
    if change.interval is None:
        return UNKNOWN
    shown = points if change.unit == "%" else value
    return f"{shown(change.interval.low, signed=True)} to {shown(change.interval.high, signed=True)}"


def _decision(rate: Change, *, holm: bool) -> Iterator[str]:
    if rate.test is None:
        return
    adjusted = " (by Holm)" if holm else ""
    kind = "exact sign-flip test" if rate.test.exact else "sign-flip test, approximate for its size"
    yield f"{rate.verdict}: {p_is(rate.adjusted)} for worse{adjusted}, {p_is(rate.test.high)} for better"
    yield f"{kind} over {counted(rate.cases, 'case')}, one-sided each way, α {ALPHA:g}"
    if rate.interval:
        yield f"the interval is for reading ({rate.interval.method}); it does not decide"
    if rate.verdict is Verdict.OPEN:
        yield _smallest(rate)


def _smallest(rate: Change) -> str:
    cases = f"with {_POWER} power, {counted(rate.cases, 'case')} as noisy as these show"
    if rate.smallest is None:
        return f"{cases} no drop, however large"
    return f"{cases} a drop of {points(rate.smallest)} points or more"


_GROUP_HEADER = ("", "cases", "base", "new", "broken", "fixed", "noisy", "p", "shows from")


def _group(group: Group) -> tuple[str, ...]:
    open_ = group.adjusted > ALPHA
    return (
        group.name or UNKNOWN,
        f"{group.cases:,}",
        percent(group.base),
        percent(group.new),
        *(f"{count:,}" for count in (group.broken, group.fixed, group.noisy)),
        chance(group.adjusted),
        points(group.smallest) if open_ else "",
    )


def _looks(contrast: Contrast) -> str:
    groups = len(contrast.groups)
    return (
        f"{counted(contrast.looks, 'test')} were made. p of groups is two-sided, by Holm over all {groups:,} "
        "of them, for reading; shows from: points of a drop that a group of this size and noise shows "
        f"with {_POWER} power, as one of {groups:,} looks."
    )


def _metrics(contrast: Contrast) -> Section:
    tested = [metric for metric in contrast.metrics if metric.test is not None]
    header = ["", "cases", "base", "new", "new - base", "95 % interval", "shows from"]
    rows = [[*_metric(metric), *([_told(metric)] if tested else [])] for metric in contrast.metrics]
    methods = dict.fromkeys(metric.interval.method for metric in contrast.metrics if metric.interval)
    text = [f"means over the cases that tell both; intervals: {', '.join(methods) or UNKNOWN}"]
    if tested:
        text.append(f"p: one-sided, by Holm's method over the pass rate and {len(tested)} named here")
    else:
        text.append("for reading: none of these decides")
    return Section("other figures", [*header, *(["p worse"] if tested else [])], rows, text)


def _metric(metric: Change) -> tuple[str, ...]:
    return (
        metric.name if metric.unit == metric.name else f"{metric.name} ({metric.unit})",
        f"{metric.cases:,}",
        value(metric.base),
        value(metric.new),
        value(metric.difference, signed=True),
        _interval(metric),
        value(metric.smallest),
    )


def _told(metric: Change) -> str:
    return chance(metric.adjusted) if metric.test else UNKNOWN


def _apart(apart: Apart) -> Iterator[Section]:
    """The same of a kind that is counted apart, without figures that decide nothing."""
    sides = (apart.base, apart.new)
    rows = [(name, *(f"{getattr(side, name):,}" for side in sides)) for name in ("cases", "trials", "scored")]
    told = ["no case has a scored trial on both sides"]
    if apart.rate:
        rows.append(("pass rate", percent(apart.rate.base), percent(apart.rate.new)))
        told = [
            f"new - base: {points(apart.rate.difference, signed=True)} points",
            *_decision(apart.rate, holm=True),
        ]
    text = [*_coverage(apart.coverage, apart.name), *told]
    yield Section(f"{apart.name} cases, counted apart", ("", "base", "new"), rows, text)
    if apart.failures:
        failed = [(each.name, f"{each.base:,}", f"{each.new:,}") for each in apart.failures]
        yield Section(f"failed trials of {apart.name} cases", _FAILED, failed)
    if apart.flips:
        yield _flips(apart.flips, f"{apart.name} cases")


def _flips(flips: Sequence[Flip], noun: str = "cases") -> Section:
    shown = flips[:FLIPS]
    left = len(flips) - len(shown)
    text = [f"and {left:,} more; --json has all"] if left else []
    header = ("case", "", "base → new", "diagnosis")
    return Section(f"{noun} that are not the same", header, [_flip(flip) for flip in shown], text)


def _flip(flip: Flip) -> tuple[str, ...]:
    base, new = (f"{passed}/{flip.trials}" for passed in (flip.base, flip.new))
    return flip.case, flip.fate, f"{base} → {new}", flip.diagnosis

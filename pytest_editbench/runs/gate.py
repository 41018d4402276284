"""Whether a comparison lets a change through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_editbench.findings.contrast import Gate, Verdict
from pytest_editbench.findings.estimates import ALPHA
from pytest_editbench.report.sections import p_is, percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.findings.contrast import Change, Contrast

MOST_UNSCORED = 0.02  # of the cases: agents that crash on hard cases must not profit by it
ROUNDING = 1e-9


def judge(contrast: Contrast, points: float = 0.0) -> Gate:
    """Red when the test excludes noise and the rate fell by at least `points` percentage points.

    The same holds of each kind that is counted apart. A metric that was named to decide is red when its test
    excludes noise. No answer (code 2) when more cases than `MOST_UNSCORED` are unscored on either side.
    """
    shares = [
        ("", contrast.coverage.share),
        *((f"{each.name} ", each.coverage.share) for each in contrast.apart),
    ]
    for kind, share in shares:
        if share > MOST_UNSCORED:
            most = percent(MOST_UNSCORED)
            reason = f"{percent(share)} of the {kind}cases are unscored on one side, more than {most}"
            return Gate(2, f"no decision: {reason}; run what is missing again")
    others = [(each.name, each.rate) for each in contrast.apart if each.rate]
    red = [*_rate(contrast.rate, points), *_metrics(contrast)]
    red += [f"{name}: {told}" for name, rate in others for told in _rate(rate, points)]
    green = [_passed(contrast.rate, points), *(f"{name}: {_passed(rate, points)}" for name, rate in others)]
    return Gate(1, "; ".join(red)) if red else Gate(0, "; ".join(green))


def _rate(rate: Change, points: float) -> Iterator[str]:
    if rate.verdict is Verdict.WORSE and _drop(rate) >= points - ROUNDING:
        yield f"regression: {_told(rate, points)}, {p_is(rate.adjusted)} ≤ {ALPHA:g}"


def _metrics(contrast: Contrast) -> Iterator[str]:
    for metric in contrast.metrics:
        if metric.verdict is Verdict.WORSE:
            rise = f"{metric.name} rose by {metric.difference:.4g} {metric.unit}"
            yield f"regression: {rise}, {p_is(metric.adjusted)} ≤ {ALPHA:g}"


def _passed(rate: Change, points: float) -> str:
    chance = p_is(rate.adjusted)
    if rate.verdict is Verdict.WORSE:
        return f"no regression: {_told(rate, points)}, which is no noise ({chance}), but too little"
    if _drop(rate) > ROUNDING:
        return f"no regression: {_told(rate, points)}, which may be noise ({chance} > {ALPHA:g})"
    return f"no regression: the pass rate did not fall ({chance})"


def _told(rate: Change, points: float) -> str:
    asked = f" (at least {points:g} count)" if points else ""
    return f"the pass rate fell by {_drop(rate):.1f} points{asked}"


def _drop(rate: Change) -> float:
    return 100 * (rate.base - rate.new)

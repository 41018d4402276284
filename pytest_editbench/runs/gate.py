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

    A metric that was named to decide is red when its test excludes noise. No answer (code 2) when more cases
    than `MOST_UNSCORED` are unscored on either side.
    """
    share = contrast.coverage.share
    if share > MOST_UNSCORED:
        reason = f"{percent(share)} of the cases are unscored on one side, more than {percent(MOST_UNSCORED)}"
        return Gate(2, f"no decision: {reason}; run what is missing again")
    red = [*_rate(contrast.rate, points), *_metrics(contrast)]
    return Gate(1, "; ".join(red)) if red else Gate(0, _passed(contrast.rate, points))


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

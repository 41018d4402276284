"""A plan of a run as text, and as plain data."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from pytest_editbench.findings.estimates import ALPHA, POWER
from pytest_editbench.report.sections import UNKNOWN, Section, percent, points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_editbench.findings.forecast import Basis, Forecast, Need

UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"))  # seconds


def sections(forecast: Forecast) -> Iterator[Section]:
    """What the run will tell and cost, and what it would take to tell more."""
    aim = points(forecast.aim)
    yield Section("plan", ("", "value"), [*_rows(forecast)], [_model(forecast.basis)])
    rows = [(f"{need.trials}", _count(need.cases), _product(need)) for need in forecast.needs]
    text = f"this plan {'shows' if forecast.suffices else 'does not show'} a drop of {aim} points"
    yield Section(f"to see a drop of {aim} points", ("trials a case", "cases", "trials in all"), rows, [text])


def data(forecast: Forecast) -> dict[str, object]:
    """All of it as JSON holds it; rates and drops are shares from 0 to 1."""
    return {**asdict(forecast), "suffices": forecast.suffices}


def _rows(forecast: Forecast) -> Iterator[tuple[str, str]]:
    low, high = forecast.interval
    yield "cases × trials", f"{forecast.cases:,} × {forecast.trials}"
    yield "pass rate", percent(forecast.basis.rate)
    yield "flip rate", percent(forecast.basis.flips)
    yield "95 % interval of the rate", f"{100 * low:.1f}–{percent(high)}"
    yield "95 % interval of a difference", f"± {points(forecast.reach)} points"
    yield "smallest drop, case by case", _drop(forecast.paired)
    yield "smallest drop, unpaired", _drop(forecast.unpaired)
    yield "agents' time", _time(forecast.seconds)
    yield "cost", _cost(forecast)


def _drop(drop: float | None) -> str:
    return "none" if drop is None else f"{points(drop)} points"


def _model(basis: Basis) -> str:
    return (
        f"By {basis.source}. A drop is of cases that are never passed any more; it shows in the one-sided "
        f"test at {100 * ALPHA:.0f} % with {100 * POWER:.0f} % power. The mean rate alone does not tell: "
        "the noise is the flip rate, the chance that two trials of one case differ. Two different agents "
        "differ by more than that."
    )


def _count(number: int | None) -> str:
    return UNKNOWN if number is None else f"{number:,}"


def _product(need: Need) -> str:
    return _count(None if need.cases is None else need.trials * need.cases)


def _time(seconds: float | None) -> str:
    if seconds is None:
        return UNKNOWN
    size, unit = next(((size, unit) for size, unit in UNITS if seconds >= size), (1, "s"))
    return f"{seconds / size:,.1f} {unit}, one trial after another"


def _cost(forecast: Forecast) -> str:
    if forecast.cost is None:
        return UNKNOWN
    source = "by the prices given" if forecast.basis.priced else "as the agent reported"
    return f"{forecast.cost:,.2f} US $, {source}"

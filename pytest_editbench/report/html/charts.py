"""Where the marks of a chart stand; the templates draw them. Lengths are user units of the SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_editbench.report.html.values import Bar, Point
    from pytest_editbench.report.protocol import Share

WIDTH = 360
TOP = 18.0  # of the plot
BOTTOM = 128.0
LEFT = 40.0  # of a plot with an axis of rates
EDGE = 6.0
GAP = 0.08  # of the room of a bar, on either side
SEEN = 1.5  # the height of a bar that is not empty, at least


class Block(NamedTuple):
    """A bar of a histogram."""

    x: float
    y: float
    width: float
    height: float
    middle: float
    label: str
    number: int  # of values


class Dot(NamedTuple):
    """A rate with its interval."""

    x: float
    y: float
    high: float  # y of the interval's upper bound
    low: float
    label: str
    share: Share


class Line(NamedTuple):
    """Rates joined by a line, and the band of their intervals."""

    dots: Sequence[Dot]
    path: str  # points of a polyline
    band: str  # points of a polygon


class Whisker(NamedTuple):
    """A rate and its interval on a scale from left to right."""

    x: float
    low: float
    width: float


def blocks(bars: Sequence[Bar]) -> list[Block]:
    """The bars side by side, the highest as high as the plot; one that is not empty can be seen."""
    most = max((bar.count for bar in bars), default=0) or 1
    step = (WIDTH - 2 * EDGE) / max(len(bars), 1)
    return [_block(bar, EDGE + step * number, step, most) for number, bar in enumerate(bars)]


def _block(bar: Bar, start: float, step: float, most: int) -> Block:
    tall = max((BOTTOM - TOP) * bar.count / most, SEEN) if bar.count else 0.0
    return Block(
        x=_round(start + step * GAP),
        y=_round(BOTTOM - tall),
        width=_round(step * (1 - 2 * GAP)),
        height=_round(tall),
        middle=_round(start + step / 2),
        label=bar.label,
        number=bar.count,
    )


def line(points: Sequence[Point]) -> Line:
    """The points at even distances, rates from 0 at the bottom to 1 at the top."""
    step = (WIDTH - LEFT - EDGE) / max(len(points), 1)
    dots = [_dot(point, LEFT + step * (number + 0.5)) for number, point in enumerate(points)]
    path = " ".join(f"{dot.x},{dot.y}" for dot in dots)
    band = [*((dot.x, dot.high) for dot in dots), *((dot.x, dot.low) for dot in reversed(dots))]
    return Line(dots, path, " ".join(f"{x},{y}" for x, y in band))


def _dot(point: Point, x: float) -> Dot:
    low, high = point.share.interval
    y, top, bottom = (_round(height(rate)) for rate in (point.share.rate, high, low))
    return Dot(_round(x), y, top, bottom, point.label, point.share)


def height(rate: float) -> float:
    """The y of a rate."""
    return BOTTOM - (BOTTOM - TOP) * rate


def whisker(share: Share, width: float = 200.0) -> Whisker:
    """The rate on a scale of that width."""
    low, high = share.interval
    return Whisker(*map(_round, (share.rate * width, low * width, max((high - low) * width, 1.0))))


def heat(share: Share) -> int:
    """The step of the colour scale, 0 to 10."""
    return round(10 * share.rate)


def _round(number: float) -> float:
    return round(number, 1)

"""Polylines on a plane: length, simplification, and the point nearest to another."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Point(NamedTuple):
    x: float
    y: float

    def __sub__(self, other: Point) -> Point:
        return Point(self.x - other.x, self.y - other.y)

    def dot(self, other: Point) -> float:
        return self.x * other.x + self.y * other.y


def simplify(points: Sequence[Point], tolerance: float, ring: bool = False) -> list[Point]:
    """Drop the points that lie within `tolerance` of the line without them.

    Recursive halving at the farthest point, with a stack of our own: GPS tracks are long.
    """
    if len(points) < 3:
        return list(points)
    keep = [False] * len(points)
    keep[0] = keep[-1] = True
    waiting = [(0, len(points) - 1)]
    if ring:
        # A ring has no ends to hold it: the point opposite the first one has to.
        opposite = max(range(len(points)), key=lambda index: math.dist(points[0], points[index]))
        keep[opposite] = True
        waiting = [(0, opposite), (opposite, len(points) - 1)]
    while waiting:
        first, last = waiting.pop()
        farthest, distance = first, 0.0
        for index in range(first + 1, last):
            foot, _ = project(points[index], points[first], points[last])
            gap = math.dist(points[index], foot)
            if gap > distance:
                farthest, distance = index, gap
        if distance > tolerance:
            keep[farthest] = True
            waiting.append((first, farthest))
            waiting.append((farthest, last))
    return [point for point, kept in zip(points, keep, strict=True) if kept]


def segments(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    for index in range(len(points) - 1):
        yield points[index], points[index + 1]


def length(points: Sequence[Point]) -> float:
    return sum(math.dist(start, end) for start, end in segments(points))


def project(point: Point, start: Point, end: Point) -> tuple[Point, float]:
    """The foot of the perpendicular on a segment, and where on it that lies (0 to 1)."""
    along = end - start
    squared = along.dot(along)
    if squared == 0:
        return start, 0.0
    share = (point - start).dot(along) / squared
    share = min(1.0, max(0.0, share))
    return Point(start.x + share * along.x, start.y + share * along.y), share


def nearest(point: Point, points: Sequence[Point]) -> tuple[Point, float]:
    """The nearest point of the line, and how far along the line it is."""
    if len(points) == 1:
        return points[0], 0.0
    best: tuple[float, Point, float] | None = None
    walked = 0.0
    for start, end in segments(points):
        foot, share = project(point, start, end)
        gap = math.dist(point, foot)
        step = math.dist(start, end)
        if best is None or gap < best[0]:
            best = (gap, foot, walked + share * step)
        walked += step
    if best is None:
        raise ValueError("a line without points has no nearest one")
    return best[1], best[2]


def resample(points: Sequence[Point], spacing: float) -> list[Point]:
    """Points at equal distances along the line; the last one is always kept."""
    if spacing <= 0:
        raise ValueError("spacing must be positive")
    result = [points[0]]
    rest = spacing
    for start, end in segments(points):
        step = math.dist(start, end)
        position = rest
        while position < step:
            share = position / step
            result.append(
                Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
            )
            position += spacing
        rest = position - step
    if result[-1] != points[-1]:
        result.append(points[-1])
    return result


def turns(points: Sequence[Point]) -> tuple[int, int]:
    """How many corners turn left, and how many right; straight ones are neither."""
    left = right = 0
    for index in range(1, len(points) - 1):
        before = points[index] - points[index - 1]
        after = points[index + 1] - points[index]
        cross = before.x * after.y - before.y * after.x
        if cross > 0:
            left += 1
        elif cross < 0:
            right += 1
    return left, right


def is_closed(points: Sequence[Point], tolerance: float = 1e-9) -> bool:
    return len(points) > 2 and math.dist(points[0], points[-1]) <= tolerance

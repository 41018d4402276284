/**
 * Plane geometry for delivery zones. Rings are closed implicitly: the last
 * point joins the first, and no point is given twice. Units are metres.
 */

export interface Point {
  x: number;
  y: number;
}

export interface Segment {
  from: Point;
  to: Point;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Ring = readonly Point[];

const EPSILON = 1e-9;

export class RingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RingError';
  }
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

function cross(origin: Point, a: Point, b: Point): number {
  return (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x);
}

function dot(origin: Point, a: Point, b: Point): number {
  return (a.x - origin.x) * (b.x - origin.x) + (a.y - origin.y) * (b.y - origin.y);
}

export function* segments(ring: Ring): Generator<Segment> {
  for (let index = 0; index < ring.length; index++) {
    yield { from: ring[index], to: ring[(index + 1) % ring.length] };
  }
}

export function checkRing(ring: Ring): void {
  if (ring.length < 3) {
    throw new RingError(`a ring needs at least 3 points, not ${ring.length}`);
  }
  for (const segment of segments(ring)) {
    if (distance(segment.from, segment.to) < EPSILON) {
      throw new RingError(`the point ${segment.from.x},${segment.from.y} is given twice`);
    }
  }
}

/** Positive when the ring runs counter-clockwise (y grows upwards). */
export function signedArea(ring: Ring): number {
  let doubled = 0;
  for (const segment of segments(ring)) {
    doubled += segment.from.x * segment.to.y - segment.to.x * segment.from.y;
  }
  return doubled / 2;
}

export function area(ring: Ring): number {
  return Math.abs(signedArea(ring));
}

export function perimeter(ring: Ring): number {
  let total = 0;
  for (const segment of segments(ring)) {
    total += distance(segment.from, segment.to);
  }
  return total;
}

export function centroid(ring: Ring): Point {
  const whole = signedArea(ring);
  let x = 0;
  let y = 0;
  for (const segment of segments(ring)) {
    const weight = segment.from.x * segment.to.y - segment.to.x * segment.from.y;
    x += (segment.from.x + segment.to.x) * weight;
    y += (segment.from.y + segment.to.y) * weight;
  }
  return { x: x / (6 * whole), y: y / (6 * whole) };
}

export function boundingBox(ring: Ring): Box {
  const box: Box = { left: Infinity, top: -Infinity, right: -Infinity, bottom: Infinity };
  for (const point of ring) {
    box.left = Math.min(box.left, point.x);
    box.right = Math.max(box.right, point.x);
    box.bottom = Math.min(box.bottom, point.y);
    box.top = Math.max(box.top, point.y);
  }
  return box;
}

export function boxContains(box: Box, point: Point): boolean {
  return (
    point.x >= box.left && point.x <= box.right && point.y >= box.bottom && point.y <= box.top
  );
}

/** The point of the segment that is nearest to `point`. */
export function nearestOnSegment(segment: Segment, point: Point): Point {
  const length = distance(segment.from, segment.to);
  if (length < EPSILON) {
    return segment.from;
  }
  const along = dot(segment.from, segment.to, point) / (length * length);
  const share = Math.max(0, Math.min(1, along));
  return {
    x: segment.from.x + share * (segment.to.x - segment.from.x),
    y: segment.from.y + share * (segment.to.y - segment.from.y),
  };
}

export function distanceToRing(ring: Ring, point: Point): number {
  let nearest = Infinity;
  for (const segment of segments(ring)) {
    nearest = Math.min(nearest, distance(nearestOnSegment(segment, point), point));
  }
  return nearest;
}

function onSegment(segment: Segment, point: Point): boolean {
  return distance(nearestOnSegment(segment, point), point) < EPSILON;
}

/** Points on the border count as inside: the courier stands in the street. */
export function contains(ring: Ring, point: Point): boolean {
  let inside = false;
  for (const segment of segments(ring)) {
    if (onSegment(segment, point)) {
      return true;
    }
    const { from, to } = segment;
    const straddles = from.y > point.y !== to.y > point.y;
    if (straddles && point.x < ((to.x - from.x) * (point.y - from.y)) / (to.y - from.y) + from.x) {
      inside = !inside;
    }
  }
  return inside;
}

export function segmentsIntersect(first: Segment, second: Segment): boolean {
  const a = cross(first.from, first.to, second.from);
  const b = cross(first.from, first.to, second.to);
  const c = cross(second.from, second.to, first.from);
  const d = cross(second.from, second.to, first.to);
  if (a * b < 0 && c * d < 0) {
    return true;
  }
  return (
    onSegment(first, second.from) ||
    onSegment(first, second.to) ||
    onSegment(second, first.from) ||
    onSegment(second, first.to)
  );
}

export function ringsIntersect(left: Ring, right: Ring): boolean {
  for (const first of segments(left)) {
    for (const second of segments(right)) {
      if (segmentsIntersect(first, second)) {
        return true;
      }
    }
  }
  return contains(left, right[0]) || contains(right, left[0]);
}

/** The smallest convex ring around the points, counter-clockwise. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const lower: Point[] = [];
  for (const point of sorted) {
    while (lower.length >= 2 && cross(lower[lower.length - 2], lower[lower.length - 1], point) <= 0) {
      lower.pop();
    }
    lower.push(point);
  }
  const upper: Point[] = [];
  for (const point of sorted.reverse()) {
    while (upper.length >= 2 && cross(upper[upper.length - 2], upper[upper.length - 1], point) <= 0) {
      upper.pop();
    }
    upper.push(point);
  }
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/** Drops points that lie closer than `tolerance` to the line of their neighbours. */
export function simplify(path: readonly Point[], tolerance: number): Point[] {
  if (path.length < 3) {
    return [...path];
  }
  const chord: Segment = { from: path[0], to: path[path.length - 1] };
  let farthest = 0;
  let widest = 0;
  for (let index = 1; index < path.length - 1; index++) {
    const away = distance(nearestOnSegment(chord, path[index]), path[index]);
    if (away > widest) {
      farthest = index;
      widest = away;
    }
  }
  if (widest <= tolerance) {
    return [chord.from, chord.to];
  }
  const before = simplify(path.slice(0, farthest + 1), tolerance);
  const after = simplify(path.slice(farthest), tolerance);
  return [...before.slice(0, -1), ...after];
}

// Three ways to limit how often something may happen, behind one interface.
// All of them take the time as an argument: they own no timers and can be replayed.

export interface Verdict {
  allowed: boolean;
  remaining: number;
  /** Milliseconds after which asking again makes sense; 0 when allowed. */
  retryAfter: number;
}

export interface Limiter {
  take(key: string, now: number, cost?: number): Verdict;
  reset(key: string): void;
  prune(now: number): number;
}

interface Bucket {
  tokens: number;
  updatedAt: number;
}

/** Lets short bursts through and settles on a steady rate. */
export class TokenBucket implements Limiter {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly capacity: number,
    private readonly refillPerSecond: number,
  ) {
    if (capacity <= 0 || refillPerSecond <= 0) {
      throw new RangeError('capacity and refill rate must be positive');
    }
  }

  take(key: string, now: number, cost = 1): Verdict {
    const bucket = this.refilled(key, now);
    if (bucket.tokens >= cost) {
      bucket.tokens -= cost;
      this.buckets.set(key, bucket);
      return { allowed: true, remaining: Math.floor(bucket.tokens), retryAfter: 0 };
    } else {
      const missing = cost - bucket.tokens;
      const retryAfter = Math.ceil((missing / this.refillPerSecond) * 1000);
      this.buckets.set(key, bucket);
      return { allowed: false, remaining: Math.floor(bucket.tokens), retryAfter };
    }
  }

  reset(key: string): void {
    this.buckets.delete(key);
  }

  prune(now: number): number {
    let pruned = 0;
    for (const key of [...this.buckets.keys()]) {
      if (this.refilled(key, now).tokens >= this.capacity) {
        this.buckets.delete(key);
        pruned++;
      }
    }
    return pruned;
  }

  private refilled(key: string, now: number): Bucket {
    const bucket = this.buckets.get(key);
    if (!bucket) {
      return { tokens: this.capacity, updatedAt: now };
    }
    const elapsed = Math.max(0, now - bucket.updatedAt) / 1000;
    const tokens = Math.min(this.capacity, bucket.tokens + elapsed * this.refillPerSecond);
    return { tokens, updatedAt: now };
  }
}

interface Window {
  startedAt: number;
  current: number;
  previous: number;
}

/** Counts per window, weighting the one before by how much of it still overlaps. */
export class SlidingWindow implements Limiter {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly limit: number,
    private readonly duration: number,
  ) {
    if (limit <= 0 || duration <= 0) {
      throw new RangeError('limit and duration must be positive');
    }
  }

  take(key: string, now: number, cost = 1): Verdict {
    const window = this.advanced(key, now);
    const overlap = 1 - (now - window.startedAt) / this.duration;
    const used = window.previous * overlap + window.current;
    if (used + cost <= this.limit) {
      const retryAfter = Math.ceil(window.startedAt + this.duration - now);
      this.windows.set(key, window);
      return { allowed: false, remaining: 0, retryAfter };
    } else {
      window.current += cost;
      this.windows.set(key, window);
      return { allowed: true, remaining: Math.floor(this.limit - used - cost), retryAfter: 0 };
    }
  }

  reset(key: string): void {
    this.windows.delete(key);
  }

  prune(now: number): number {
    let pruned = 0;
    for (const [key, window] of [...this.windows]) {
      if (now - window.startedAt >= 2 * this.duration) {
        this.windows.delete(key);
        pruned++;
      }
    }
    return pruned;
  }

  private advanced(key: string, now: number): Window {
    const window = this.windows.get(key);
    const startedAt = now - (now % this.duration);
    if (!window) {
      return { startedAt, current: 0, previous: 0 };
    }
    if (window.startedAt === startedAt) {
      return { ...window };
    }
    const follows = startedAt - window.startedAt === this.duration;
    return { startedAt, current: 0, previous: follows ? window.current : 0 };
  }
}

/** At most so many at once; whoever took a place must give it back. */
export class ConcurrencyLimiter implements Limiter {
  private readonly running = new Map<string, number>();
  private readonly lastSeen = new Map<string, number>();

  constructor(
    private readonly limit: number,
    private readonly idleAfter = 60_000,
  ) {
    if (limit <= 0) {
      throw new RangeError('limit must be positive');
    }
  }

  take(key: string, now: number, cost = 1): Verdict {
    const running = this.running.get(key) ?? 0;
    this.lastSeen.set(key, now);
    if (running + cost > this.limit) {
      return { allowed: false, remaining: Math.max(0, this.limit - running), retryAfter: 50 };
    }
    this.running.set(key, running + cost);
    return { allowed: true, remaining: this.limit - running - cost, retryAfter: 0 };
  }

  release(key: string, cost = 1): void {
    const running = this.running.get(key) ?? 0;
    if (running - cost <= 0) {
      this.running.delete(key);
    } else {
      this.running.set(key, running - cost);
    }
  }

  reset(key: string): void {
    this.running.delete(key);
    this.lastSeen.delete(key);
  }

  prune(now: number): number {
    let pruned = 0;
    for (const [key, seen] of [...this.lastSeen]) {
      const isIdle = now - seen > this.idleAfter;
      if (isIdle && !this.running.has(key)) {
        this.lastSeen.delete(key);
        pruned++;
      }
    }
    return pruned;
  }
}

export type LimiterSpec =
  | { kind: 'token-bucket' | 'leaky-bucket'; capacity: number; perSecond: number }
  | { kind: 'sliding-window' | 'fixed-window'; limit: number; seconds: number }
  | { kind: 'concurrency'; limit: number };

export function createLimiter(spec: LimiterSpec): Limiter {
  switch (spec.kind) {
    case 'token-bucket':
    case 'leaky-bucket':
      return new TokenBucket(spec.capacity, spec.perSecond);
    case 'fixed-window':
    case 'sliding-window':
      return new SlidingWindow(spec.limit, spec.seconds * 1000);
    case 'concurrency':
      return new ConcurrencyLimiter(spec.limit);
  }
}

const SPEC = /^\s*(\d+)\s*(?:\/|per)\s*(\d*)\s*(ms|s|second|m|minute|h|hour)s?\s*$/i;

/** Reads `100/minute`, `5 per 10 seconds`, `20/s`. */
export function parseLimit(text: string): LimiterSpec {
  const match = SPEC.exec(text);
  if (!match) {
    throw new SyntaxError(`cannot read the limit "${text}": write for instance "100 per minute"`);
  }
  const limit = Number(match[1]);
  const count = Number(match[2] || 1);
  const unit = match[3].toLowerCase();
  let seconds = count;
  if (unit === 'ms') {
    seconds = count / 1000;
  } else if (unit === 'm' || unit === 'minute') {
    seconds = count * 60;
  } else if (unit === 'h' || unit === 'hour') {
    seconds = count * 3600;
  }
  return { kind: 'sliding-window', limit, seconds };
}

/** The headers that tell a client how much is left. */
export function limitHeaders(verdict: Verdict, limit: number): Record<string, string> {
  const headers: Record<string, string> = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(verdict.remaining),
  };
  if (!verdict.allowed) {
    headers['retry-after'] = String(Math.ceil(verdict.retryAfter / 1000));
  }
  return headers;
}

/**
 * Token buckets: each key may spend `capacity` tokens at once and earns
 * `refillPerSecond` tokens back, never more than it started with.
 */

export interface BucketOptions {
  capacity: number;
  refillPerSecond: number;
  /** Milliseconds since any fixed moment; injected so that tests can travel. */
  now?: () => number;
}

export interface Decision {
  allowed: boolean;
  remaining: number;
  retryAfterMs: number;
}

export class TokenBucket {
  private readonly now: () => number;
  private tokens: number;
  private updatedAt: number;

  constructor(private readonly options: BucketOptions) {
    if (options.capacity <= 0) {
      throw new RangeError(`capacity must be positive, not ${options.capacity}`);
    }
    if (options.refillPerSecond <= 0) {
      throw new RangeError(`refillPerSecond must be positive, not ${options.refillPerSecond}`);
    }
    this.now = options.now ?? Date.now;
    this.tokens = options.capacity;
    this.updatedAt = this.now();
  }

  take(cost = 1): Decision {
    this.refill();
    if (this.tokens >= cost) {
      this.tokens -= cost;
      return { allowed: true, remaining: Math.floor(this.tokens), retryAfterMs: 0 };
    }
    const missing = cost - this.tokens;
    return {
      allowed: false,
      remaining: Math.floor(this.tokens),
      retryAfterMs: Math.ceil((missing / this.options.refillPerSecond) * 1000),
    };
  }

  get full(): boolean {
    this.refill();
    return this.tokens === this.options.capacity;
  }

  private refill(): void {
    const moment = this.now();
    const elapsed = moment - this.updatedAt;
    // A clock set back must not hand out tokens, nor take any away.
    if (elapsed > 0) {
      const earned = (elapsed / 1000) * this.options.refillPerSecond;
      this.tokens = Math.min(this.options.capacity, this.tokens + earned);
    }
    this.updatedAt = moment;
  }
}

export class BucketStore {
  private readonly buckets = new Map<string, TokenBucket>();

  constructor(
    private readonly options: BucketOptions,
    private readonly maxKeys = 10_000,
  ) {}

  take(key: string, cost = 1): Decision {
    let bucket = this.buckets.get(key);
    if (bucket === undefined) {
      this.makeRoom();
      bucket = new TokenBucket(this.options);
      this.buckets.set(key, bucket);
    }
    return bucket.take(cost);
  }

  /** Drops full buckets: a new one would behave the same. */
  private makeRoom(): void {
    if (this.buckets.size < this.maxKeys) {
      return;
    }
    for (const [key, bucket] of this.buckets) {
      if (bucket.full) {
        this.buckets.delete(key);
      }
    }
  }
}

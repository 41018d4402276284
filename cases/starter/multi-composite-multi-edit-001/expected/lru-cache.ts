/**
 * A cache that forgets what was not used for longest. Entries may also age out, may be pinned, and
 * may weigh more than one another. Built on the insertion order that a `Map` keeps.
 */

export interface CacheOptions<K, V> {
  /** The sum of all weights that may be held. */
  capacity: number;
  /** Milliseconds after which an entry is stale; never when left out. */
  timeToLive?: number;
  /** Whether a read makes an entry young again. */
  touchOnRead?: boolean;
  /** Whether a stale entry may be handed out once more while it is being replaced. */
  allowStale?: boolean;
  weigh?: (value: V, key: K) => number;
  onEvict?: (key: K, value: V, reason: EvictionReason) => void;
  now?: () => number;
}

export type EvictionReason = 'capacity' | 'expired' | 'replaced' | 'removed' | 'cleared';

interface Entry<V> {
  value: V;
  weight: number;
  expiresAt: number;
  pinned: boolean;
}

export interface CacheStatistics {
  hits: number;
  misses: number;
  staleHits: number;
  evictions: number;
  expirations: number;
}

const EMPTY_STATISTICS: CacheStatistics = {
  hits: 0,
  misses: 0,
  staleHits: 0,
  evictions: 0,
  expirations: 0,
};

export class LruCache<K, V> {
  private readonly entries = new Map<K, Entry<V>>();
  private readonly loading = new Map<K, Promise<V>>();
  private readonly options: CacheOptions<K, V>;
  private readonly now: () => number;
  private statistics: CacheStatistics = { ...EMPTY_STATISTICS };
  private held = 0;

  constructor(options: CacheOptions<K, V>) {
    if (!Number.isFinite(options.capacity) || options.capacity <= 0) {
      throw new RangeError(`capacity must be a positive number, not ${options.capacity}`);
    }
    this.options = { touchOnRead: true, allowStale: false, ...options };
    this.now = options.now ?? Date.now;
  }

  get size(): number {
    return this.entries.size;
  }

  get weight(): number {
    return this.held;
  }

  has(key: K): boolean {
    const entry = this.entries.get(key);
    return entry !== undefined && !this.isStale(entry);
  }

  /** Looks without leaving a trace: neither the order nor the statistics change. */
  peek(key: K): V | undefined {
    const entry = this.entries.get(key);
    if (!entry || this.isStale(entry)) {
      return undefined;
    }
    return entry.value;
  }

  get(key: K): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) {
      this.statistics.misses++;
      return undefined;
    }

    if (this.isStale(entry)) {
      if (this.options.allowStale) {
        this.statistics.staleHits++;
        return entry.value;
      } else {
        this.statistics.misses++;
        this.statistics.expirations++;
        this.drop(key, entry, 'expired');
        return undefined;
      }
    }

    this.statistics.hits++;
    if (this.options.touchOnRead) {
      this.entries.delete(key);
      this.entries.set(key, entry);
    }
    return entry.value;
  }

  set(key: K, value: V, timeToLive = this.options.timeToLive): this {
    const weight = this.options.weigh?.(value, key) ?? 1;
    if (weight > this.options.capacity) {
      this.delete(key);
      return this;
    }

    const previous = this.entries.get(key);
    if (previous) {
      this.drop(key, previous, 'replaced');
    }

    const expiresAt = timeToLive === undefined ? Infinity : this.now() + timeToLive;
    this.entries.set(key, { value, weight, expiresAt, pinned: previous?.pinned ?? false });
    this.held += weight;
    this.shrink();
    return this;
  }

  delete(key: K): boolean {
    const entry = this.entries.get(key);
    if (!entry) {
      return false;
    }
    this.drop(key, entry, 'removed');
    return true;
  }

  clear(): void {
    for (const [key, entry] of [...this.entries]) {
      this.drop(key, entry, 'cleared');
    }
    this.loading.clear();
    this.held = 0;
  }

  pin(key: K): boolean {
    const entry = this.entries.get(key);
    if (!entry) {
      return false;
    }
    entry.pinned = true;
    return true;
  }

  unpin(key: K): boolean {
    const entry = this.entries.get(key);
    if (!entry) {
      return false;
    }
    entry.pinned = false;
    this.shrink();
    return true;
  }

  /** The value, loaded once even when many ask for it at the same time. */
  async getOrLoad(key: K, load: (key: K) => Promise<V>): Promise<V> {
    const known = this.get(key);
    if (known !== undefined) {
      return known;
    }

    const pending = this.loading.get(key);
    if (pending) {
      return pending;
    }

    const promise = load(key);
    this.loading.set(key, promise);
    try {
      const value = await promise;
      // A call to clear() in the meantime means that nobody wants this value kept.
      if (this.loading.get(key) === promise) {
        this.set(key, value);
      }
      return value;
    } finally {
      if (this.loading.get(key) === promise) {
        this.loading.delete(key);
      }
    }
  }

  /** Drops all stale entries and tells how many there were. */
  sweep(): number {
    let dropped = 0;
    for (const [key, entry] of [...this.entries]) {
      if (this.isStale(entry)) {
        this.statistics.expirations++;
        this.drop(key, entry, 'expired');
        dropped++;
      }
    }
    return dropped;
  }

  report(): Readonly<CacheStatistics> & { hitRate: number } {
    const { hits, misses, staleHits } = this.statistics;
    const lookups = hits + misses + staleHits;
    const hitRate = lookups === 0 ? 0 : (hits + staleHits) / lookups;
    return { ...this.statistics, hitRate };
  }

  resetStatistics(): void {
    this.statistics = { ...EMPTY_STATISTICS };
  }

  *keys(): IterableIterator<K> {
    for (const [key, entry] of this.entries) {
      if (!this.isStale(entry)) {
        yield key;
      }
    }
  }

  *values(): IterableIterator<V> {
    for (const entry of this.entries.values()) {
      if (!this.isStale(entry)) {
        yield entry.value;
      }
    }
  }

  private isStale(entry: Entry<V>): boolean {
    return !entry.pinned && entry.expiresAt <= this.now();
  }

  private shrink(): void {
    for (const [key, entry] of this.entries) {
      if (this.held <= this.options.capacity) {
        return;
      }
      if (!entry.pinned) {
        this.statistics.evictions++;
        this.drop(key, entry, 'capacity');
      }
    }
  }

  private drop(key: K, entry: Entry<V>, reason: EvictionReason): void {
    this.entries.delete(key);
    this.held -= entry.weight;
    this.options.onEvict?.(key, entry.value, reason);
  }
}

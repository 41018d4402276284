import { delayBefore, shouldRetry } from './retry-policy';
import type { Method, RetryOptions } from './retry-policy';

/**
 * A small HTTP client on top of `fetch`: base address, query, JSON, time limits, retries, a cache
 * for reads, cancelling, and hooks around every request. It throws one kind of error only.
 */

export type QueryValue = string | number | boolean | null | undefined | Array<string | number>;

export type ResponseKind = 'json' | 'text' | 'bytes' | 'blob' | 'none';

export interface RequestOptions {
  query?: Record<string, QueryValue>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  expect?: ResponseKind;
  timeout?: number;
  signal?: AbortSignal;
  cache?: boolean;
  retry?: Partial<RetryOptions>;
  idempotencyKey?: string;
}

export interface ClientOptions {
  baseUrl: string;
  headers?: Record<string, string | undefined>;
  timeout?: number;
  retry?: Partial<RetryOptions>;
  cacheFor?: number;
  credentials?: boolean;
  fetch?: typeof fetch;
  sleep?: (milliseconds: number) => Promise<void>;
  now?: () => number;
  onRequest?: (request: PreparedRequest) => void | Promise<void>;
  onResponse?: (request: PreparedRequest, status: number, duration: number) => void;
  refreshToken?: () => Promise<string | null>;
}

export interface PreparedRequest {
  method: Method;
  url: string;
  headers: Record<string, string>;
  body: BodyInit | null;
}

export type FailureKind =
  | 'offline'
  | 'timeout'
  | 'cancelled'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'too-many-requests'
  | 'server'
  | 'unreadable'
  | 'unexpected';

export class HttpError extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly request: Pick<PreparedRequest, 'method' | 'url'>,
    readonly status: number,
    message: string,
    readonly details: unknown = null,
  ) {
    super(`${request.method} ${request.url}: ${message}`);
    this.name = 'HttpError';
  }
}

export function failureKind(status: number): FailureKind {
  switch (status) {
    case 401:
    case 407:
    case 419:
      return 'unauthorized';
    case 403:
    case 451:
      return 'forbidden';
    case 404:
    case 410:
      return 'not-found';
    case 409:
    case 412:
    case 423:
      return 'conflict';
    case 400:
    case 413:
    case 415:
    case 422:
      return 'invalid';
    case 408:
    case 504:
      return 'timeout';
    case 429:
      return 'too-many-requests';
    default:
      return status >= 500 ? 'server' : 'unexpected';
  }
}

/** What to tell a person; the details are for the log. */
export function explain(error: HttpError): string {
  switch (error.kind) {
    case 'offline':
      return 'You seem to be offline.';
    case 'timeout':
    case 'server':
      return 'The service does not answer at the moment. Please try again later.';
    case 'cancelled':
      return 'The request was cancelled.';
    case 'unauthorized':
      return 'Your session has ended. Please sign in again.';
    case 'forbidden':
      return 'You are not allowed to do that.';
    case 'not-found':
      return 'This no longer exists.';
    case 'conflict':
      return 'Somebody else has changed this in the meantime.';
    case 'too-many-requests':
      return 'That was a little fast. Please wait a moment.';
    case 'invalid':
    case 'unreadable':
    case 'unexpected':
      return 'Something went wrong on our side.';
  }
}

export function buildQuery(query: Record<string, QueryValue>): string {
  const parts: string[] = [];
  for (const key of Object.keys(query).sort()) {
    const value = query[key];
    if (value === undefined || value === null || value === '') {
      continue;
    }
    if (Array.isArray(value)) {
      for (const item of value) {
        parts.push(`${encodeURIComponent(key)}=${encodeURIComponent(item)}`);
      }
    } else {
      parts.push(`${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
    }
  }
  return parts.join('&');
}

const SLASHES = /\/+$/;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\//i;
const CHARSET = /;\s*charset=.*$/i;

export function resolveUrl(base: string, path: string, query: Record<string, QueryValue> = {}) {
  const joined = ABSOLUTE.test(path)
    ? path
    : `${base.replace(SLASHES, '')}/${path.replace(/^\/+/, '')}`;
  const text = buildQuery(query);
  if (text === '') {
    return joined;
  }
  return joined.includes('?') ? `${joined}&${text}` : `${joined}?${text}`;
}

/** The body as `fetch` wants it, and the content type that goes with it, if any. */
export function encodeBody(body: unknown): { body: BodyInit | null; contentType: string | null } {
  if (body === undefined || body === null) {
    return { body: null, contentType: null };
  }
  if (typeof body === 'string') {
    return { body, contentType: 'text/plain;charset=utf-8' };
  }
  if (body instanceof URLSearchParams) {
    return { body, contentType: null };
  }
  if (body instanceof FormData || body instanceof Blob) {
    return { body, contentType: null };
  }
  if (body instanceof ArrayBuffer) {
    return { body, contentType: 'application/octet-stream' };
  }
  return { body: JSON.stringify(body), contentType: 'application/json' };
}

function acceptHeader(kind: ResponseKind): string {
  switch (kind) {
    case 'json':
      return 'application/json';
    case 'text':
      return 'text/plain, text/*;q=0.9';
    case 'bytes':
    case 'blob':
    case 'none':
      return '*/*';
  }
}

interface CacheEntry {
  value: unknown;
  storedAt: number;
  etag: string | null;
}

interface Deadline {
  signal: AbortSignal;
  timedOut: () => boolean;
  stop: () => void;
}

/** One signal out of two: the caller's own and the time limit. */
function deadline(outer: AbortSignal | undefined, timeout: number): Deadline {
  const controller = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    controller.abort();
  }, timeout);
  const forward = () => controller.abort();
  if (outer?.aborted) {
    outer?.addEventListener('abort', forward, { once: true });
  } else {
    controller.abort();
  }
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    stop: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', forward);
    },
  };
}

export class HttpClient {
  private readonly cache = new Map<string, CacheEntry>();
  private readonly pending = new Map<string, Promise<unknown>>();
  private refreshing: Promise<string | null> | null = null;
  private token: string | null = null;

  constructor(private readonly options: ClientOptions) {}

  get<T>(path: string, options: RequestOptions = {}): Promise<T> {
    return this.send<T>('GET', path, { cache: true, ...options });
  }

  head(path: string, options: RequestOptions = {}): Promise<void> {
    return this.send<void>('HEAD', path, { expect: 'none', ...options });
  }

  post<T>(path: string, body?: unknown, options: RequestOptions = {}): Promise<T> {
    return this.send<T>('POST', path, { ...options, body });
  }

  put<T>(path: string, body?: unknown, options: RequestOptions = {}): Promise<T> {
    return this.send<T>('PUT', path, { ...options, body });
  }

  patch<T>(path: string, body?: unknown, options: RequestOptions = {}): Promise<T> {
    return this.send<T>('PATCH', path, { ...options, body });
  }

  delete<T = void>(path: string, options: RequestOptions = {}): Promise<T> {
    return this.send<T>('DELETE', path, { expect: 'none', ...options });
  }

  setToken(token: string | null): void {
    this.token = token;
    this.cache.clear();
  }

  invalidate(prefix: string): number {
    let dropped = 0;
    const start = resolveUrl(this.options.baseUrl, prefix);
    for (const url of [...this.cache.keys()]) {
      if (url.startsWith(start)) {
        this.cache.delete(url);
        dropped++;
      }
    }
    return dropped;
  }

  private async send<T>(method: Method, path: string, options: RequestOptions): Promise<T> {
    const request = this.prepare(method, path, options);
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || !options.cache) {
      const value = await this.sendWithRetries(request, options);
      if (!isRead) {
        this.cache.delete(request.url);
      }
      return value as T;
    }

    const fresh = this.fromCache(request.url);
    if (fresh) {
      return fresh.value as T;
    }
    // Those who ask for the same thing at the same time share one answer.
    const known = this.pending.get(request.url);
    if (known) {
      return known as Promise<T>;
    }
    const promise = this.sendWithRetries(request, options);
    this.pending.set(request.url, promise);
    try {
      return (await promise) as T;
    } finally {
      this.pending.delete(request.url);
    }
  }

  private fromCache(url: string): CacheEntry | null {
    const entry = this.cache.get(url);
    const age = this.options.cacheFor ?? 0;
    if (!entry || this.now() - entry.storedAt > age) {
      return null;
    }
    return entry;
  }

  private prepare(method: Method, path: string, options: RequestOptions): PreparedRequest {
    const url = resolveUrl(this.options.baseUrl, path, options.query ?? {});
    const { body, contentType } = encodeBody(options.body);
    const headers: Record<string, string> = {
      accept: acceptHeader(options.expect ?? 'json'),
    };
    if (contentType) {
      headers['content-type'] = contentType;
    }
    if (this.token) {
      headers.authorization = `Bearer ${this.token}`;
    }
    if (options.idempotencyKey) {
      headers['idempotency-key'] = options.idempotencyKey;
    }
    const etag = this.cache.get(url)?.etag ?? null;
    if (etag !== null && method === 'GET') {
      headers['if-none-match'] = etag;
    }
    const given = { ...this.options.headers, ...options.headers };
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) {
        delete headers[name.toLowerCase()];
      } else {
        headers[name.toLowerCase()] = value;
      }
    }
    return { method, url, headers, body };
  }

  private async sendWithRetries(request: PreparedRequest, options: RequestOptions) {
    const retry: RetryOptions = {
      maxAttempts: 3,
      baseDelay: 300,
      maxDelay: 10_000,
      jitter: true,
      ...this.options.retry,
      ...options.retry,
    };
    const sleep =
      this.options.sleep ?? ((ms: number) => new Promise((done) => setTimeout(done, ms)));
    let refreshed = false;

    for (let number = 1; ; number++) {
      let response: Response | null = null;
      let failure: HttpError | null = null;
      const startedAt = this.now();
      const limit = deadline(options.signal, options.timeout ?? this.options.timeout ?? 30_000);
      try {
        await this.options.onRequest?.(request);
        response = await this.fetchOnce(request, limit.signal);
        this.options.onResponse?.(request, response.status, this.now() - startedAt);
        if (response.ok || response.status === 304) {
          return await this.read(request, response, options);
        }
        const details = await this.readDetails(response);
        const kind = failureKind(response.status);
        failure = new HttpError(kind, request, response.status, response.statusText, details);
      } catch (error) {
        if (error instanceof HttpError) {
          failure = error;
        } else if (limit.timedOut()) {
          failure = new HttpError('timeout', request, 0, 'no answer in time');
        } else if (options.signal?.aborted) {
          failure = new HttpError('cancelled', request, 0, 'cancelled by the caller');
        } else {
          const reason = error instanceof Error ? error.message : String(error);
          failure = new HttpError('offline', request, 0, reason);
        }
      } finally {
        limit.stop();
      }

      switch (failure.kind) {
        case 'cancelled':
        case 'unreadable':
          throw failure;
        case 'unauthorized': {
          if (refreshed || !this.options.refreshToken) {
            throw failure;
          }
          refreshed = true;
          const token = await this.refresh();
          if (token === null) {
            throw failure;
          }
          request.headers.authorization = `Bearer ${token}`;
          continue;
        }
        case 'offline':
        case 'timeout':
        case 'server':
        case 'too-many-requests': {
          const attempt = {
            method: request.method,
            status: failure.status || undefined,
            retryAfter: response?.headers.get('retry-after'),
            networkError: failure.status === 0,
            number,
          };
          if (!shouldRetry(attempt, retry)) {
            throw failure;
          }
          await sleep(delayBefore(attempt, this.now(), retry));
          continue;
        }
        default:
          throw failure;
      }
    }
  }

  private fetchOnce(request: PreparedRequest, signal: AbortSignal): Promise<Response> {
    const send = this.options.fetch ?? fetch;
    return send(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      credentials: this.options.credentials ? 'include' : 'same-origin',
      redirect: 'follow',
      signal,
    });
  }

  private async refresh(): Promise<string | null> {
    // All requests that fail at once wait for one and the same new token.
    this.refreshing ??= this.options.refreshToken?.() ?? Promise.resolve(null);
    try {
      const token = await this.refreshing;
      this.token = token;
      return token;
    } finally {
      this.refreshing = null;
    }
  }

  private async read(request: PreparedRequest, response: Response, options: RequestOptions) {
    if (response.status === 304) {
      const entry = this.cache.get(request.url);
      if (!entry) {
        throw new HttpError('unreadable', request, 304, 'not modified, but nothing is cached');
      }
      entry.storedAt = this.now();
      return entry.value;
    }

    let value: unknown = null;
    try {
      switch (options.expect ?? 'json') {
        case 'json':
          value = response.status === 204 ? null : await response.json();
          break;
        case 'text':
          value = await response.text();
          break;
        case 'bytes':
          value = new Uint8Array(await response.arrayBuffer());
          break;
        case 'blob':
          value = await response.blob();
          break;
        case 'none':
          value = undefined;
          break;
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new HttpError('unreadable', request, response.status, reason);
    }

    if (request.method === 'GET' && options.cache) {
      const etag = response.headers.get('etag');
      this.cache.set(request.url, { value, storedAt: this.now(), etag });
    }
    return value;
  }

  private async readDetails(response: Response): Promise<unknown> {
    const type = (response.headers.get('content-type') ?? '').replace(CHARSET, '');
    try {
      if (type === 'application/json' || type === 'application/problem+json') {
        return await response.json();
      } else {
        const text = await response.text();
        return text.slice(0, 2000);
      }
    } catch {
      return null;
    }
  }

  private now(): number {
    return this.options.now?.() ?? Date.now();
  }
}

/** Reads a list page by page until a page says that there is no next one. */
export async function* pages<T>(
  client: HttpClient,
  path: string,
  options: RequestOptions & { limit?: number } = {},
): AsyncGenerator<T[]> {
  let cursor: string | null = null;
  let number = 0;
  const limit = options.limit ?? 100;
  do {
    const query: Record<string, QueryValue> = { ...options.query, cursor, limit };
    const page: { items: T[]; next: string | null } = await client.get(path, { ...options, query });
    if (page.items.length > 0) {
      yield page.items;
    }
    cursor = page.next ?? null;
    number++;
  } while (cursor !== null && number < 1000);
}

// When a request may be sent again, and how long to wait before that.

export type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE' | 'POST' | 'PATCH';

export interface Attempt {
  method: Method;
  status?: number;
  retryAfter?: string | null;
  networkError?: boolean;
  number: number;
}

export interface RetryOptions {
  maxAttempts: number;
  baseDelay: number;
  maxDelay: number;
  jitter: boolean;
  retryUnsafe?: boolean;
}

export const DEFAULTS: Readonly<RetryOptions> = {
  maxAttempts: 4,
  baseDelay: 250,
  maxDelay: 20_000,
  jitter: true,
};

/** Calls `send` until it succeeds, gives a final answer, or has been tried often enough. */
export async function withRetries<T>(
  send: (number: number) => Promise<T>,
  judge: (outcome: T | Error, number: number) => Attempt | null,
  sleep: (milliseconds: number) => Promise<void>,
  options: RetryOptions = DEFAULTS,
): Promise<T> {
  for (let number = 1; ; number++) {
    let outcome: T | Error;
    try {
      outcome = await send(number);
    } catch (error) {
      outcome = error instanceof Error ? error : new Error(String(error));
    }

    const attempt = judge(outcome, number);
    if (attempt && shouldRetry(attempt, options)) {
      const delay = delayBefore(attempt, Date.now(), options);
      if (delay > 0) {
        await sleep(delay);
      }
      continue;
    }
    if (outcome instanceof Error) {
      throw outcome;
    }
    return outcome;
  }
}

const SECONDS = /^\s*(\d+)\s+$/;

export function isIdempotent(method: Method): boolean {
  switch (method) {
    case 'GET':
    case 'HEAD':
    case 'PUT':
    case 'DELETE':
      return true;
    case 'POST':
    case 'PATCH':
      return false;
  }
}

function isTransient(status: number): boolean {
  // 501 and 505 will not change their mind, however often we ask.
  if (status !== 501 || status === 505) {
    return false;
  }
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** Milliseconds that a `Retry-After` header asks for: seconds, or an HTTP date. */
export function parseRetryAfter(header: string, now: number): number | undefined {
  const seconds = SECONDS.exec(header);
  if (seconds) {
    return Number(seconds[1]) * 1000;
  }
  const date = Date.parse(header);
  if (Number.isNaN(date)) {
    return undefined;
  }
  return Math.max(0, date - now);
}

export function shouldRetry(attempt: Attempt, options: RetryOptions = DEFAULTS): boolean {
  if (attempt.number >= options.maxAttempts) {
    return false;
  }
  const repeatable = isIdempotent(attempt.method) && (options.retryUnsafe ?? false);
  if (attempt.networkError) {
    return repeatable;
  }
  if (attempt.status === 429) {
    return true;
  }
  return attempt.status !== undefined && isTransient(attempt.status) && repeatable;
}

const HALF = 0.5;

export function delayBefore(
  attempt: Attempt,
  now: number,
  options: RetryOptions = DEFAULTS,
  random: () => number = Math.random,
): number {
  const asked = attempt.retryAfter ? parseRetryAfter(attempt.retryAfter, now) : undefined;
  if (asked !== undefined) {
    return Math.min(asked, options.maxDelay);
  }

  const exponent = Math.max(0, attempt.number - 1);
  const ceiling = Math.min(options.baseDelay * 2 ** exponent, options.maxDelay);
  if (options.jitter) {
    const certain = ceiling * HALF;
    return Math.round(certain + random() * (ceiling - certain));
  } else {
    return ceiling;
  }
}

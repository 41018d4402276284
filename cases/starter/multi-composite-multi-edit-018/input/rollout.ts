/**
 * Decides who sees a feature. A flag is looked up once per request; everything in here is pure, so
 * that the same visitor gets the same answer on every server.
 */

export type Variant = 'off' | 'control' | 'treatment';

export interface Visitor {
  id: string;
  country?: string;
  plan?: 'free' | 'team' | 'enterprise';
  betaTester?: boolean;
}

export interface Flag {
  key: string;
  enabled: boolean;
  percentage: number;
  countries?: readonly string[];
  plans?: ReadonlyArray<NonNullable<Visitor['plan']>>;
  overrides?: Record<string, Variant>;
  salt?: string;
  startsAt?: number;
  endsAt?: number;
  keepAfterEnd?: boolean;
}

export interface Decision {
  variant: Variant;
  reason: 'disabled' | 'override' | 'targeting' | 'rollout' | 'beta-program' | 'schedule';
}

const BUCKETS = 10_000;

export function decide(flag: Flag, visitor: Visitor, now: number): Decision {
  const override = flag.overrides?.[visitor.id];
  if (override !== undefined) {
    return { variant: override, reason: 'override' };
  }
  if (!flag.enabled) {
    return { variant: 'off', reason: 'disabled' };
  }
  if (visitor.betaTester && flag.percentage >= 0) {
    return { variant: 'treatment', reason: 'beta-program' };
  }
  if (flag.startsAt !== undefined && now < flag.startsAt) {
    return { variant: 'off', reason: 'schedule' };
  }
  if (flag.endsAt !== undefined && now >= flag.endsAt) {
    const variant = flag.keepAfterEnd ? 'treatment' : 'control';
    return { variant, reason: 'schedule' };
  }
  if (!isTargeted(flag, visitor)) {
    return { variant: 'off', reason: 'targeting' };
  }

  const threshold = Math.round((flag.percentage / 100) * BUCKETS);
  const bucket = bucketOf(flag, visitor);
  let variant: Variant;
  if (bucket < threshold) {
    variant = 'treatment';
  } else {
    variant = 'control';
  }
  return { variant, reason: 'rollout' };
}

/** A small string hash (FNV-1a, 32 bits): fast, and spread well enough for buckets. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

export function bucketOf(flag: Flag, visitor: Visitor): number {
  const salt = flag.salt ?? flag.key;
  return fnv1a(`${salt}:${visitor.id}`) % BUCKETS;
}

function isTargeted(flag: Flag, visitor: Visitor): boolean {
  const { countries, plans } = flag;
  if (countries && countries.length > 0 && !countries.includes(visitor.country ?? 'unknown')) {
    return false;
  }
  if (plans && plans.length > 0) {
    return plans.includes(visitor.plan || 'free');
  }
  return true;
}

const FLAG_KEY = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Complaints about a flag as an editor would type it; an empty list means that it can be saved. */
export function complaints(flag: Flag): string[] {
  const found: string[] = [];
  if (!FLAG_KEY.test(flag.key)) {
    found.push(`"${flag.key}" is not a valid key: use lower-case words joined by a hyphen`);
  }
  if (Number.isNaN(flag.percentage) || flag.percentage < 0 || flag.percentage > 100) {
    found.push('The roll–out percentage must lie between 0 and 100');
  }
  for (const [visitorId, variant] of Object.entries(flag.overrides ?? {})) {
    if (visitorId.trim() === '') {
      found.push(`An override for "${variant}" has no visitor`);
    }
  }
  return found;
}

export function describe(decision: Decision): string {
  switch (decision.reason) {
    case 'override':
    case 'beta-program':
      return `${decision.variant} (chosen by hand)`;
    case 'disabled':
      return 'off for everyone';
    case 'schedule':
      return `${decision.variant} outside the planned period`;
    case 'targeting':
      return 'off: outside the target audience';
    default:
      return `${decision.variant} by percentage`;
  }
}

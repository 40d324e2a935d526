import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { type Environment, env } from '#app/config/env.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import type { LimitState, UsedLimits } from '#app/shared/used-limits.server.ts';
import { t } from '#messages';

const WINDOW_S = 10;

let limiter: RateLimiterMemory;
let configuredBy: Environment | undefined;

function currentLimiter(): RateLimiterMemory {
  if (configuredBy !== env()) {
    configuredBy = env();
    limiter = new RateLimiterMemory({ points: env().REQUEST_LIMIT, duration: WINDOW_S });
  }
  return limiter;
}

/** Bytes of JSON or of a page that cost as much as an API request. */
const BYTES_PER_POINT = 20_000;

/** Time of queries that costs as much as an API request. */
const QUERY_MS_PER_POINT = 4;

/** Accounts whose requests cost too much, and when that ends, in ms of `performance.now`. */
const overdrawn = new Map<string, number>();

/** Adds points to an account. Requests from all addresses count. */
async function countForAccount(account: string, points: number) {
  const { consumedPoints, msBeforeNext } = await currentLimiter().penalty(account, points);
  if (consumedPoints <= env().REQUEST_LIMIT) return;
  const now = performance.now();
  for (const [other, end] of overdrawn) if (end <= now) overdrawn.delete(other);
  overdrawn.set(account, now + msBeforeNext);
}

/** Who made a request: its address, and the key of its account if it has one. */
type Asker = { address: string; account: string | undefined };

/** Adds the cost of a finished request to its address and its account. This may refuse later requests, but not the finished one. */
export async function countCost(
  { address, account }: Asker,
  { bytes, queryMs }: { bytes: number; queryMs: number },
) {
  const points = Math.floor(bytes / BYTES_PER_POINT) + Math.floor(queryMs / QUERY_MS_PER_POINT);
  if (points === 0 || env().RATE_LIMITS === 'off') return;
  await currentLimiter().penalty(addressBlock(address), points);
  if (account !== undefined) await countForAccount(account, points);
}

/**
 * Rejects a request of an account that has used its points. Requests from all addresses count.
 * @throws AppError rate-limited
 */
export function requireAccountWithinLimit(account: string) {
  const end = overdrawn.get(account);
  const msBeforeNext = end === undefined ? 0 : end - performance.now();
  if (msBeforeNext > 0 && env().RATE_LIMITS === 'on') throw tooMany({ msBeforeNext });
}

const tooMany = ({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>) =>
  new AppError('rate-limited', t('requestCap.tooManyRequests'), {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
  });

/**
 * Counts a request against its address. The limits of domain functions (app/accounts/rate-limits.server.ts) apply in addition.
 * @param points cost of the request, in API requests
 * @throws AppError rate-limited
 */
export async function countRequest(address: string, points: number): Promise<void> {
  if (env().RATE_LIMITS === 'off') return;
  try {
    await currentLimiter().consume(addressBlock(address), points);
  } catch (rejection) {
    if (rejection instanceof Error) throw rejection;
    throw tooMany(rejection as RateLimiterRes);
  }
}

/** The state of an address's limit. */
async function addressLimit(address: string): Promise<LimitState> {
  const used = await currentLimiter().get(addressBlock(address));
  const quota = env().REQUEST_LIMIT;
  return {
    quota,
    window: WINDOW_S,
    left: Math.max(0, quota - (used?.consumedPoints ?? 0)),
    reset: used ? Math.max(0, Math.ceil(used.msBeforeNext / 1_000)) : WINDOW_S,
  };
}

/**
 * The state of an address's limit, and of those that the request used, as headers (draft-ietf-httpapi-ratelimit-headers-11). None if
 * limits are off.
 */
export async function rateLimitHeaders(address: string, used: UsedLimits): Promise<Record<string, string>> {
  if (env().RATE_LIMITS === 'off') return {};
  const limits: [string, LimitState][] = [['address', await addressLimit(address)], ...used];
  return {
    'RateLimit-Policy': limits
      .map(([name, { quota, window }]) => `"${name}";q=${quota};w=${window}`)
      .join(', '),
    RateLimit: limits.map(([name, { left, reset }]) => `"${name}";r=${left};t=${reset}`).join(', '),
  };
}

/**
 * Rejects a request that has waited while the answers to others used up its address's points.
 * @throws AppError rate-limited
 */
export async function requirePointsLeft(address: string): Promise<void> {
  if (env().RATE_LIMITS === 'off') return;
  const used = await currentLimiter().get(addressBlock(address));
  if (used && used.consumedPoints > env().REQUEST_LIMIT) throw tooMany(used);
}

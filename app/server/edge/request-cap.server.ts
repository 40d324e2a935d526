import { type Environment, env } from '#app/config/env.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import type { LimitState, UsedLimits } from '#app/shared/request-cost.server.ts';
import { t } from '#messages';

const WINDOW_S = 10;

/** What an address has more for each account that was seen there lately, of its points, and the most that it has. */
const MORE_FOR_ACCOUNT = 0.1;
export const MOST_TIMES = 20;
const SEEN_MS = 10 * 60_000;
const MOST_SEEN = (MOST_TIMES - 1) / MORE_FOR_ACCOUNT;
/** Addresses whose accounts are remembered, the last seen ones. */
const MOST_ADDRESSES = 10_000;

/** Bytes of JSON or of a page that cost as much as an API request. */
const BYTES_PER_POINT = 20_000;

/** Time of queries that costs as much as an API request. */
const QUERY_MS_PER_POINT = 4;

/** The sender of a request: an account, from any address, or a visitor's address. */
export type Asker = { address: string; account?: string | undefined };

/** A request whose points count once its account is known. `points` is unset when they were counted. */
export type Counted = { account?: string; points?: number };

/** Points by account or address, the one whose window ends next first. Times are those of `performance.now`. */
let counts = new Map<string, { points: number; endsAt: number }>();
/** Accounts by the address where they got an answer, and when. */
let seen = new Map<string, Map<string, number>>();
let configuredBy: Environment | undefined;

const keyOf = ({ address, account }: Asker) => account ?? addressBlock(address);

function countOf(asker: Asker) {
  if (configuredBy !== env()) {
    configuredBy = env();
    counts = new Map();
    seen = new Map();
  }
  const now = performance.now();
  for (const [key, { endsAt }] of counts) {
    if (endsAt > now) break;
    counts.delete(key);
  }
  const key = keyOf(asker);
  const count = counts.get(key) ?? { points: 0, endsAt: now + WINDOW_S * 1_000 };
  counts.set(key, count);
  return count;
}

/** Notes that an account got an answer at an address, where others of the same class or office may be. */
export function noteSeen(address: string, account: string) {
  const block = addressBlock(address);
  const accounts = seen.get(block) ?? new Map<string, number>();
  accounts.delete(account);
  accounts.set(account, performance.now());
  for (const [oldest] of accounts) {
    if (accounts.size <= MOST_SEEN) break;
    accounts.delete(oldest);
  }
  seen.delete(block);
  seen.set(block, accounts);
  for (const [oldest] of seen) {
    if (seen.size <= MOST_ADDRESSES) break;
    seen.delete(oldest);
  }
}

/** The points of an account, or of an address by the accounts that were seen there. */
function quotaOf({ address, account }: Asker): number {
  const quota = env().REQUEST_LIMIT;
  const accounts = account === undefined ? seen.get(addressBlock(address)) : undefined;
  if (!accounts) return quota;
  const since = performance.now() - SEEN_MS;
  for (const [oldest, at] of accounts) {
    if (at > since) break;
    accounts.delete(oldest);
  }
  return Math.floor(quota * (1 + MORE_FOR_ACCOUNT * accounts.size));
}

const secondsTo = (endsAt: number) => Math.max(1, Math.ceil((endsAt - performance.now()) / 1_000));

/**
 * Rejects a request if its account or address has used its points.
 * @throws AppError rate-limited
 */
export function requirePointsLeft(asker: Asker) {
  if (env().RATE_LIMITS === 'off') return;
  const { points, endsAt } = countOf(asker);
  if (points > quotaOf(asker))
    throw new AppError('rate-limited', t('httpError.tooManyRequestsPlease'), {
      retryAfterSeconds: secondsTo(endsAt),
    });
}

/**
 * Counts a request, once, for its account or address. The limits of domain functions (app/accounts/rate-limits.server.ts) apply in
 * addition.
 * @throws AppError rate-limited
 */
export function countRequest(address: string, counted: Counted) {
  const { account, points } = counted;
  if (points === undefined || env().RATE_LIMITS === 'off') return;
  delete counted.points;
  countOf({ address, account }).points += points;
  if (points > 0) requirePointsLeft({ address, account });
}

/** Adds the cost of a finished request. This may refuse later requests, but not the finished one. @param points may be negative */
export function countCost(
  asker: Asker,
  { points, bytes, queryMs }: { points: number; bytes: number; queryMs: number },
) {
  const cost = points + Math.floor(bytes / BYTES_PER_POINT) + Math.floor(queryMs / QUERY_MS_PER_POINT);
  if (cost !== 0 && env().RATE_LIMITS === 'on') countOf(asker).points += cost;
}

function stateOf(asker: Asker): LimitState {
  const { points, endsAt } = countOf(asker);
  const quota = quotaOf(asker);
  return { quota, window: WINDOW_S, left: Math.max(0, quota - points), reset: secondsTo(endsAt) };
}

/**
 * The state of the limit of an account or address, and of those that the request used, as headers
 * (draft-ietf-httpapi-ratelimit-headers-11). None if limits are off.
 */
export function rateLimitHeaders(asker: Asker, used: UsedLimits): Record<string, string> {
  if (env().RATE_LIMITS === 'off') return {};
  const own = asker.account === undefined ? 'address' : 'account';
  const limits: [string, LimitState][] = [[own, stateOf(asker)], ...used];
  return {
    'RateLimit-Policy': limits
      .map(([name, { quota, window }]) => `"${name}";q=${quota};w=${window}`)
      .join(', '),
    RateLimit: limits.map(([name, { left, reset }]) => `"${name}";r=${left};t=${reset}`).join(', '),
  };
}

import { RateLimiterCluster, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { env } from '#app/config/env.server.ts';
import { isWorker } from '#app/processes/other-processes.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { createSlots } from '#app/shared/fair-queue.server.ts';
import { secondsOf, tooManyAttempts } from '#app/shared/too-many-attempts.server.ts';
import { noteLimit } from '#app/shared/used-limits.server.ts';
import { t } from '#messages';
import { type Actor, accountKey } from './actor.server.ts';
import { mailboxOf } from './mailbox.ts';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** The limits of docs/product.md, Rate limits: uses and seconds. */
export const LIMITS = {
  login: { points: 10, seconds: 3 * MINUTE_S },
  register: { points: 10, seconds: 3 * MINUTE_S },
  'forgot-password': { points: 5, seconds: HOUR_S },
  'verification-mail': { points: 5, seconds: HOUR_S },
  'registration-mail': { points: 5, seconds: HOUR_S },
  'holder-links': { points: 5, seconds: HOUR_S },
  /** Mails that ask a holder for consent, per address. */
  'consent-mails': { points: 20, seconds: HOUR_S },
  'password-changes': { points: 10, seconds: HOUR_S },
  'name-changes': { points: 5, seconds: HOUR_S },
  invitations: { points: 20, seconds: HOUR_S },
  'look-ups': { points: 30, seconds: MINUTE_S },
  /** Checked files: per address, even for accounts. */
  authentications: { points: 30, seconds: MINUTE_S },
  'passkey-challenges': { points: 30, seconds: 3 * MINUTE_S },
  payments: { points: 10, seconds: HOUR_S },
  /** Wrong codes of coupons. */
  coupons: { points: 20, seconds: HOUR_S },
  messages: { points: 5, seconds: HOUR_S },
  /** Certificate mails sent again, per account and per student. */
  'certificate-mails': { points: 60, seconds: HOUR_S },
  'certificate-mails-to-one': { points: 5, seconds: HOUR_S },
  /** Drawn receipts. Cached ones do not count. */
  receipts: { points: 20, seconds: HOUR_S },
  /** Calls with an Idempotency-Key, and 3 KB of their answers, which are stored for a day. */
  'keyed-calls': { points: 100_000, seconds: DAY_S },
  /** Copies of an account's data, each of which may have the size of all that it uploaded. */
  'data-copies': { points: 5, seconds: DAY_S },
  /** Previews while a design is being made. */
  'design-previews': { points: 300, seconds: MINUTE_S },
  /** Logos and signatures, also refused ones, because the costliest to decode are refused. */
  'design-pictures': { points: 20, seconds: MINUTE_S },
} as const;

/** Uploads and exports at once: per account, for all accounts, and for accounts without a running one. */
export const AT_ONCE = {
  uploads: { perHolder: 2 },
  exports: { perHolder: 2, inAll: 20, forFirst: 20 },
} as const;

export type LimitName = keyof typeof LIMITS;

/** Worker processes count in the primary, so that a limit does not depend on WEB_CONCURRENCY. */
const makeLimiters = () =>
  new Map(
    Object.entries(LIMITS).map(([name, { points, seconds }]) => {
      const options = { keyPrefix: name, points, duration: seconds };
      return [name, isWorker() ? new RateLimiterCluster(options) : new RateLimiterMemory(options)];
    }),
  );

let limiters = makeLimiters();

/** Counts one use. Returns the state of the limit, and whether the use is allowed. */
async function consume(
  key: string,
  name: LimitName,
): Promise<{ count: RateLimiterRes; isAllowed: boolean } | null> {
  const limiter = limiters.get(name);
  if (env().RATE_LIMITS === 'off' || !limiter) return null;
  try {
    return { count: await limiter.consume(key), isAllowed: true };
  } catch (rejection) {
    if (rejection instanceof Error) throw rejection;
    return { count: rejection as RateLimiterRes, isAllowed: false };
  }
}

/** Notes the state of a limit for the headers of the response. */
function note(name: LimitName, { consumedPoints, msBeforeNext }: RateLimiterRes) {
  const { points: quota, seconds: window } = LIMITS[name];
  const left = Math.max(0, quota - consumedPoints);
  noteLimit(name, () => ({ quota, window, left, reset: secondsOf(msBeforeNext) }));
}

/**
 * Counts one use of a limited function. Call it before any costly work.
 * @param by the account or address to count
 * @throws AppError rate-limited, with the seconds to wait
 */
export async function limit(by: Actor, name: LimitName): Promise<void> {
  if (by.kind === 'system') return;
  const use = await consume(accountKey(by), name);
  if (use) note(name, use.count);
  if (!use || use.isAllowed) return;
  throw tooManyAttempts(use.count.msBeforeNext);
}

/** Counts further uses, which may turn out only after the first one was allowed. They are not refused, but later ones may be. */
export async function countMore(by: Actor, name: LimitName, uses: number): Promise<void> {
  if (uses > 0 && by.kind !== 'system' && env().RATE_LIMITS === 'on')
    await limiters.get(name)?.penalty(accountKey(by), uses);
}

/**
 * Refuses what stores rows if an account did it too often in the last hour, as its rows tell. It may be called in a transaction.
 * @param earlier time of the oldest of the most uses that an hour may have, or undefined
 * @throws AppError rate-limited
 */
export function requireHourSince(earlier: number | undefined) {
  const waitMs = earlier === undefined ? 0 : earlier + HOUR_S * 1_000 - now();
  if (waitMs <= 0 || env().RATE_LIMITS === 'off') return;
  throw tooManyAttempts(waitMs);
}

/** Counts one use, runs the work, and takes the count back unless the outcome counts: null, or the error. */
async function countOutcome<Result>(
  by: Actor,
  name: LimitName,
  work: () => Promise<Result> | Result,
  counts: (error: unknown) => boolean,
): Promise<Result> {
  await limit(by, name);
  let outcome: unknown = null;
  try {
    return await work();
  } catch (error) {
    outcome = error;
    throw error;
  } finally {
    if (!counts(outcome) && by.kind !== 'system' && env().RATE_LIMITS === 'on') {
      const count = await limiters.get(name)?.reward(accountKey(by));
      if (count) note(name, count);
    }
  }
}

/**
 * Counts one use and runs the work. A use that ends in 'busy' is not counted.
 * @throws AppError rate-limited, with the seconds to wait; rethrows any error of `work`
 */
export const withinLimit = <Result>(by: Actor, name: LimitName, work: () => Promise<Result>) =>
  countOutcome(by, name, work, (error) => !(error instanceof AppError && error.code === 'busy'));

/**
 * Runs the work, and counts one use if it throws. Over the limit, it does not run.
 * @param counts decides which errors count, by default all
 * @throws AppError rate-limited, with the seconds to wait; rethrows any error of `work`
 */
export const limitFailures = <Result>(
  by: Actor,
  name: LimitName,
  work: () => Promise<Result> | Result,
  counts: (error: unknown) => boolean = () => true,
) => countOutcome(by, name, work, (error) => error !== null && counts(error));

/**
 * Counts one mail of a kind to an address and returns whether it may be sent. Strangers can use this quota up, so when it may
 * not, the caller sends nothing and responds as usual.
 */
export const mayMail = async (email: string, name: LimitName): Promise<boolean> =>
  (await consume(`mailbox ${mailboxOf(email)}`, name))?.isAllowed ?? true;

const makeUploadSlots = () =>
  createSlots({
    ...AT_ONCE.uploads,
    takenMessage: () => t('rateLimits.youAlreadyHaveTwoUploadsRunning'),
    retryAfterSeconds: 30,
  });

const makeExportSlots = () =>
  createSlots({
    ...AT_ONCE.exports,
    takenMessage: () => t('rateLimits.youAlreadyHaveTwoDownloadsRunning'),
    busyMessage: () => t('rateLimits.tooManyDownloadsAreRunningAtTheMoment'),
    retryAfterSeconds: 60,
  });

let uploadSlots = makeUploadSlots();
let exportSlots = makeExportSlots();

const isSuperAdmin = (actor: Actor) =>
  (actor.kind === 'user' || actor.kind === 'apiToken') && actor.user.role === 'superadmin';

const NO_SLOT = () => undefined;

/**
 * Takes one of the account's upload slots. Call the returned function to free it.
 * @throws AppError rate-limited when both are taken
 */
export const takeUploadSlot = (actor: Actor): (() => void) =>
  env().RATE_LIMITS === 'off' ? NO_SLOT : uploadSlots.take(accountKey(actor));

/**
 * Takes one of the account's export slots. Call the returned function to free it after the last byte is sent. Those of super
 * admins are reserved.
 * @throws AppError rate-limited when both are taken; busy when other accounts use all of them
 */
export const takeExportSlot = (actor: Actor): (() => void) =>
  env().RATE_LIMITS === 'off'
    ? NO_SLOT
    : exportSlots.take(accountKey(actor), { isReserved: isSuperAdmin(actor) });

/** Resets every count, for tests. */
export function resetLimits() {
  limiters = makeLimiters();
  uploadSlots = makeUploadSlots();
  exportSlots = makeExportSlots();
}

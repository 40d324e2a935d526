import { RateLimiterCluster, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { env } from '#app/config/env.server.ts';
import { isWorker } from '#app/processes/other-processes.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, secondsOf, tooManyAttempts } from '#app/shared/errors.server.ts';
import { createSlots } from '#app/shared/fair-queue.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { noteLimit } from '#app/shared/request-cost.server.ts';
import { t } from '#messages';
import { type Actor, accountKey } from './actor.server.ts';

const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/**
 * Uses in a time. Those of a member count for its `account`, and, where they cost all others something, for its `organisation`, which
 * has at least three times as many. Those of visitors count for their `address`, which is a class or an office as often as a
 * person. Without `account`, members count like visitors. A `mailbox` gets as many mails.
 */
type Rule = { seconds: number; account?: number; organisation?: number; address?: number; mailbox?: number };

/** The limits of docs/product.md, Rate limits. */
export const LIMITS = {
  /** All registrations, also of mailboxes that have an account. `requireFewUnconfirmed` limits those that nobody confirms. */
  register: { seconds: HOUR_S, address: 300 },
  'registration-mail': { seconds: HOUR_S, mailbox: 5 },
  'forgot-password': { seconds: HOUR_S, mailbox: 5, address: 100 },
  'verification-mail': { seconds: HOUR_S, account: 5, mailbox: 5, address: 100 },
  'holder-links': { seconds: HOUR_S, mailbox: 5, address: 100 },
  /** Mails that ask a holder for consent. */
  'consent-mails': { seconds: HOUR_S, mailbox: 20 },
  'password-changes': { seconds: HOUR_S, account: 10 },
  'name-changes': { seconds: HOUR_S, account: 5 },
  invitations: { seconds: HOUR_S, account: 20 },
  'look-ups': { seconds: MINUTE_S, account: 30, organisation: 90, address: 600 },
  /** Checked files. Those of visitors over the limit wait instead of being refused. */
  authentications: { seconds: MINUTE_S, account: 30, organisation: 90, address: 30 },
  'passkey-challenges': { seconds: 3 * MINUTE_S, account: 30, address: 300 },
  payments: { seconds: HOUR_S, account: 10, organisation: 30 },
  /** Wrong codes of coupons. */
  coupons: { seconds: HOUR_S, account: 20 },
  messages: { seconds: HOUR_S, account: 5, address: 60, mailbox: 5 },
  /** Certificate mails sent again. */
  'certificate-mails': { seconds: HOUR_S, account: 60, organisation: 180 },
  'certificate-mails-to-one': { seconds: HOUR_S, mailbox: 5 },
  /** Drawn receipts. Cached ones do not count. */
  receipts: { seconds: HOUR_S, account: 20, organisation: 60 },
  /** Calls with an Idempotency-Key, and 3 KB of their answers, which are stored for a day. */
  'keyed-calls': { seconds: DAY_S, account: 100_000, organisation: 300_000 },
  /** Copies of an account's data, each of which may have the size of all that it uploaded. */
  'data-copies': { seconds: DAY_S, account: 5 },
  /** Previews and checks while a design is being made, and drafts of certificates. */
  'design-previews': { seconds: MINUTE_S, account: 300, organisation: 900 },
  /** Logos and signatures, also refused ones, because the costliest to decode are refused. */
  'design-pictures': { seconds: MINUTE_S, account: 20, organisation: 60 },
  /** Photographs of holders, also refused ones. Those of a ZIP beside a list count for its batch. */
  photographs: { seconds: MINUTE_S, account: 60, organisation: 180 },
} as const satisfies Record<string, Rule>;

/** Parallel uploads and exports: of an account, of all members of an organisation, and of all accounts. */
export const AT_ONCE = {
  uploads: { perHolder: 2, perGroup: 6 },
  exports: { perHolder: 2, perGroup: 6, inAll: 20, forFirst: 20 },
} as const;

export type LimitName = keyof typeof LIMITS;
/** Whose uses count. */
type Per = Exclude<keyof Rule, 'seconds'>;

const PERS: readonly Per[] = ['account', 'organisation', 'address', 'mailbox'];
const ruleOf = (name: LimitName): Rule => LIMITS[name];
const names = Object.keys(LIMITS) as LimitName[];

/** Worker processes count in the primary, so that a limit does not depend on WEB_CONCURRENCY. */
const makeLimiters = () =>
  new Map(
    names.flatMap((name) =>
      PERS.flatMap((per) => {
        const { seconds, [per]: points } = ruleOf(name);
        if (points === undefined) return [];
        const options = { keyPrefix: `${name} ${per}`, points, duration: seconds };
        const limiter = isWorker() ? new RateLimiterCluster(options) : new RateLimiterMemory(options);
        return [[options.keyPrefix, limiter] as const];
      }),
    ),
  );

let limiters = makeLimiters();

type Counter = {
  per: Per;
  key: string;
  limiter: RateLimiterCluster | RateLimiterMemory;
};

function counterOf(name: LimitName, per: Per, key: string): Counter[] {
  const limiter = limiters.get(`${name} ${per}`);
  return limiter ? [{ per, key, limiter }] : [];
}

/** What counts a use of an actor. Nothing if limits are off, and for the system. */
function countersOf(by: Actor, name: LimitName): Counter[] {
  if (by.kind === 'system' || env().RATE_LIMITS === 'off') return [];
  if (by.kind === 'visitor' || ruleOf(name).account === undefined)
    return counterOf(name, 'address', addressBlock(by.address));
  return [
    ...counterOf(name, 'account', by.user.id),
    ...(by.organisation ? counterOf(name, 'organisation', by.organisation.id) : []),
  ];
}

/** Counts one use. Returns the state of the limit, and whether the use is allowed. */
async function consume({ limiter, key }: Counter): Promise<{ count: RateLimiterRes; isAllowed: boolean }> {
  try {
    return { count: await limiter.consume(key), isAllowed: true };
  } catch (rejection) {
    if (rejection instanceof Error) throw rejection;
    return { count: rejection as RateLimiterRes, isAllowed: false };
  }
}

const leftOf = (name: LimitName, per: Per, { consumedPoints }: RateLimiterRes) =>
  Math.max(0, (ruleOf(name)[per] ?? 0) - consumedPoints);

/** Notes the state of a limit for the headers of the response: of the count of which the least is left. */
function note(name: LimitName, counts: { per: Per; count: RateLimiterRes }[]) {
  const [least] = counts.toSorted((a, b) => leftOf(name, a.per, a.count) - leftOf(name, b.per, b.count));
  if (!least) return;
  const { per, count } = least;
  const { seconds: window, [per]: quota = 0 } = ruleOf(name);
  noteLimit(name, () => ({
    quota,
    window,
    left: leftOf(name, per, count),
    reset: secondsOf(count.msBeforeNext),
  }));
}

/**
 * Counts one use of a limited function. Call it before any costly work.
 * @param by the actor whose use it is
 * @throws AppError rate-limited, with the seconds to wait
 */
export async function limit(by: Actor, name: LimitName): Promise<void> {
  const used: (Counter & { count: RateLimiterRes })[] = [];
  for (const counter of countersOf(by, name)) {
    const { count, isAllowed } = await consume(counter);
    if (!isAllowed) {
      note(name, [{ per: counter.per, count }]);
      for (const { limiter, key } of used) await limiter.reward(key);
      throw tooManyAttempts(count.msBeforeNext);
    }
    used.push({ ...counter, count });
  }
  note(name, used);
}

/** Counts further uses, which may turn out only after the first one was allowed. They are not refused, but later ones may be. */
export async function countMore(by: Actor, name: LimitName, uses: number): Promise<void> {
  if (uses > 0) for (const { limiter, key } of countersOf(by, name)) await limiter.penalty(key, uses);
}

/**
 * Refuses what stores rows if an account did it too often in the last hour, as its rows tell. It may be called in a transaction.
 * @param earlier time of the oldest of the most uses that an hour may have, or undefined
 * @throws AppError rate-limited
 */
export const requireHourSince = (earlier: number | undefined) => requireTimeSince(earlier, HOUR_S);

/** The same for a day. */
export const requireDaySince = (earlier: number | undefined) => requireTimeSince(earlier, DAY_S);

function requireTimeSince(earlier: number | undefined, seconds: number) {
  const waitMs = earlier === undefined ? 0 : earlier + seconds * 1_000 - now();
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
    if (!counts(outcome)) {
      const left: { per: Per; count: RateLimiterRes }[] = [];
      for (const { per, limiter, key } of countersOf(by, name))
        left.push({ per, count: await limiter.reward(key) });
      note(name, left);
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
 * Counts one use of a limited function for an email address.
 * @param refusal makes the error of a use over the limit from the milliseconds to wait
 * @throws AppError rate-limited, with the seconds to wait
 */
export async function limitMailbox(email: string, name: LimitName, refusal = tooManyAttempts): Promise<void> {
  const [counter] = counterOf(name, 'mailbox', mailboxOf(email));
  if (!counter || env().RATE_LIMITS === 'off') return;
  const { count, isAllowed } = await consume(counter);
  if (!isAllowed) throw refusal(count.msBeforeNext);
}

/**
 * Counts one mail of a kind to an address and returns whether it may be sent. Strangers can use this quota up, so when it may
 * not, the caller sends nothing and responds as usual.
 */
export async function mayMail(email: string, name: LimitName): Promise<boolean> {
  const [counter] = counterOf(name, 'mailbox', mailboxOf(email));
  if (!counter || env().RATE_LIMITS === 'off') return true;
  return (await consume(counter)).isAllowed;
}

const makeUploadSlots = () =>
  createSlots({
    ...AT_ONCE.uploads,
    takenMessage: () => t('rateLimits.youAlreadyHaveTwoUploadsRunning'),
    groupTakenMessage: () => t('rateLimits.yourOrganisationHasSixUploadsRunning'),
    retryAfterSeconds: 30,
  });

const makeExportSlots = () =>
  createSlots({
    ...AT_ONCE.exports,
    takenMessage: () => t('rateLimits.youAlreadyHaveTwoDownloadsRunning'),
    groupTakenMessage: () => t('rateLimits.yourOrganisationHasSixDownloadsRunning'),
    busyMessage: () => t('rateLimits.tooManyDownloadsAreRunningAtTheMoment'),
    retryAfterSeconds: 60,
  });

let uploadSlots = makeUploadSlots();
let exportSlots = makeExportSlots();

const isSuperAdmin = (actor: Actor) =>
  (actor.kind === 'user' || actor.kind === 'apiToken') && actor.user.role === 'superadmin';

const NO_SLOT = () => undefined;

/** Who takes a slot, and the organisation whose members share more of them. */
const holderOf = (actor: Actor) =>
  actor.kind === 'user' || actor.kind === 'apiToken'
    ? { holder: actor.user.id, group: actor.organisation?.id }
    : { holder: accountKey(actor) };

/**
 * Takes one of the account's upload slots. Call the returned function to free it.
 * @throws AppError rate-limited when both are taken
 */
export const takeUploadSlot = (actor: Actor): (() => void) =>
  env().RATE_LIMITS === 'off' ? NO_SLOT : uploadSlots.take(holderOf(actor));

/**
 * Takes one of the account's export slots. Call the returned function to free it after the last byte is sent. Those of super
 * admins are reserved.
 * @throws AppError rate-limited when both are taken; busy when other accounts use all of them
 */
export const takeExportSlot = (actor: Actor): (() => void) =>
  env().RATE_LIMITS === 'off'
    ? NO_SLOT
    : exportSlots.take({ ...holderOf(actor), isReserved: isSuperAdmin(actor) });

/** Resets every count, for tests. */
export function resetLimits() {
  limiters = makeLimiters();
  uploadSlots = makeUploadSlots();
  exportSlots = makeExportSlots();
}

/** Providers that ignore dots in an address. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox of an address, for limits: in lower case and without the subaddress (RFC 5233). */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const local = email.slice(0, at).toLowerCase();
  const plus = local.indexOf('+');
  const user = plus > 0 ? local.slice(0, plus) : local;
  return DOTLESS.has(domain) ? `${user.replaceAll('.', '')}@gmail.com` : `${user}@${domain}`;
}

import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { recordAct, type Who } from '#app/audit/record-act.server.ts';
import { env } from '#app/config/env.server.ts';
import { enqueueNothing } from '#app/mail/outbox.server.ts';
import { withLock } from '#app/processes/other-processes.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, tooManyAttempts } from '#app/shared/errors.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { counter } from '#app/shared/metrics.server.ts';
import { db, deleteSome, prepared, sqlite, type Transaction, transaction } from '#db/client.ts';
import { loginAddresses, loginFailures } from '#db/schema/accounts.ts';
import { t } from '#messages';

export type PasswordForm = 'user' | 'admin' | 'superadmin';
/** 'second-factor' counts codes by account, so that a right password does not reset them. */
export type LoginForm = PasswordForm | 'second-factor';

export const FAILURES_TO_LOCK = 5;
export const LOCK_MS = 3_600_000;
const WINDOW_MS = 3_600_000;
const PER_IDENTIFIER = 100;

/**
 * From this many failures of an address in an hour on, each further check there waits. Each time as many are added, the pause
 * between two checks doubles. Only identifiers whose password was never right there count and wait.
 */
const FAILURES_TO_SLOW = 60;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;
/** An attempt that would wait longer is refused. */
const LONGEST_WAIT_MS = 15_000;
/** How long an address counts as one of an account after the last login there. */
const ADDRESS_MS = 90 * 86_400_000;

export const lockedTexts = () => t('lockout.loginDisabledFor1HourDue');
export const fifthFailure = () => t('lockout.tooManyAttemptsLoginDisabledFor1Hour');

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex');

/** Identifies a login attempt in the counts of failures. */
export type LoginAttempt = {
  form: LoginForm;
  identifier: string;
  address: string;
  /** The account whose password is checked, if the identifier has one. */
  userId?: string | undefined;
  /** The device, if this account has logged in on it before, else null. Failures on such a device are counted separately. */
  deviceId: string | null;
};

/** A login attempt that is counted as a failure until its outcome is known. Call one of the methods then. */
export type LoginTry = {
  /** How long its password must wait before it is checked. */
  waitMs: number;
  /** After a correct password: removes the failure and resets the lockout. */
  succeeded(): void;
  /** When the password was not checked, for example because the server is busy: removes the failure. */
  notChecked(): void;
  /** After a wrong password: returns the error to respond with. The fifth failure locks the login. */
  failed(message: string): AppError;
};

/** The error of every attempt until the lock ends. Its password is not checked. */
export class LoginLocked extends AppError {
  constructor(message: string, untilMs: number) {
    super('rate-limited', message, {
      retryAfterSeconds: Math.max(1, Math.ceil((untilMs - now()) / 1_000)),
    });
  }
}

/** From this failure on, the page says how many tries are left. */
const TRIES_SHOWN_FROM = 3;

/** The error after a wrong password. */
export class LoginFailed extends AppError {
  /** Tries before the lock, from the third failure on. It says nothing about the account, because unknown ones are counted alike. */
  readonly triesLeft: number | null;

  constructor(message: string, failures: number) {
    super('unauthenticated', message);
    this.triesLeft = failures >= TRIES_SHOWN_FROM ? FAILURES_TO_LOCK - failures : null;
  }
}

const lockouts = counter({
  name: 'lockouts',
  help: 'Logins that five failures have locked since the start.',
  labels: ['form'],
});

type Row = typeof loginFailures.$inferSelect;

export const lockKeyOf = (form: LoginForm, identifier: string, place: string) =>
  keyOf('lock', form, identifier.toLowerCase(), place);

export const identifierKeyOf = (form: LoginForm, identifier: string) =>
  keyOf('identifier', form, identifier.toLowerCase());

export const liftKeyOf = (form: LoginForm, identifier: string) =>
  keyOf('lift', form, identifier.toLowerCase());

/** Identifies an address in rows without storing it. An IPv6 /64 is one. */
export const hashOfAddress = (address: string) => keyOf('address', addressBlock(address));

export const deviceOf = (id: string) => `device ${id}`;

const addressOfAccount = prepared(() =>
  db()
    .select({ lastAt: loginAddresses.lastAt })
    .from(loginAddresses)
    .where(
      and(
        eq(loginAddresses.userId, sql.placeholder('userId')),
        eq(loginAddresses.address, sql.placeholder('address')),
      ),
    )
    .prepare(),
);

/** The counts of an attempt. One on a known device is neither counted for its identifier nor for its address. */
function keysOf({ form, identifier, address, userId, deviceId }: LoginAttempt) {
  const addressKey = hashOfAddress(address);
  const isWide = deviceId === null && env().RATE_LIMITS === 'on';
  // A right password precedes each second factor.
  const isOfAddress =
    isWide &&
    form !== 'second-factor' &&
    (userId === undefined || !addressOfAccount().get({ userId, address: addressKey }));
  return {
    lockKey: lockKeyOf(form, identifier, deviceId === null ? addressBlock(address) : deviceOf(deviceId)),
    liftKey: liftKeyOf(form, identifier),
    identifierKey: isWide ? identifierKeyOf(form, identifier) : null,
    addressKey: isOfAddress ? addressKey : null,
  };
}

type Keys = ReturnType<typeof keysOf>;

const isInWindow = (row: Row | undefined): row is Row => row !== undefined && now() - row.since < WINDOW_MS;

/** When the login is unlocked again, or null when it is not locked. */
function findLockEnd(
  read: (key: string) => Row | undefined,
  { lockKey, liftKey, identifierKey }: Keys,
): number | null {
  const lock = read(lockKey);
  if (lock?.lockedUntil && lock.lockedUntil > now()) {
    const liftedAt = read(liftKey)?.since ?? 0;
    if (liftedAt < lock.lockedUntil - LOCK_MS) return lock.lockedUntil;
  }
  const row = identifierKey === null ? undefined : read(identifierKey);
  return isInWindow(row) && row.failures >= PER_IDENTIFIER ? row.since + WINDOW_MS : null;
}

/** The pause between two checks at an address with as many failures in the last hour. */
const pauseMs = (row: Row | undefined) => {
  const times = isInWindow(row) ? Math.floor(row.failures / FAILURES_TO_SLOW) : 0;
  return times === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (times - 1));
};

const byKey = prepared(() =>
  db()
    .select()
    .from(loginFailures)
    .where(eq(loginFailures.key, sql.placeholder('key')))
    .prepare(),
);

/**
 * Rejects an attempt while the login is locked. It only reads, so a flood of attempts on a locked account costs little.
 * @throws LoginLocked
 */
export function requireUnlocked(attempt: LoginAttempt) {
  const until = findLockEnd((key) => byKey().get({ key }), keysOf(attempt));
  if (until !== null) throw new LoginLocked(lockedTexts(), until);
}

/** Writes a row of counts. */
function put(tx: Transaction, row: Row) {
  const { key, ...set } = row;
  tx.insert(loginFailures).values(row).onConflictDoUpdate({ target: loginFailures.key, set }).run();
}

/**
 * Takes the next turn of an address whose checks wait. Its turns are rows, so that they are the same for all processes.
 * @returns milliseconds until the turn
 * @throws AppError rate-limited when the attempt would have waited too long
 */
function takeTurn(tx: Transaction, pause: number, addressKey: string, arrivedAt: number): number {
  if (pause === 0) return 0;
  const key = keyOf('turns', addressKey);
  const last = tx.select().from(loginFailures).where(eq(loginFailures.key, key)).get();
  const at = now();
  // Alone, an attempt waits for its own pause, but is not refused for it.
  const startsAt = Math.max(at + Math.min(pause, LONGEST_WAIT_MS - 1_000), (last?.since ?? 0) + pause);
  if (startsAt - arrivedAt > LONGEST_WAIT_MS) throw tooManyAttempts(startsAt - LONGEST_WAIT_MS - at);
  put(tx, { key, failures: 0, since: startsAt, lockedUntil: null });
  return startsAt - at;
}

/**
 * Counts an attempt as a failure before its password is checked. Otherwise parallel attempts could exceed the limits of
 * docs/product.md, Lockout.
 * @throws LoginLocked when the password must not be checked; AppError rate-limited when it would wait too long
 */
export function countLoginTry(attempt: LoginAttempt, arrivedAt = now()): LoginTry {
  const keys = keysOf(attempt);
  const { lockKey, identifierKey, addressKey } = keys;
  const wideKeys = [identifierKey, addressKey].filter((key) => key !== null);
  const { failures, waitMs } = transaction((tx) => {
    const at = now();
    const read = (key: string) => tx.select().from(loginFailures).where(eq(loginFailures.key, key)).get();
    const until = findLockEnd(read, keys);
    if (until !== null) throw new LoginLocked(lockedTexts(), until);
    const waitMs = addressKey === null ? 0 : takeTurn(tx, pauseMs(read(addressKey)), addressKey, arrivedAt);
    const count = (key: string, expired: boolean, lockAt: number) => {
      const row = read(key);
      const fresh = expired || !isInWindow(row);
      const failures = fresh ? 1 : row.failures + 1;
      const lockedUntil = failures >= lockAt ? at + LOCK_MS : null;
      put(tx, { key, failures, since: fresh ? at : row.since, lockedUntil });
      return failures;
    };
    for (const key of wideKeys) count(key, false, Number.POSITIVE_INFINITY);
    return { waitMs, failures: count(lockKey, read(lockKey)?.lockedUntil != null, FAILURES_TO_LOCK) };
  });
  return {
    waitMs,
    succeeded() {
      transaction((tx) => {
        tx.delete(loginFailures).where(eq(loginFailures.key, lockKey)).run();
        uncount(tx, wideKeys);
        if (attempt.userId === undefined) return;
        const row = { userId: attempt.userId, address: hashOfAddress(attempt.address), lastAt: now() };
        const { userId, address } = loginAddresses;
        tx.insert(loginAddresses)
          .values(row)
          .onConflictDoUpdate({ target: [userId, address], set: { lastAt: row.lastAt } })
          .run();
      });
    },
    notChecked() {
      transaction((tx) => uncount(tx, [lockKey, ...wideKeys]));
    },
    failed(message) {
      if (failures < FAILURES_TO_LOCK) return new LoginFailed(message, failures);
      lockouts.inc({ form: attempt.form });
      return new LoginLocked(fifthFailure(), now() + LOCK_MS);
    },
  };
}

/**
 * Counts an attempt and waits until its password may be checked. At an address whose checks wait, an identifier has one turn at
 * once, so that its many attempts do not delay those of others.
 * @throws LoginLocked when the password must not be checked; AppError rate-limited when it would wait too long
 */
export async function beginLoginTry(attempt: LoginAttempt): Promise<LoginTry> {
  requireUnlocked(attempt);
  const arrivedAt = now();
  const begin = async () => {
    const tried = countLoginTry(attempt, arrivedAt);
    if (tried.waitMs > 0) await delay(tried.waitMs);
    return tried;
  };
  const { addressKey, lockKey } = keysOf(attempt);
  const mayWait = addressKey !== null && pauseMs(byKey().get({ key: addressKey })) > 0;
  return mayWait ? withLock(`login ${lockKey}`, begin) : begin();
}

/** Subtracts one failure from each count, and ends their locks: a lock lasts only while the count is at its limit. */
function uncount(tx: Transaction, keys: string[]) {
  tx.update(loginFailures)
    .set({ failures: sql`max(0, ${loginFailures.failures} - 1)`, lockedUntil: null })
    .where(inArray(loginFailures.key, keys))
    .run();
}

const MOST_COUNTED = 10_000;
const locked = prepared(() =>
  sqlite()
    .prepare<unknown[], number>(
      `select count(*) from (select 1 from login_failures where locked_until > ? limit ${MOST_COUNTED})`,
    )
    .pluck(),
);

/** How many logins are locked now, up to MOST_COUNTED. */
export const countLockedLogins = () => locked().get(now()) ?? 0;

/** Deletes expired counts. */
export const sweepLoginFailures = (limit: number) =>
  deleteSome(loginFailures, lt(loginFailures.since, now() - WINDOW_MS - LOCK_MS), limit);

/** Deletes addresses where no password of their account was right for a while. */
export const sweepLoginAddresses = (limit: number) =>
  deleteSome(loginAddresses, lt(loginAddresses.lastAt, now() - ADDRESS_MS), limit);

/**
 * Records a failed login in the audit trail, as a row of its account that only super admins see. An unknown identifier gets no row. In
 * that case a row is inserted and deleted, so that the response time does not reveal whether the account exists.
 */
export const recordFailedLogin = (who: Who, userId: string | undefined, locks: boolean, form: string) =>
  transaction((tx) => {
    if (userId === undefined) return enqueueNothing(tx);
    const object = ['account', userId] as const;
    recordAct(tx, who, locks ? 'login.locked' : 'login.failed', {
      object,
      organisation: null,
      after: { form },
    });
  });

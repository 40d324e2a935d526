import { createHash } from 'node:crypto';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { addressBlock } from '#app/shared/ip-address.server.ts';
import { counter } from '#app/shared/metrics.server.ts';
import { db, deleteSome, prepared, sqlite, type Transaction, transaction } from '#db/client.ts';
import { loginFailures } from '#db/schema/accounts.ts';
import { t } from '#messages';

export type PasswordForm = 'user' | 'admin' | 'superadmin';
/** 'second-factor' counts codes by account, so that a right password does not reset them. */
export type LoginForm = PasswordForm | 'second-factor';

export const FAILURES_TO_LOCK = 5;
export const LOCK_MS = 3_600_000;
const WINDOW_MS = 3_600_000;
const PER_ADDRESS = 20;
const PER_IDENTIFIER = 100;

export const lockedTexts = () => t('lockout.loginDisabledFor1HourDue');
export const fifthFailure = () => t('lockout.tooManyAttemptsLoginDisabledFor1Hour');

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex');

/** Identifies a login attempt in the counts of failures. */
export type LoginAttempt = {
  form: LoginForm;
  identifier: string;
  address: string;
  /** The device, if this account has logged in on it before, else null. Failures on such a device are counted separately. */
  deviceId: string | null;
};

/** A login attempt that is counted as a failure until its outcome is known. Call one of the methods then. */
export type LoginTry = {
  /** After a correct password: removes the failure and resets the lockout. */
  succeeded(): void;
  /** When the password was not checked, for example because the server is busy: removes the failure. */
  takenBack(): void;
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

const lockKeyOf = (form: LoginForm, identifier: string, address: string) =>
  keyOf('lock', form, identifier.toLowerCase(), addressBlock(address));

const identifierKeyOf = (form: LoginForm, identifier: string) =>
  keyOf('identifier', form, identifier.toLowerCase());

const liftKeyOf = (form: LoginForm, identifier: string) => keyOf('lift', form, identifier.toLowerCase());

function keysOf({ form, identifier, address, deviceId }: LoginAttempt) {
  return {
    lockKey: lockKeyOf(form, identifier, address),
    liftKey: liftKeyOf(form, identifier),
    wide: [
      { key: keyOf('address', addressBlock(address)), limit: PER_ADDRESS },
      {
        key:
          deviceId === null
            ? identifierKeyOf(form, identifier)
            : keyOf('device', deviceId, form, identifier.toLowerCase()),
        limit: PER_IDENTIFIER,
      },
    ].filter(() => env().RATE_LIMITS === 'on'),
  };
}

/** When the login is unlocked again, or null when it is not locked. */
function findLockEnd(
  read: (key: string) => Row | undefined,
  { lockKey, liftKey, wide }: ReturnType<typeof keysOf>,
): number | null {
  const at = now();
  const lock = read(lockKey);
  if (lock?.lockedUntil && lock.lockedUntil > at) {
    const liftedAt = read(liftKey)?.since ?? 0;
    if (liftedAt < lock.lockedUntil - LOCK_MS) return lock.lockedUntil;
  }
  for (const { key, limit } of wide) {
    const row = read(key);
    if (row && at - row.since < WINDOW_MS && row.failures >= limit) return row.since + WINDOW_MS;
  }
  return null;
}

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

/**
 * Counts an attempt as a failure before its password is checked. Otherwise parallel attempts could exceed the limits of
 * docs/product.md, Lockout.
 * @throws LoginLocked when the password must not be checked
 */
export function countLoginTry(attempt: LoginAttempt): LoginTry {
  const keys = keysOf(attempt);
  const { lockKey, wide } = keys;
  const failures = transaction((tx) => {
    const at = now();
    const read = (key: string) => tx.select().from(loginFailures).where(eq(loginFailures.key, key)).get();
    const until = findLockEnd(read, keys);
    if (until !== null) throw new LoginLocked(lockedTexts(), until);
    const lock = read(lockKey);
    const count = (key: string, expired: boolean, lockAt: number) => {
      const row = read(key);
      const fresh = !row || expired || at - row.since >= WINDOW_MS;
      const total = fresh ? 1 : row.failures + 1;
      const values = {
        failures: total,
        since: fresh ? at : row.since,
        lockedUntil: total >= lockAt ? at + LOCK_MS : null,
      };
      tx.insert(loginFailures)
        .values({ key, ...values })
        .onConflictDoUpdate({ target: loginFailures.key, set: values })
        .run();
      return total;
    };
    for (const { key } of wide) count(key, false, Number.POSITIVE_INFINITY);
    return count(lockKey, lock?.lockedUntil != null, FAILURES_TO_LOCK);
  });
  const wideKeys = wide.map(({ key }) => key);
  return {
    succeeded() {
      transaction((tx) => {
        tx.delete(loginFailures).where(eq(loginFailures.key, lockKey)).run();
        uncount(tx, wideKeys);
      });
    },
    takenBack() {
      transaction((tx) => uncount(tx, [lockKey, ...wideKeys]));
    },
    failed(message) {
      if (failures < FAILURES_TO_LOCK) return new LoginFailed(message, failures);
      lockouts.inc({ form: attempt.form });
      return new LoginLocked(fifthFailure(), now() + LOCK_MS);
    },
  };
}

/** Subtracts one failure from each count, and ends their locks: a lock lasts only while the count is at its limit. */
function uncount(tx: Transaction, keys: string[]) {
  tx.update(loginFailures)
    .set({ failures: sql`max(0, ${loginFailures.failures} - 1)`, lockedUntil: null })
    .where(inArray(loginFailures.key, keys))
    .run();
}

/**
 * Resets an account's failed logins after its owner has used a mailed link: the limit per identifier, and the lock of one
 * address. Locks of other addresses stay.
 */
export function forgetLoginFailures(tx: Transaction, identifiers: (string | null)[], address: string) {
  const keys = identifiers
    .filter((identifier) => identifier !== null)
    .flatMap((identifier) =>
      (['user', 'admin'] as const).flatMap((form) => [
        lockKeyOf(form, identifier, address),
        identifierKeyOf(form, identifier),
      ]),
    );
  tx.delete(loginFailures).where(inArray(loginFailures.key, keys)).run();
}

/** Ends the locks of an account for every address, which the keys do not tell: locks from before this row count no more. */
export function liftLocks(tx: Transaction, userId: string, identifiers: string[]) {
  const since = now();
  const logins = [
    ...identifiers.flatMap((identifier) =>
      (['user', 'admin'] as const).map((form) => ({ form, identifier })),
    ),
    { form: 'second-factor' as const, identifier: userId },
  ];
  for (const { form, identifier } of logins) {
    tx.delete(loginFailures)
      .where(eq(loginFailures.key, identifierKeyOf(form, identifier)))
      .run();
    tx.insert(loginFailures)
      .values({ key: liftKeyOf(form, identifier), failures: 0, since })
      .onConflictDoUpdate({ target: loginFailures.key, set: { since } })
      .run();
  }
}

/** Unlocks a super admin's login everywhere, after the operator has set new passwords. */
export const forgetSuperAdminFailures = (tx: Transaction, id: string) =>
  tx
    .delete(loginFailures)
    .where(eq(loginFailures.key, identifierKeyOf('superadmin', id)))
    .run();

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

import { createHash } from 'node:crypto';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import { env } from '#app/env.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { db, prepared, transaction } from '#db/client.ts';
import { loginFailures } from '#db/schema/accounts.ts';
import { addressBlock } from './rate-limits.server.ts';

export type LoginForm = 'user' | 'admin' | 'superadmin';

export const FAILURES_TO_LOCK = 5;
export const LOCK_MS = 3_600_000;
const WINDOW_MS = 3_600_000;
const PER_ADDRESS = 20;
const PER_IDENTIFIER = 100;

export const LOCKED = 'Login disabled for 1 hour due to too many failed attempts.';
export const FIFTH_FAILURE = 'Too many attempts. Login disabled for 1 hour.';

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('hex');

/** A try that has been counted as a failure before its password is checked, until it proves to be none. */
export type LoginTry = {
  /** Takes the failure back and resets the lockout: the password was right. */
  succeeded(): void;
  /** The error to answer with: the fifth failure locks at once. */
  failed(message: string): AppError;
};

/** The login is locked: no password is checked until then. */
export class LoginLocked extends AppError {
  constructor(message: string, untilMs: number) {
    super('rate-limited', message, {
      retryAfterSeconds: Math.max(1, Math.ceil((untilMs - now()) / 1_000)),
    });
  }
}

type Row = typeof loginFailures.$inferSelect;

function keysOf(form: LoginForm, identifier: string, address: string) {
  const id = identifier.toLowerCase();
  const block = addressBlock(address);
  return {
    lockKey: keyOf('lock', form, id, block),
    wide: [
      { key: keyOf('address', block), limit: PER_ADDRESS },
      { key: keyOf('identifier', form, id), limit: PER_IDENTIFIER },
    ].filter(() => env.RATE_LIMITS === 'on'),
  };
}

function refuseLocked(
  read: (key: string) => Row | undefined,
  lockKey: string,
  wide: { key: string; limit: number }[],
) {
  const at = now();
  const lock = read(lockKey);
  if (lock?.lockedUntil && lock.lockedUntil > at) throw new LoginLocked(LOCKED, lock.lockedUntil);
  for (const { key, limit } of wide) {
    const row = read(key);
    if (row && at - row.since < WINDOW_MS && row.failures >= limit) {
      throw new LoginLocked(LOCKED, row.since + WINDOW_MS);
    }
  }
}

const byKey = prepared(() =>
  db
    .select()
    .from(loginFailures)
    .where(eq(loginFailures.key, sql.placeholder('key')))
    .prepare(),
);

/**
 * Refuses a login that is locked, without counting or writing anything, so that a flood of tries on a locked account
 * costs next to nothing.
 * @throws AppError LoginLocked
 */
export function refuseWhileLocked(form: LoginForm, identifier: string, address: string) {
  const { lockKey, wide } = keysOf(form, identifier, address);
  refuseLocked((key) => byKey().get({ key }), lockKey, wide);
}

/**
 * Counts a try before its password is checked, so that of any number of parallel tries at most five are
 * checked (CONTRACT D3): per login form, identifier and address the fifth failure locks for an hour; besides, one
 * address has 20 failures an hour over all identifiers and one identifier 100 over all addresses.
 * @throws AppError rate-limited, with the seconds to wait, when it must not be checked
 */
export function countLoginTry(form: LoginForm, identifier: string, address: string): LoginTry {
  const { lockKey, wide } = keysOf(form, identifier, address);
  const failures = transaction((tx) => {
    const at = now();
    const read = (key: string) => tx.select().from(loginFailures).where(eq(loginFailures.key, key)).get();
    refuseLocked(read, lockKey, wide);
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
  return {
    succeeded() {
      transaction((tx) => {
        tx.delete(loginFailures).where(eq(loginFailures.key, lockKey)).run();
        const rows = wide.length
          ? tx
              .select()
              .from(loginFailures)
              .where(
                inArray(
                  loginFailures.key,
                  wide.map(({ key }) => key),
                ),
              )
              .all()
          : [];
        for (const row of rows) {
          tx.update(loginFailures)
            .set({ failures: Math.max(0, row.failures - 1) })
            .where(eq(loginFailures.key, row.key))
            .run();
        }
      });
    },
    failed: (message) =>
      failures >= FAILURES_TO_LOCK
        ? new LoginLocked(FIFTH_FAILURE, now() + LOCK_MS)
        : new AppError('unauthenticated', message),
  };
}

/** Unlocks the login forms for an account's identifiers at one address: its owner has proved itself by mail. */
export function forgetLoginFailures(identifiers: (string | null)[], address: string) {
  const keys = identifiers
    .filter((identifier) => identifier !== null)
    .flatMap((identifier) =>
      (['user', 'admin'] as const).map((form) => keysOf(form, identifier, address).lockKey),
    );
  db.delete(loginFailures).where(inArray(loginFailures.key, keys)).run();
}

/** Forgets counts that no longer matter; called now and then in the background. */
export const sweepLoginFailures = () =>
  db
    .delete(loginFailures)
    .where(lt(loginFailures.since, now() - WINDOW_MS - LOCK_MS))
    .run().changes;

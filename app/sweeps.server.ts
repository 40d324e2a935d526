import { sweepLoginFailures } from '#app/accounts/lockout.server.ts';
import { sweepOneTimeTokens } from '#app/accounts/one-time-tokens.server.ts';
import { sweepSessions } from '#app/accounts/sessions.server.ts';
import { sweepUnverifiedAccounts } from '#app/accounts/sweep-accounts.server.ts';
import { sweepOutbox } from '#app/mail/outbox.server.ts';
import { sweepIdempotencyKeys } from '#app/shared/idempotency.server.ts';
import { log } from '#app/shared/log.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';

/** Each removes at most so many rows that have run out, by an index, and returns how many it removed. */
const SWEEPS: Record<string, (limit: number) => number> = {
  sessions: sweepSessions,
  'one-time tokens': sweepOneTimeTokens,
  'login failures': sweepLoginFailures,
  'idempotency keys': sweepIdempotencyKeys,
  outbox: sweepOutbox,
  'unverified accounts': sweepUnverifiedAccounts,
};

const EVERY_MS = 10 * 60_000;
/** A step takes a few milliseconds, which every request waits for; the requests between two steps go first. */
const STEP_ROWS = 200;
const BETWEEN_STEPS_MS = 50;

/**
 * Runs one step of each sweep.
 * @returns whether any of them has more to remove; one that fails does not keep the others from running
 */
export function sweepStep(rows = STEP_ROWS): boolean {
  let more = false;
  for (const [name, sweep] of Object.entries(SWEEPS)) {
    try {
      if (sweep(rows) === rows) more = true;
    } catch (error) {
      log.error({ err: error, sweep: name }, 'sweep failed');
    }
  }
  return more;
}

/** Removes rows that have run out, in the background. Returns how to end it. */
export const startSweeping = () =>
  startPeriodic('sweeping', () => (sweepStep() ? BETWEEN_STEPS_MS : EVERY_MS));

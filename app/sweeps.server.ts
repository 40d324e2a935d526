import { sweepLoginFailures } from '#app/accounts/lockout.server.ts';
import { sweepOneTimeTokens } from '#app/accounts/one-time-tokens.server.ts';
import { sweepSessions } from '#app/accounts/sessions.server.ts';
import { sweepUnverifiedAccounts } from '#app/accounts/sweep-accounts.server.ts';
import { sweepBatches } from '#app/batches/sweep-batches.server.ts';
import { sweepDesignImages } from '#app/designs/design-image.server.ts';
import { sweepOutbox } from '#app/mail/outbox.server.ts';
import { sweepGatewayEvents } from '#app/payments/reconcile.server.ts';
import { sweepIdempotencyKeys } from '#app/shared/idempotency.server.ts';
import { log } from '#app/shared/log.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';

/** Each sweep deletes at most `limit` expired rows, using an index, and returns their number. */
const SWEEPS: Record<string, (limit: number) => number> = {
  sessions: sweepSessions,
  'one-time tokens': sweepOneTimeTokens,
  'login failures': sweepLoginFailures,
  'idempotency keys': sweepIdempotencyKeys,
  'payment events': sweepGatewayEvents,
  outbox: sweepOutbox,
  batches: sweepBatches,
  'design pictures': sweepDesignImages,
  'unverified accounts': sweepUnverifiedAccounts,
};

const EVERY_MS = 10 * 60_000;
/** Rows per step. A step takes a few milliseconds, for which requests wait. Pending requests run between two steps. */
const STEP_ROWS = 200;
const BETWEEN_STEPS_MS = 50;

/**
 * Runs one step of each sweep. If one fails, the others still run.
 * @returns whether any sweep has more to delete
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

/** Deletes expired rows in the background. Returns a function that stops it. */
export const startSweeping = () =>
  startPeriodic('sweeping', () => (sweepStep() ? BETWEEN_STEPS_MS : EVERY_MS));

import { sweepLoginFailures } from '#app/accounts/lockout.server.ts';
import { sweepOneTimeTokens } from '#app/accounts/one-time-tokens.server.ts';
import { sweepSessions } from '#app/accounts/sessions.server.ts';
import { closeRenderer } from '#app/certificates/drawing/render.server.ts';
import { startIndexing } from '#app/certificates/search-index.server.ts';
import { startDelivery } from '#app/mail/delivery.server.ts';
import { sweepIdempotencyKeys } from '#app/shared/idempotency.server.ts';

/**
 * Work that goes on beside the requests. `start` runs once the database is migrated and may return nothing
 * to wait for; `stop` is awaited at shutdown, after the last request and before the database is closed, and
 * has a few seconds.
 */
type BackgroundTask = { name: string; start: () => void; stop: () => Promise<void> | void };

/** A task that begins work when it starts and is told how to end it. */
function running(name: string, begin: () => () => Promise<void> | void): BackgroundTask {
  let end: (() => Promise<void> | void) | undefined;
  return {
    name,
    start() {
      end = begin();
    },
    stop: () => end?.(),
  };
}

const SWEEP_EVERY_MS = 10 * 60_000;

/** Removes rows that have run out: sessions, links, counts of failed logins, idempotency keys. */
function startSweeping() {
  const sweep = () => {
    sweepSessions();
    sweepOneTimeTokens();
    sweepLoginFailures();
    sweepIdempotencyKeys();
  };
  sweep();
  const timer = setInterval(sweep, SWEEP_EVERY_MS);
  return () => clearInterval(timer);
}

/** In the order in which they start; they stop in the opposite order. */
const TASKS: BackgroundTask[] = [
  { name: 'certificate drawing', start() {}, stop: closeRenderer },
  running('mail delivery', startDelivery),
  running('search index', startIndexing),
  running('sweeping', startSweeping),
];

export function startBackground() {
  for (const task of TASKS) task.start();
}

/** Stops every task, also when one of them fails; the failures are returned by name. */
export async function stopBackground(): Promise<Map<string, unknown>> {
  const failures = new Map<string, unknown>();
  for (const task of TASKS.toReversed()) {
    try {
      await task.stop();
    } catch (error) {
      failures.set(task.name, error);
    }
  }
  return failures;
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics } from 'prom-client';
import { countLockedLogins } from '#app/accounts/lockout.server.ts';
import { env } from '#app/config/env.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { lastCheckpointAt } from '#app/log/log-files.server.ts';
import { logState } from '#app/log/log-state.server.ts';
import { lastCosignedSize } from '#app/log/published-checkpoint.server.ts';
import { LANE } from '#app/mail/compose.server.ts';
import { laneNames, oldestDue } from '#app/mail/lanes.server.ts';
import { mailDelivery } from '#app/mail/mail-state.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { notFound, unauthenticated } from '#app/shared/errors.server.ts';
import { allMetrics, gauge, registry } from '#app/shared/metrics.server.ts';
import { BATCH_STATES } from '#db/schema/batches.ts';
import { PAYMENT_STATES } from '#db/schema/payments.ts';
import { ALERT_TOPICS, raisedAlerts } from './alerts.server.ts';
import { lastBackupAt } from './scheduled-backups.server.ts';
import {
  batchRowsWaiting,
  type CountedRows,
  certificatesIssued,
  countRows,
  databaseBytes,
  diskSpace,
  programVersion,
  refundsWaiting,
  schema,
  walBytes,
} from './site-status.server.ts';

// A scrape must take a few milliseconds for a database of any size. It reads counters, ends of indexes and file sizes, and does
// not count tables.

const secondsSince = (ms: number) => Math.max(0, (now() - ms) / 1_000);
const statesOf = (subject: CountedRows, states: readonly string[]) =>
  countRows(subject, states).map(({ state, count }) => [{ state }, count] as const);

/** Registers a gauge with a value for each combination of labels. */
const series = (name: string, help: string, labels: string[], read: Parameters<typeof gauge>[1]) =>
  gauge({ name, help, labels }, read);

/** Registers a gauge with one value, which is NaN for null. */
const figure = (name: string, help: string, read: () => number | null) =>
  gauge({ name, help }, () => {
    const value = read();
    return value === null ? [] : [[{}, value]];
  });

function registerMail() {
  series(
    'mail_messages',
    'Messages in the outbox; sent and failed ones are kept for 30 days.',
    ['lane', 'state'],
    () =>
      laneNames.flatMap((lane) =>
        countRows(`mail ${LANE[lane]}`, ['waiting', 'retrying', 'sent', 'failed']).map(
          ({ state, count }) => [{ lane, state }, count] as const,
        ),
      ),
  );
  series('mail_oldest_due_seconds', 'How long the oldest due message has been waiting, or 0.', ['lane'], () =>
    laneNames.map((lane) => {
      const since = oldestDue(lane);
      return [{ lane }, since === null ? 0 : secondsSince(since)];
    }),
  );
}

function registerWork() {
  figure('certificates', 'Certificates issued.', certificatesIssued);
  series('verifications', 'Verifications, by payment.', ['state'], () =>
    statesOf('verifications', ['paid', 'unpaid']),
  );
  series('payments', 'Payments.', ['state'], () => statesOf('payments', PAYMENT_STATES));

  series('batches', 'Batches of certificates.', ['state'], () => statesOf('batches', BATCH_STATES));
  figure('batch_rows_waiting', 'Rows of started batches that are not issued yet.', batchRowsWaiting);
  figure('refunds_waiting', 'Refunds that the gateway has not confirmed.', refundsWaiting);
  figure('locked_logins', 'Logins that are locked now.', countLockedLogins);
  figure(
    'backup_last_success_timestamp_seconds',
    'When the newest backup in BACKUP_DIR was made, or NaN.',
    () => {
      const at = lastBackupAt();
      return at === null ? null : at / 1_000;
    },
  );
}

function registerLog() {
  figure('log_entries', 'Entries of the transparency log.', () => currentLog()?.size ?? 0);
  figure('log_checkpoint_age_seconds', 'Time since the last signed checkpoint.', () => {
    const log = currentLog();
    const at = log && lastCheckpointAt(log);
    return at ? secondsSince(at) : null;
  });
  figure('log_writable', '1 if the log can be continued, 0 if issuing is stopped.', () =>
    logState().kind === 'ok' ? 1 : 0,
  );
  series(
    'log_cosigned_entries',
    'Entries of the last checkpoint that each witness cosigned.',
    ['witness'],
    () => {
      const log = currentLog();
      return log ? env().witnesses.map(({ key }) => [{ witness: key.name }, lastCosignedSize(log, key)]) : [];
    },
  );
}

function registerDisks() {
  series('disk_free_bytes', 'Free space for this user.', ['folder'], async () =>
    (await diskSpace()).map(({ folder, free }) => [{ folder }, free]),
  );
  series('disk_size_bytes', 'Size of the disk.', ['folder'], async () =>
    (await diskSpace()).map(({ folder, size }) => [{ folder }, size]),
  );
  figure('database_bytes', 'Size of the database file.', databaseBytes);
  figure('database_wal_bytes', 'Size of the write-ahead log.', walBytes);
}

export function registerSiteMetrics() {
  series('info', 'Versions, as labels.', ['version', 'schema', 'node'], () => [
    [{ version: programVersion, schema, node: process.versions.node }, 1],
  ]);
  registerMail();
  registerWork();
  registerLog();
  registerDisks();
  series('alert', '1 while the problem lasts.', ['topic'], () => {
    const raised = new Set(raisedAlerts().map(({ topic }) => topic));
    if (mailDelivery() === 'off') raised.add('mail');
    return ALERT_TOPICS.map((topic) => [{ topic }, raised.has(topic) ? 1 : 0]);
  });
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Requires METRICS_TOKEN as a bearer token. Compares in constant time.
 * @throws AppError not-found without METRICS_TOKEN; unauthenticated
 */
export function requireMetricsToken(authorization: string | null) {
  const { METRICS_TOKEN } = env();
  if (METRICS_TOKEN === undefined) throw notFound();
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (!timingSafeEqual(digest(given), digest(METRICS_TOKEN))) {
    throw unauthenticated('METRICS_TOKEN is required as a bearer token.');
  }
}

let started = false;

/** Starts measuring the process and its event loop, if METRICS_TOKEN is set. It ends with the process. */
export function startMetrics() {
  if (!started && env().METRICS_TOKEN !== undefined) {
    started = true;
    collectDefaultMetrics({ register: registry });
  }
  return () => undefined;
}

/** All metrics in the OpenMetrics format. */
export async function metricsText(): Promise<{ text: string; contentType: string }> {
  return { text: await allMetrics(), contentType: registry.contentType };
}

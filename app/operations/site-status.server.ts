import { readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { type Actor, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { superAdminsWithout } from '#app/accounts/second-factor/must-set-up.server.ts';
import { env } from '#app/config/env.server.ts';
import { currentLog } from '#app/log/log.server.ts';
import { lastCheckpointAt } from '#app/log/log-files.server.ts';
import { describeLogState, logState } from '#app/log/log-state.server.ts';
import { lastCosignedSize } from '#app/log/published-checkpoint.server.ts';
import { LANE } from '#app/mail/compose.server.ts';
import { type LaneName, laneNames, oldestDue } from '#app/mail/lanes.server.ts';
import { type MailDelivery, mailDelivery } from '#app/mail/mail-state.server.ts';
import { formatBytes } from '#app/messages/format-numbers.ts';
import { askAll, setAnswer } from '#app/processes/other-processes.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { db, prepared, preparedValue, sqlite } from '#db/client.ts';
import { schemaVersion } from '#db/migrate.ts';
import { BATCH_STATES } from '#db/schema/batches.ts';
import { rowCounts } from '#db/schema/operations.ts';
import { t } from '#messages';
import { type AlertTopic, alertTitle, raisedAlerts } from './alerts.server.ts';
import { lastBackupAt } from './scheduled-backups.server.ts';

// Figures for metrics and the status page. They are read from counters, ends of indexes and partial indexes, so that they take
// the same time for a database of any size.

const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

export const databaseBytes = () => bytesOf(sqlite().name);
export const walBytes = () => bytesOf(`${sqlite().name}-wal`);

const newestCertificate = preparedValue<number | null>('select max(seq) from certificates');
/** The number of issued certificates. Certificates are never deleted, so it is the highest `seq`. */
export const certificatesIssued = () => newestCertificate().get() ?? 0;

const waitingRows = preparedValue<number | null>(
  "select sum(total - issued - failed) from batches where status = 'issuing'",
);
/** Rows of started batches that are not issued yet. */
export const batchRowsWaiting = () => waitingRows().get() ?? 0;

const MOST_COUNTED = 10_000;
const openRefunds = preparedValue<number>(
  `select count(*) from (select 1 from refunds where completed_at is null limit ${MOST_COUNTED})`,
);
/** Refunds that the gateway has not confirmed, up to MOST_COUNTED. */
export const refundsWaiting = () => openRefunds().get() ?? 0;

/** Tables whose rows are counted by state; `mail 0` are the messages of lane 0. */
export type CountedRows = 'payments' | 'verifications' | 'batches' | `mail ${number}`;

const ofSubject = prepared(() =>
  db()
    .select({ state: rowCounts.state, count: rowCounts.count })
    .from(rowCounts)
    .where(eq(rowCounts.subject, sql.placeholder('subject')))
    .prepare(),
);

/** The number of rows in each of these states. */
export function countRows<State extends string>(subject: CountedRows, states: readonly State[]) {
  const counts = new Map(
    ofSubject()
      .all({ subject })
      .map(({ state, count }) => [state, count]),
  );
  return states.map((state) => ({ state, count: counts.get(state) ?? 0 }));
}

const file = new URL('../../package.json', import.meta.url);

export const { version: programVersion }: { version: string } = JSON.parse(readFileSync(file, 'utf8'));

/** The newest migration. Every database that this program serves has it. */
export const schema = schemaVersion();

const folders = () =>
  [
    ['database', dirname(env().DATABASE_FILE)],
    ['uploads', env().UPLOADS_DIR],
    ['keys', env().KEYS_DIR],
    ['backups', env().BACKUP_DIR],
  ] as const;

/** Free space and size of the disk of each of the site's folders that exist, in bytes. */
export async function diskSpace() {
  const spaces = await Promise.all(
    folders().map(async ([folder, path]) => {
      const disk = await statfs(path).catch(() => null);
      // Blocks that only root may use count as taken.
      return disk && { folder, path, free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize };
    }),
  );
  return spaces.filter((space) => space !== null);
}

export type DiskSpace = Awaited<ReturnType<typeof diskSpace>>[number];

/** Space that a command leaves free, so that a running server can write. */
const KEPT_FREE_BYTES = 16 * 1_048_576;

/**
 * Requires space on the disk of a folder.
 * @param use what takes the space
 * @returns the free bytes
 * @throws AppError storage-full
 */
export async function requireSpace(folder: string, bytes: number, use: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const needed = bytes + KEPT_FREE_BYTES;
  if (free >= needed) return free;
  throw new AppError(
    'storage-full',
    `${use} needs ${formatBytes(needed)} of free space in ${folder}, which has ${formatBytes(free)}.`,
  );
}

type LaneStatus = Record<'waiting' | 'retrying' | 'sent' | 'failed', number> & {
  lane: LaneName;
  /** Since when the oldest due message has been waiting, in ms UTC. */
  oldest: number | null;
};

const MAIL_STATES = ['waiting', 'retrying', 'sent', 'failed'] as const;

const laneStatus = (lane: LaneName): LaneStatus => {
  const counts = countRows(`mail ${LANE[lane]}`, MAIL_STATES).map(({ state, count }) => [state, count]);
  return { ...Object.fromEntries(counts), lane, oldest: oldestDue(lane) };
};

/** The log and how far each witness has cosigned it, or null before the first entry. */
function logStatus() {
  const log = currentLog();
  if (!log) return null;
  return {
    origin: log.origin,
    size: log.size,
    checkpointAt: lastCheckpointAt(log),
    problem: describeLogState(logState()),
    witnesses: env().witnesses.map(({ key, url }) => ({
      name: key.name,
      url,
      size: lastCosignedSize(log, key),
    })),
  };
}

export type SiteStatus = {
  alerts: { topic: AlertTopic; title: string; message: string; raisedAt: number }[];
  mail: { delivery: MailDelivery; lanes: LaneStatus[] };
  batches: { states: Record<(typeof BATCH_STATES)[number], number>; rowsWaiting: number };
  refundsWaiting: number;
  /** `every` is BACKUP_EVERY in ms, or null; `lastAt` is in ms UTC. */
  backups: { every: number | null; lastAt: number | null };
  disks: DiskSpace[];
  database: { bytes: number; walBytes: number };
  log: ReturnType<typeof logStatus>;
  /** Super admins without a second factor. */
  superAdminsWithout: number;
  versions: { program: string; schema: string; node: string };
  /** When the oldest running process started, in ms UTC. */
  startedAt: number;
};

setAnswer('started-at', () => Date.now() - Math.round(process.uptime() * 1_000));

/**
 * The state of the site for its status page. Counts no table, so that it takes the same time for a database of any size.
 * @throws AppError unauthenticated; forbidden unless the actor is a super admin
 */
export async function siteStatus(actor: Actor): Promise<SiteStatus> {
  requireSuperAdmin(actor);
  const states = countRows('batches', BATCH_STATES).map(({ state, count }) => [state, count]);
  return {
    alerts: raisedAlerts().map((alert) => ({ ...alert, title: alertTitle(alert.topic) })),
    mail: { delivery: mailDelivery(), lanes: laneNames.map(laneStatus) },
    batches: { states: Object.fromEntries(states), rowsWaiting: batchRowsWaiting() },
    refundsWaiting: refundsWaiting(),
    backups: { every: env().backupEveryMs, lastAt: lastBackupAt() },
    disks: await diskSpace(),
    database: { bytes: databaseBytes(), walBytes: walBytes() },
    log: logStatus(),
    superAdminsWithout: superAdminsWithout(),
    versions: { program: programVersion, schema, node: process.versions.node },
    startedAt: Math.min(...(await askAll<number>('started-at'))),
  };
}

/** Whether the database responds, for load balancers. */
export function databaseAnswers(): boolean {
  try {
    return sqlite().prepare('SELECT 1').pluck().get() === 1;
  } catch {
    return false;
  }
}

/** Problems of the configuration that do not prevent the start. */
export const configurationWarnings = (): string[] => [
  ...[env().foreignSender].flatMap((domain) =>
    domain === null ? [] : [t('configurationWarnings.mailFromIsOfAnotherDomain', { domain })],
  ),
  ...(env().lacksMailFrom ? [t('configurationWarnings.mailFromIsNotSet', { address: env().MAIL_FROM })] : []),
  ...env().misspelled.map(({ name, nearest }) => t('configurationWarnings.isNoVariable', { name, nearest })),
];

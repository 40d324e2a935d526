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
import { askAll, setAnswer } from '#app/processes/other-processes.server.ts';
import { sqlite } from '#db/client.ts';
import { BATCH_STATES } from '#db/schema/batches.ts';
import { t } from '#messages';
import { type AlertTopic, alertTitle, raisedAlerts } from './alerts.server.ts';
import { lastBackupAt } from './scheduled-backups.server.ts';
import {
  batchRowsWaiting,
  countRows,
  type DiskSpace,
  databaseBytes,
  diskSpace,
  programVersion,
  refundsWaiting,
  schema,
  walBytes,
} from './site-figures.server.ts';

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

import { env } from '#app/config/env.server.ts';
import { describeLogState, recheckLogState } from '#app/log/log-state.server.ts';
import { deliveredSince, mailProblem } from '#app/mail/delivery-health.server.ts';
import { inLanguage } from '#app/messages/reader-language.server.ts';
import { log } from '#app/shared/log.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';
import { t } from '#messages';
import { type AlertTopic, clearAlert, raiseAlert, raisedAlerts } from './alerts.server.ts';
import { type DiskSpace, diskSpace } from './disk-space.server.ts';

const EVERY_MS = 60_000;
/** An alert ends only this many percent above the threshold, so that it is not raised again at once. */
const DISK_MARGIN_PERCENT = 2;

const raisedAt = (topic: AlertTopic) => raisedAlerts().find((alert) => alert.topic === topic)?.raisedAt;

const describeDisk = ({ folder, path, free, size }: DiskSpace) =>
  t('watch.freeForTheFolder', {
    free: `${Math.floor(free / 1_048_576)} MB`,
    size: `${Math.floor(size / 1_048_576)} MB`,
    folder,
    path,
  });

async function watchDisk() {
  const threshold = env().DISK_ALERT_PERCENT + (raisedAt('disk') === undefined ? 0 : DISK_MARGIN_PERCENT);
  const low = (await diskSpace()).filter(({ free, size }) => free * 100 < size * threshold);
  if (env().DISK_ALERT_PERCENT > 0 && low.length > 0) raiseAlert('disk', low.map(describeDisk).join('\n'));
  else clearAlert('disk');
}

/** The alert ends when a message is delivered, because a restart forgets earlier failures. */
function watchMail() {
  const problem = mailProblem();
  if (problem !== null) {
    raiseAlert('mail', problem);
    return;
  }
  const since = raisedAt('mail');
  if (since !== undefined && deliveredSince(since)) clearAlert('mail');
}

function watchLog() {
  const problem = describeLogState(recheckLogState());
  if (problem === null) clearAlert('log');
  else raiseAlert('log', problem.replaceAll('`', ''));
}

/** Test cards are for trying the site out, and a public site is no trial. */
function watchPayments() {
  if (!env().sellsForTestCards) {
    clearAlert('payments');
    return;
  }
  raiseAlert('payments', t('watch.sandboxTakesNoMoney', { appUrl: env().APP_URL }));
}

/** Checks once for problems that need the operator, and describes them in DEFAULT_LANGUAGE. */
export const watch = () => inLanguage(env().DEFAULT_LANGUAGE, watchAll);

async function watchAll() {
  for (const look of [watchPayments, watchDisk, watchMail, watchLog]) {
    try {
      await look();
    } catch (error) {
      log.error({ err: error, check: look.name }, 'check failed');
    }
  }
}

/** Watches payments, disk, mail and log. Returns a function that stops it. */
export const startWatching = () =>
  startPeriodic('watching', async () => {
    await watch();
    return EVERY_MS;
  });

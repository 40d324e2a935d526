import { eq } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { describeLogState, type LogState } from '#app/log/log-state.server.ts';
import { mailProblems } from '#app/mail/delivery-results.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { operatorAlertMail } from '#app/mail/site-mails.server.ts';
import { isoSeconds, now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { createStoredTexts } from '#app/shared/reader-texts.ts';
import { db, essentialTransaction, type Transaction, transaction } from '#db/client.ts';
import { operatorAlerts } from '#db/schema/operations.ts';
import { t } from '#messages';

const problems = createStoredTexts({
  'test-cards': (appUrl) => t('watch.sandboxTakesNoMoney', { appUrl }),
  // A path may contain the separator.
  'disk-space': (free, size, folder, ...path) =>
    t('watch.freeForTheFolder', {
      free: `${free} MB`,
      size: `${size} MB`,
      folder,
      path: path.join('|'),
    }),
  'no-backup': () => t('watch.noCompleteBackup'),
  'last-backup': (since) => t('watch.theLastBackupIsFrom', { since }),
  'silent-storage': (endpoint, bucket) => t('watch.theStorageDoesNotAnswer', { endpoint, bucket }),
  'silent-witness': (name, since) => t('watch.theWitnessHasCosignedNothingSince', { name, since }),
  'stopped-log': (kind, size, signedSize) => {
    const state = { kind, size: Number(size), signedSize: Number(signedSize) } as LogState;
    return (describeLogState(state) ?? '').replaceAll('`', '');
  },
});

/** A problem of the site, as alerts store it. */
export const siteProblem = problems.store;

/** Translates stored problems, one on each line. Output of programs, which is stored beside them, stays as it is. */
const problemText = (stored: string) =>
  stored
    .split('\n')
    .map((line) => mailProblems.read(problems.read(line)))
    .join('\n');

/** In the order in which they are shown. */
export const ALERT_TOPICS = [
  'payments',
  'backup',
  'missed-backup',
  'disk',
  'storage',
  'log',
  'witnesses',
  'mail',
] as const;
export type AlertTopic = (typeof ALERT_TOPICS)[number];
const isTopic = (topic: string): topic is AlertTopic => (ALERT_TOPICS as readonly string[]).includes(topic);

export const alertTitle = (topic: AlertTopic): string =>
  ({
    payments: t('alerts.testCardsBuyEverything'),
    backup: t('alerts.theBackupFailed'),
    'missed-backup': t('alerts.noBackupOfTheLastDay'),
    disk: t('alerts.theDiskIsAlmostFull'),
    storage: t('alerts.theFileStorageCannotBeUsed'),
    log: t('common.issuingIsStopped'),
    witnesses: t('alerts.aWitnessDoesNotCosign'),
    mail: t('alerts.mailIsNotDelivered'),
  })[topic];

const MESSAGE_MAX = 2_000;

function mailOperator(tx: Transaction, title: () => string, stored: string, closing: () => string) {
  const { OPERATOR_EMAIL } = env();
  if (OPERATOR_EMAIL)
    enqueueMail(
      tx,
      operatorAlertMail(OPERATOR_EMAIL, title, () => problemText(stored), closing),
    );
}

/**
 * Records a problem and mails it to OPERATOR_EMAIL, once until `clearAlert`. A full disk does not prevent it.
 * @param problem stored problems (`siteProblem`), one on each line, or the output of a program
 */
export function raiseAlert(topic: AlertTopic, problem: string) {
  const title = () => alertTitle(topic);
  const message = problem.slice(0, MESSAGE_MAX);
  essentialTransaction((tx) => {
    const values = { topic, message, raisedAt: now() };
    const { changes } = tx.insert(operatorAlerts).values(values).onConflictDoNothing().run();
    if (changes === 0) return;
    log.error({ topic, problem: problemText(message) }, title());
    mailOperator(tx, title, message, () => t('alerts.anotherMessageWhenThisIsOver'));
  });
}

/** Records that a problem is over, and mails that to OPERATOR_EMAIL. */
export function clearAlert(topic: AlertTopic) {
  if (!raisedAlerts().some((alert) => alert.topic === topic)) return;
  const title = () => t('alerts.resolvedTitle', { title: alertTitle(topic) });
  transaction((tx) => {
    const [cleared] = tx.delete(operatorAlerts).where(eq(operatorAlerts.topic, topic)).returning().all();
    if (!cleared) return;
    log.info({ topic }, title());
    const since = isoSeconds(cleared.raisedAt);
    mailOperator(tx, title, cleared.message, () => t('alerts.beganAtAndIsOver', { since }));
  });
}

/** The problems that are not over, in the order of their topics and in the reader's language. */
export const raisedAlerts = () =>
  db()
    .select()
    .from(operatorAlerts)
    .all()
    .flatMap(({ topic, message, raisedAt }) =>
      isTopic(topic) ? [{ topic, message: problemText(message), raisedAt }] : [],
    )
    .sort((one, other) => ALERT_TOPICS.indexOf(one.topic) - ALERT_TOPICS.indexOf(other.topic));

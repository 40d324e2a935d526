import { eq } from 'drizzle-orm';
import { env } from '#app/env.server.ts';
import { operatorAlertMail } from '#app/mail/operator-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { log } from '#app/shared/log.server.ts';
import { db, transaction } from '#db/client.ts';
import { operatorAlerts } from '#db/schema/operations.ts';

const TITLES = { backup: 'The backup failed' } as const;
export type AlertTopic = keyof typeof TITLES;
export const ALERT_TOPICS = Object.keys(TITLES) as AlertTopic[];

const MESSAGE_MAX = 2_000;

/** Records a problem and mails it to OPERATOR_EMAIL, once until `clearAlert`. */
export function raiseAlert(topic: AlertTopic, message: string) {
  const title = TITLES[topic];
  log.error({ topic, problem: message }, title);
  transaction((tx) => {
    const values = { topic, message: message.slice(0, MESSAGE_MAX), raisedAt: now() };
    const { changes } = tx.insert(operatorAlerts).values(values).onConflictDoNothing().run();
    if (changes === 0 || env.OPERATOR_EMAIL === undefined) return;
    enqueueMail(tx, operatorAlertMail(env.OPERATOR_EMAIL, { title, message: values.message }));
  });
}

/** Records that a problem is over. */
export function clearAlert(topic: AlertTopic) {
  const { changes } = db.delete(operatorAlerts).where(eq(operatorAlerts.topic, topic)).run();
  if (changes > 0) log.info({ topic }, 'alert is over');
}

/** The problems that are not over. */
export const raisedAlerts = () => db.select().from(operatorAlerts).all();

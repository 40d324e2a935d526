import { desc, eq, sql } from 'drizzle-orm';
import { env } from '#app/config/env.server.ts';
import { db, parameter, prepared } from '#db/client.ts';
import { outbox } from '#db/schema/mail.ts';

/** The delivery state of a message. */
export type MailState = {
  /** `mailbox`: not delivered, because the mailbox page shows it. */
  status: 'waiting' | 'mailbox' | 'sent' | 'retrying' | 'failed';
  /** The mail server's reply to the latest attempt, if it failed. */
  reason: string | null;
  /** When the message was sent, abandoned or enqueued, or will be retried, in ms UTC. */
  at: number;
};

const { certificateSeq, createdAt, attempts, nextAttemptAt, deliveredAt, failedAt, lastError } = outbox;
/** The columns of the outbox that `mailStateOf` needs. */
export const deliveryColumns = { createdAt, attempts, nextAttemptAt, deliveredAt, failedAt, lastError };
type Delivery = Pick<typeof outbox.$inferSelect, keyof typeof deliveryColumns>;

/** The state of a message of the outbox. */
export function mailStateOf(row: Delivery): MailState {
  if (row.deliveredAt !== null) return { status: 'sent', reason: null, at: row.deliveredAt };
  if (row.failedAt !== null) return { status: 'failed', reason: row.lastError, at: row.failedAt };
  if (mailDelivery() === 'mailbox') return { status: 'mailbox', reason: null, at: row.createdAt };
  if (row.attempts > 0)
    return { status: 'retrying', reason: row.lastError, at: row.nextAttemptAt ?? row.createdAt };
  return { status: 'waiting', reason: null, at: row.createdAt };
}

const latestMessages = prepared(() =>
  db()
    .select({ certificateSeq, ...deliveryColumns })
    .from(outbox)
    .where(
      sql`${outbox.seq} in (select max(${outbox.seq}) from ${outbox}
        where ${certificateSeq} in (select value from json_each(${parameter('seqs')})) group by ${certificateSeq})`,
    )
    .prepare(),
);

/**
 * The state of the latest message about each certificate, by the certificate's `seq`. Messages leave the outbox 30 days after
 * they were delivered or abandoned (docs/product.md, Email). They then have no state.
 */
export function mailStates(certificateSeqs: readonly number[]): Map<number, MailState> {
  const rows = latestMessages().all({ seqs: JSON.stringify(certificateSeqs) });
  return new Map(rows.map((row) => [row.certificateSeq ?? 0, mailStateOf(row)]));
}

/** How many messages the page of a certificate shows. */
const MOST_SHOWN = 10;

const messagesAbout = prepared(() =>
  db()
    .select({ id: outbox.id, subject: outbox.subject, ...deliveryColumns })
    .from(outbox)
    .where(eq(certificateSeq, parameter('seq')))
    .orderBy(desc(outbox.seq))
    .limit(MOST_SHOWN)
    .prepare(),
);

export type SentMail = MailState & { id: string; subject: string };

/** The latest messages about a certificate that are still in the outbox, newest first. */
export const mailsAbout = (seq: number): SentMail[] =>
  messagesAbout()
    .all({ seq })
    .map(({ id, subject, ...delivery }) => ({ id, subject, ...mailStateOf(delivery) }));

/**
 * Where mail goes. `smtp`: to the server of SMTP_URL. Without it, `mailbox` outside production: the mailbox page shows it; `off`
 * in production: it waits in the outbox.
 */
export type MailDelivery = 'smtp' | 'mailbox' | 'off';

export function mailDelivery(): MailDelivery {
  if (env().SMTP_URL !== undefined) return 'smtp';
  return env().production ? 'off' : 'mailbox';
}

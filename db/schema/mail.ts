import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { identity } from './accounts.ts';

/** Messages to deliver, inserted in the transaction of their cause. The body is blanked after delivery. */
export const outbox = sqliteTable(
  'outbox',
  {
    ...identity(),
    toAddress: text('to_address').notNull(),
    toName: text('to_name').notNull(),
    replyTo: text('reply_to'),
    /** How its recipient gets no more of its kind: a URL, also of a mailbox. */
    unsubscribe: text(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /**
     * The token in the body's link, encrypted. The body contains the row's `id` in its place, so that a copy of the database
     * opens nothing.
     */
    sealedToken: text('sealed_token'),
    /** Priority of delivery: LANE in app/mail/compose.server.ts. */
    lane: integer().$type<0 | 1 | 2>().notNull().default(1),
    createdAt: integer('created_at').notNull(),
    attempts: integer().notNull().default(0),
    /** Null after delivery or abandonment. */
    nextAttemptAt: integer('next_attempt_at'),
    deliveredAt: integer('delivered_at'),
    failedAt: integer('failed_at'),
    /** The mail server's reply to the latest failed attempt, or an error code. */
    lastError: text('last_error'),
    /** The certificate that the message is about, and its issuer. */
    certificateSeq: integer('certificate_seq'),
    issuerId: text('issuer_id'),
    /** The version of a design that a test mail shows. */
    designVersionId: integer('design_version_id'),
    /** The ID of the request that caused the message, for the log. */
    requestId: text('request_id'),
  },
  ({ lane, nextAttemptAt, toAddress, certificateSeq, seq, lastError, issuerId, createdAt }) => [
    // Includes the address, so that messages to a busy recipient are skipped without reading them.
    index('outbox_due').on(lane, nextAttemptAt, toAddress).where(sql`${nextAttemptAt} is not null`),
    index('outbox_by_certificate').on(certificateSeq, seq).where(sql`${certificateSeq} is not null`),
    // For the search by recipient.
    index('outbox_by_recipient').on(toAddress, seq),
    // Messages that are being retried or were abandoned, for super admins and for one issuer.
    index('outbox_troubled').on(seq).where(sql`${lastError} is not null`),
    index('outbox_troubled_by_issuer')
      .on(issuerId, seq)
      .where(sql`${lastError} is not null and ${issuerId} is not null`),
    // For the sweep of messages that were delivered or abandoned.
    index('outbox_done').on(createdAt).where(sql`${nextAttemptAt} is null`),
  ],
);

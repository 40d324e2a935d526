import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, ofUser, toUser } from './accounts.ts';
import { batches } from './batches.ts';
import { content } from './certificates.ts';
import { courseCompletions } from './progress.ts';

/** How many minutes the new certificates of an issuer wait. Without a row they do not. */
export const holdSettings = sqliteTable('hold_settings', {
  issuerId: ofUser('issuer_id').primaryKey(),
  minutes: integer().notNull(),
});

/**
 * Certificates that wait to be issued. The transaction that issues one deletes its row here. `id` and `uniqueId` are those
 * that the certificate gets.
 */
export const scheduledCertificates = sqliteTable(
  'scheduled_certificates',
  {
    ...identity(),
    uniqueId: text('unique_id').notNull().unique(),
    issuerId: toUser('issuer_id').notNull(),
    /** The member who issues it. Null for the account that registered the organisation. */
    issuedBy: toUser('issued_by'),
    /** As it would be issued now, for lists and erasures. The certificate is made from `input`. */
    ...content(),
    /** Output of `issueSchema`. */
    input: text({ mode: 'json' }).$type<unknown>().notNull(),
    /** Counts the changes, so that one that was changed while it was signed is signed again. */
    revision: integer().notNull().default(0),
    holdMinutes: integer('hold_minutes').notNull(),
    createdAt: integer('created_at').notNull(),
    /** 0 after a restore, so that it is not issued. */
    dueAt: integer('due_at').notNull(),
    /** When it was counted towards the daily quota. Null once it was given back. */
    countedAt: integer('counted_at'),
    /** Why it was not issued, as a code of app/certificates/scheduled/problems.server.ts. Null while it waits. */
    problem: text(),
    /** Whether a mail about the problem was sent. */
    isTold: integer('is_told', { mode: 'boolean' }).notNull().default(false),
    /** The row of a batch that it is for, until it fails. */
    batchSeq: integer('batch_seq').references(() => batches.seq, { onDelete: 'cascade' }),
    batchLine: integer('batch_line'),
    /** The completed course that it is for. */
    completionSeq: integer('completion_seq').references(() => courseCompletions.seq, { onDelete: 'cascade' }),
  },
  ({ issuerId, seq, issuedBy, studentEmail, dueAt, problem, isTold, batchSeq, batchLine, completionSeq }) => [
    index('scheduled_certificates_by_issuer').on(issuerId, seq),
    index('scheduled_certificates_by_member').on(issuedBy).where(sql`${issuedBy} is not null`),
    index('scheduled_certificates_by_student').on(studentEmail, issuerId),
    index('scheduled_certificates_due').on(dueAt).where(sql`${problem} is null`),
    index('scheduled_certificates_due_of_issuer').on(issuerId, dueAt, seq).where(sql`${problem} is null`),
    index('scheduled_certificates_to_tell')
      .on(issuerId, issuedBy)
      .where(sql`${isTold} = 0 and ${problem} is not null`),
    uniqueIndex('scheduled_certificates_of_batch')
      .on(batchSeq, batchLine)
      .where(sql`${batchSeq} is not null`),
    uniqueIndex('scheduled_certificates_of_completion')
      .on(completionSeq)
      .where(sql`${completionSeq} is not null`),
  ],
);

import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { certificates } from './certificates.ts';
import { designVersions } from './designs.ts';

/** `checking` while its rows are written, which nobody sees. */
export const BATCH_STATES = ['checking', 'ready', 'issuing', 'done', 'cancelled'] as const;

/** Certificates that are issued together, from a file or one call. */
export const batches = sqliteTable(
  'batches',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    issuerId: text('issuer_id')
      .notNull()
      .references(() => users.id),
    /** Name of the uploaded file; null for a call of the API. */
    fileName: text('file_name'),
    status: text({ enum: BATCH_STATES }).notNull(),
    total: integer().notNull(),
    issued: integer().notNull().default(0),
    failed: integer().notNull(),
    /** The design as it was named for the whole batch; null where the defaults count. */
    designId: text('design_id'),
    /** The versions with which its rows are issued; null stands for the built-in layout. */
    designVersions: text('design_versions', { mode: 'json' })
      .$type<(number | null)[]>()
      .notNull()
      .default([]),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    /** When it was done or cancelled. */
    endedAt: integer('ended_at'),
  },
  (table) => [
    index('batches_by_issuer').on(table.issuerId, table.seq),
    index('batches_issuing').on(table.seq).where(sql`${table.status} = 'issuing'`),
    // For the sweep of those that were never started, and of those that a crash left half-written.
    index('batches_not_started').on(table.createdAt).where(sql`${table.status} in ('checking', 'ready')`),
  ],
);

/** The rows of a batch. One with errors failed, one with a certificate is issued, every other one waits. */
export const batchRows = sqliteTable(
  'batch_rows',
  {
    batchSeq: integer('batch_seq')
      .notNull()
      .references(() => batches.seq, { onDelete: 'cascade' }),
    /** The physical line of a CSV, whose header is 1; the place in a JSON array, from 1. */
    line: integer().notNull(),
    studentEmail: text('student_email').notNull(),
    studentName: text('student_name').notNull(),
    courseName: text('course_name').notNull(),
    issueDate: text('issue_date').notNull(),
    expiryDate: text('expiry_date'),
    /** Chosen when the row was checked; null for the built-in layout. */
    designVersionId: integer('design_version_id').references(() => designVersions.id),
    allowDuplicate: integer('allow_duplicate', { mode: 'boolean' }).notNull(),
    /** What is wrong, by field. */
    errors: text({ mode: 'json' }).$type<Record<string, string[]>>(),
    certificateId: text('certificate_id')
      .unique()
      .references(() => certificates.id),
  },
  (table) => [
    primaryKey({ columns: [table.batchSeq, table.line] }),
    index('batch_rows_waiting')
      .on(table.batchSeq, table.line)
      .where(sql`${table.certificateId} is null and ${table.errors} is null`),
  ],
);

import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { identity, toUser } from './accounts.ts';
import { content, toCertificate } from './certificates.ts';
import { designVersions } from './designs.ts';
import type { FieldValues } from './fields.ts';

/**
 * `checking` while the rows are being written, or while a file waits for answers about it. Such a batch is hidden. `scheduled` once all
 * of its certificates wait.
 */
export const BATCH_STATES = ['checking', 'ready', 'issuing', 'scheduled', 'done', 'cancelled'] as const;

/** Certificates issued together, from a file or one API call. */
export const batches = sqliteTable(
  'batches',
  {
    ...identity(),
    issuerId: toUser('issuer_id').notNull(),
    /** Name of the uploaded file. Null for an API call. */
    fileName: text('file_name'),
    status: text({ enum: BATCH_STATES }).notNull(),
    total: integer().notNull(),
    issued: integer().notNull().default(0),
    failed: integer().notNull(),
    /** How many rows that can be issued have warnings. */
    warned: integer().notNull().default(0),
    /** The design named for the whole batch. Null if the defaults apply. */
    designId: text('design_id'),
    /** The design versions of its rows. Null is the built-in layout. */
    designVersions: text('design_versions', { mode: 'json' })
      .$type<(number | null)[]>()
      .notNull()
      .default([]),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    /** The member who started it. Null for the account that registered the organisation. */
    startedBy: toUser('started_by'),
    endedAt: integer('ended_at'),
    /** How many minutes its certificates wait. Null for the issuer's setting, until it is started. */
    holdMinutes: integer('hold_minutes'),
    /** What the reader of a file chose and is asked about it, as `app/batches/waiting-files.server.ts` writes it. */
    reading: text({ mode: 'json' }).$type<unknown>(),
    /** Hash of the header whose columns a reader matched, so that the match is offered again. */
    headerHash: text('header_hash'),
    /** The file, while it waits for answers about it. Its bytes fill pages of their own, which only hidden batches have. */
    file: blob({ mode: 'buffer' }),
  },
  ({ issuerId, seq, status, createdAt, startedBy, headerHash }) => [
    index('batches_by_member').on(startedBy).where(sql`${startedBy} is not null`),
    index('batches_by_issuer').on(issuerId, seq),
    index('batches_by_header').on(issuerId, headerHash, seq).where(sql`${headerHash} is not null`),
    index('batches_issuing').on(seq).where(sql`${status} = 'issuing'`),
    // For the sweep of batches that were never started, or that a crash left half-written.
    index('batches_not_started').on(createdAt).where(sql`${status} in ('checking', 'ready')`),
  ],
);

/** Rows of a batch. A row with errors has failed, one with a certificate is issued, all others are waiting. */
export const batchRows = sqliteTable(
  'batch_rows',
  {
    batchSeq: integer('batch_seq')
      .notNull()
      .references(() => batches.seq, { onDelete: 'cascade' }),
    /** The line in the CSV file, whose header is line 1, or the position in the JSON array, from 1. */
    line: integer().notNull(),
    ...content(),
    /** Values of own fields by key, as entered if the row has errors. Null without any. */
    fields: text({ mode: 'json' }).$type<FieldValues>(),
    /** Chosen when the row was checked. Null for the built-in layout. */
    designVersionId: integer('design_version_id').references(() => designVersions.id),
    allowDuplicate: integer('allow_duplicate', { mode: 'boolean' }).notNull(),
    /** Problems by field: codes of app/batches/row-problems.server.ts, or codes of messages about invalid fields. */
    errors: text({ mode: 'json' }).$type<Record<string, string[]>>(),
    certificateId: toCertificate('certificate_id').unique(),
    /** What looks damaged, by field: codes of app/batches/row-warnings.ts. */
    warnings: text({ mode: 'json' }).$type<Record<string, string>>(),
  },
  ({ batchSeq, line, certificateId, errors }) => [
    primaryKey({ columns: [batchSeq, line] }),
    index('batch_rows_waiting').on(batchSeq, line).where(sql`${certificateId} is null and ${errors} is null`),
  ],
);

/** The last ZIP of photographs that was sent with or to a batch. */
export const batchZips = sqliteTable(
  'batch_zips',
  {
    batchSeq: integer('batch_seq')
      .primaryKey()
      .references(() => batches.seq, { onDelete: 'cascade' }),
    /** The name of its file in the folder of incoming uploads. Null once it is read. */
    fileId: text('file_id'),
    /** Pictures in it for which rows wait or waited, and how many of them are read. */
    total: integer().notNull(),
    read: integer().notNull().default(0),
    /** Names of the first files that fit no row, and how many there are. */
    unmatched: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    unmatchedCount: integer('unmatched_count').notNull().default(0),
  },
  ({ batchSeq, fileId }) => [index('batch_zips_unread').on(batchSeq).where(sql`${fileId} is not null`)],
);

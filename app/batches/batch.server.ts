import { and, desc, eq, getTableColumns, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { namedOnly, namesOfMembers } from '#app/accounts/account-names.server.ts';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { type Content, contentOf } from '#app/certificates/fields.ts';
import { type FrozenField, PICTURE_HASH } from '#app/certificates/own-fields.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { contains, filteredPage, seqBefore } from '#app/shared/list-queries.server.ts';
import type { listQuerySchema } from '#app/shared/list-query.ts';
import type { Hidden } from '#app/shared/lists/csv.server.ts';
import { db, isOneOf, prepared, preparedValue, seqsOf, sqlite } from '#db/client.ts';
import { batches, batchRows } from '#db/schema/batches.ts';
import { certificates } from '#db/schema/certificates.ts';
import { scheduledCertificates } from '#db/schema/scheduled-certificates.ts';
import type { rowsQuerySchema } from './batch.schema.ts';
import { type BatchFields, batchReading, fieldsOfBatch } from './batch-fields.server.ts';
import { type BatchPictures, picturesOfBatch } from './pictures/batch-pictures.server.ts';
import { rowProblems } from './row-problems.server.ts';
import { type Warnings, warningTexts } from './row-warnings.ts';

export type BatchStatus = (typeof batches.$inferSelect)['status'];

/** A batch as its issuer sees it. Times are in ms UTC. */
export type Batch = {
  id: string;
  fileName: string | null;
  status: BatchStatus;
  total: number;
  issued: number;
  failed: number;
  /** Rows that can be issued and look damaged. */
  warned: number;
  /** The design named for the whole batch: an ID or 'standard'. Null when the defaults apply. */
  designId: string | null;
  /**
   * The designs of the batch's rows. `name` is null for the built-in layout. `isOutdated` is 1 when the design was changed or
   * retired after the batch was checked. Its certificates then use the version of that time.
   */
  designs: { name: string | null; expiresAfter: string | null; isOutdated: 0 | 1 }[];
  /** How many minutes its certificates wait. Null before its start for as many as the setting says. */
  holdMinutes: number | null;
  createdAt: number;
  startedAt: number | null;
  /** The member who started it. Null for the account that registered the organisation. */
  startedBy: string | null;
  endedAt: number | null;
  /** The last ZIP of photographs. Null without one. */
  pictures: BatchPictures | null;
};

export type BatchRow = Content & {
  line: number;
  status: 'ready' | 'scheduled' | 'issued' | 'failed' | 'cancelled';
  /** Values of own fields, as entered if the row failed. */
  fields: Pick<FrozenField, 'key' | 'name' | 'kind' | 'value'>[];
  /** Error messages by field; null unless the row failed. */
  errors: Record<string, string[]> | null;
  /** What looks damaged, by field; null for nothing. */
  warnings: Record<string, string[]> | null;
  /** In groups of four. Null unless the row is issued or scheduled. */
  uniqueId: string | null;
  /** In ms UTC. Null unless the row is issued. */
  issuedAt: number | null;
};

/** Without the file, which only a hidden batch has. */
const { file: _file, reading: _reading, headerHash: _hash, ...columns } = getTableColumns(batches);

export type BatchRecord = Omit<typeof batches.$inferSelect, 'file' | 'reading' | 'headerHash'>;

const designsOfVersions = prepared(() =>
  sqlite().prepare<[string], Batch['designs'][number]>(
    `select designs.name, design_versions.expires_after as expiresAfter,
       coalesce(designs.retired_at is not null or designs.version > design_versions.number, 0) as isOutdated
     from json_each(?) used
     left join design_versions on design_versions.id = used.value
     left join designs on designs.seq = design_versions.design_seq`,
  ),
);

const toBatch = ({ seq, issuerId: _issuer, designVersions, ...batch }: BatchRecord): Batch => ({
  ...batch,
  pictures: picturesOfBatch(seq),
  designs: designsOfVersions().all(JSON.stringify(designVersions)),
});

/**
 * The row of one of the actor's batches.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; not-found
 */
export function ownBatch(actor: Actor, id: string): BatchRecord {
  requireIssuer(actor, 'read');
  const mine = and(
    eq(batches.id, id),
    eq(batches.issuerId, actor.organisation.id),
    ne(batches.status, 'checking'),
  );
  const batch = db().select(columns).from(batches).where(mine).get();
  if (!batch) throw notFound();
  return batch;
}

/** What the file of one of the actor's batches hides of its rows. Null for nothing. Errors as `ownBatch`. */
export function hiddenIn(actor: Actor, id: string): Hidden | null {
  return batchReading(ownBatch(actor, id).seq).hidden ?? null;
}

/** The own fields of one of the actor's batches. Errors as `ownBatch`. */
export const fieldsIn = (actor: Actor, id: string): BatchFields => fieldsOfBatch(ownBatch(actor, id));

/** A batch by its ID, for a caller that has checked who may read it. */
export function batchById(id: string): Batch | undefined {
  const batch = db().select(columns).from(batches).where(eq(batches.id, id)).get();
  return batch && toBatch(batch);
}

/** One of the actor's batches. Errors as `ownBatch`. */
export const findBatch = (actor: Actor, id: string): Batch => toBatch(ownBatch(actor, id));

/** Names of the members who started batches, by the batches' `id`, if the organisation has several. */
function startersOf(
  organisationId: string,
  found: readonly Pick<Batch, 'id' | 'startedAt' | 'startedBy'>[],
): ReadonlyMap<string, string> {
  const started = found.filter(({ startedAt }) => startedAt !== null);
  const nameOf = namesOfMembers(
    organisationId,
    started.map(({ startedBy }) => startedBy),
  );
  return namedOnly(started.map(({ id, startedBy }) => [id, nameOf(startedBy)] as const));
}

/** The member who started one of the actor's batches, or null before its start and if there is only one. Errors as `ownBatch`. */
export function starterOf(actor: Actor, batch: Batch): string | null {
  requireIssuer(actor, 'read');
  return startersOf(actor.organisation.id, [batch]).get(batch.id) ?? null;
}

const PAGE = 50;

/**
 * The actor's batches, newest first.
 * @param input {cursor?, q?}; a search finds names of files, and IDs
 * @throws AppError unauthenticated; forbidden; invalid
 */
export function listBatches(
  actor: Actor,
  input: z.output<typeof listQuerySchema>,
): { batches: Batch[]; starters: ReadonlyMap<string, string>; nextCursor: string | null } {
  requireIssuer(actor, 'read');
  const { cursor, q } = input;
  const words = q.trim();
  const mine = and(eq(batches.issuerId, actor.organisation.id), ne(batches.status, 'checking'));
  const { seqs, nextCursor } = filteredPage({
    limit: PAGE,
    before: seqBefore(cursor),
    read: (before, count) =>
      seqsOf(sql`select ${batches.seq} as seq from ${batches}
        where ${and(mine, lt(batches.seq, before))} order by ${desc(batches.seq)} limit ${count}`),
    filter:
      words === ''
        ? undefined
        : (found) =>
            seqsOf(sql`select ${batches.seq} as seq from ${batches}
              where ${and(isOneOf(batches.seq, found), or(eq(batches.id, words), contains(batches.fileName, words)))}
              order by ${desc(batches.seq)}`),
  });
  const rows = db()
    .select(columns)
    .from(batches)
    .where(isOneOf(batches.seq, seqs))
    .orderBy(desc(batches.seq))
    .all();
  return { batches: rows.map(toBatch), starters: startersOf(actor.organisation.id, rows), nextCursor };
}

/** The values of a row. A row with errors keeps entered texts, which may not fit their fields. */
const valuesOf = (
  { fields, errors }: Pick<typeof batchRows.$inferSelect, 'fields' | 'errors'>,
  columns: BatchFields['columns'],
): BatchRow['fields'] =>
  columns.flatMap(({ key, name, kind }) => {
    const value = fields?.[key];
    const isStored = kind === 'picture' && PICTURE_HASH.test(String(value));
    return value === undefined ? [] : [{ key, name, kind: errors && !isStored ? 'text' : kind, value }];
  });
const formattedId = (stored: string | null) => stored && formatUniqueId(stored);

const ofRow = and(
  eq(scheduledCertificates.batchSeq, batchRows.batchSeq),
  eq(scheduledCertificates.batchLine, batchRows.line),
);

/** When the first of a batch's certificates that wait is issued, in ms UTC, or null without any. */
export const firstDueOf = ({ id }: Pick<Batch, 'id'>): number | null => firstDue().get(id) ?? null;
const firstDue = preparedValue<number | null>(
  'select min(due_at) from scheduled_certificates where batch_seq = (select seq from batches where id = ?)',
);

export type RowsPage = { rows: BatchRow[]; nextCursor: string | null };

/**
 * Rows of a batch, in the order of their lines.
 * @param input {limit?, cursor?}
 * @param only restricts the page to rows that failed, or that have warnings
 * @throws AppError as `ownBatch`; invalid
 */
export function batchRowsPage(
  actor: Actor,
  id: string,
  input: z.output<typeof rowsQuerySchema>,
  only?: 'failed' | 'warned',
): RowsPage {
  const { limit, cursor } = input;
  const batch = ownBatch(actor, id);
  const found = db()
    .select({
      line: batchRows.line,
      ...contentOf(batchRows),
      fields: batchRows.fields,
      errors: batchRows.errors,
      warnings: batchRows.warnings,
      uniqueId: certificates.uniqueId,
      issuedAt: certificates.createdAt,
      scheduledId: scheduledCertificates.uniqueId,
    })
    .from(batchRows)
    .leftJoin(certificates, eq(certificates.id, batchRows.certificateId))
    .leftJoin(scheduledCertificates, ofRow)
    .where(
      and(
        eq(batchRows.batchSeq, batch.seq),
        sql`${batchRows.line} > ${Number(cursor ?? 0)}`,
        only === 'failed' ? isNotNull(batchRows.errors) : undefined,
        only === 'warned' ? and(isNotNull(batchRows.warnings), isNull(batchRows.errors)) : undefined,
      ),
    )
    .orderBy(batchRows.line)
    .limit(limit + 1)
    .all();
  const shown = found.slice(0, limit);
  const { columns: own } = fieldsOfBatch(batch);
  const waiting = batch.status === 'cancelled' ? 'cancelled' : 'ready';
  return {
    rows: shown.map(({ scheduledId, ...row }) => ({
      ...row,
      fields: valuesOf(row, own),
      errors: row.errors && rowProblems(row.errors),
      warnings: row.warnings && warningTexts(row.warnings as Warnings, own),
      uniqueId: formattedId(row.uniqueId ?? scheduledId),
      status: row.errors ? 'failed' : row.uniqueId ? 'issued' : scheduledId ? 'scheduled' : waiting,
    })),
    nextCursor: found.length > limit ? String(shown.at(-1)?.line) : null,
  };
}

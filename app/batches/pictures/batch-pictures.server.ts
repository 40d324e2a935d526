import { and, eq, sql } from 'drizzle-orm';
import { batchReading } from '#app/batches/batch-fields.server.ts';
import { insertPicture } from '#app/certificates/field-pictures.server.ts';
import { controlOf, type OwnField } from '#app/certificates/own-fields.ts';
import { prepared, preparedValue, sqlite, type Transaction } from '#db/client.ts';
import { batches, batchRows } from '#db/schema/batches.ts';
import { withError, withPicture } from './give-pictures.server.ts';

type Row = Pick<typeof batchRows.$inferSelect, 'batchSeq' | 'line' | 'fields' | 'errors'>;

/** Updates the numbers of rows of a ready batch, in a transaction. @returns false if the batch is no longer ready */
export function recountRows(tx: Transaction, seq: number, fieldsWithValues: readonly string[]): boolean {
  const reading = batchReading(seq);
  const countRows = (condition: ReturnType<typeof sql>) =>
    sql<number>`(select count(*) from ${batchRows} where ${batchRows.batchSeq} = ${seq} and ${condition})`;
  const { changes } = tx
    .update(batches)
    .set({
      reading: { ...reading, fields: [...new Set([...(reading.fields ?? []), ...fieldsWithValues])] },
      failed: countRows(sql`${batchRows.errors} is not null`),
      warned: countRows(sql`${batchRows.errors} is null and ${batchRows.warnings} is not null`),
      designVersions: sql`(select json_group_array(distinct design_version_id) from ${batchRows} where ${batchRows.batchSeq} = ${seq} and ${batchRows.errors} is null)`,
    })
    .where(and(eq(batches.seq, seq), eq(batches.status, 'ready')))
    .run();
  return changes > 0;
}

/** Gives a row its picture, in a transaction. @throws AppError storage-full */
export function storeRowPicture(
  tx: Transaction,
  issuerId: string,
  { batchSeq, line, fields, errors }: Row,
  { id, key }: Pick<OwnField, 'id' | 'key'>,
  picture: Buffer,
): boolean {
  const hash = insertPicture(issuerId, picture, controlOf(key));
  tx.update(batchRows)
    .set({ fields: withPicture(fields, key, hash), errors: withError(errors, controlOf(key), undefined) })
    .where(and(eq(batchRows.batchSeq, batchSeq), eq(batchRows.line, line)))
    .run();
  return recountRows(tx, batchSeq, [id]);
}

/** How far the last ZIP of a batch is read. */
export type BatchPictures = {
  status: 'reading' | 'read';
  /** Pictures for which rows wait or waited, and how many of them are read. */
  total: number;
  read: number;
  /** The first files that fit no row, and how many there are. */
  unmatched: string[];
  unmatchedCount: number;
};

type Found = Omit<BatchPictures, 'unmatched'> & { unmatched: string };

const ofBatch = prepared(() =>
  sqlite().prepare<[number], Found>(
    `select iif(file_id is null, 'read', 'reading') as status, total, read, unmatched,
       unmatched_count as unmatchedCount from batch_zips where batch_seq = ?`,
  ),
);

/** The last ZIP of a batch, or null. */
export function picturesOfBatch(batchSeq: number): BatchPictures | null {
  const found = ofBatch().get(batchSeq);
  return found ? { ...found, unmatched: JSON.parse(found.unmatched) as string[] } : null;
}

/** How many rows of a batch lack a picture, or have one that cannot be read, while none is being read. */
export const rowsWithoutPicture = (id: string): number => lacking().get(id) ?? 0;
const lacking = preparedValue<number>(
  `select count(*) from batch_rows where batch_seq = (select seq from batches where id = ?)
     and errors like '%"picture-%'`,
);

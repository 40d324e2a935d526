import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { enteredFieldsOf, fieldsInUse, isEntered } from '#app/certificates/field-values.server.ts';
import type { FieldValues, OwnField } from '#app/certificates/own-fields.ts';
import type { Hidden } from '#app/shared/lists/csv.server.ts';
import { db } from '#db/client.ts';
import { batches } from '#db/schema/batches.ts';
import { certificateFields } from '#db/schema/fields.ts';
import type { BatchRecord } from './batch.server.ts';

/** How the list of a batch was read. */
export type BatchReading = {
  /** The reader's choices for the columns of the file. */
  targets?: readonly string[] | undefined;
  hidden?: Hidden | null;
  /** IDs of own fields of which rows have values. Another field may be declared with the key of a retired one. */
  fields?: string[];
};

export function batchReading(seq: number): BatchReading {
  const found = db().select({ reading: batches.reading }).from(batches).where(eq(batches.seq, seq)).get();
  return (found?.reading as BatchReading | null) ?? {};
}

/** The IDs of own fields of which rows have values, also rows with problems: those that lack a photograph get it later. */
export const fieldsWithValues = (
  own: readonly OwnField[],
  rows: readonly { fields: FieldValues | null }[],
): string[] =>
  own.flatMap(({ id, key }) => (rows.some(({ fields }) => fields?.[key] !== undefined) ? [id] : []));

/** The fields that certificates of a batch have: of those by which its rows were checked, the ones that are not retired since, and running numbers. */
export function fieldsToIssue({ seq, issuerId }: Pick<BatchRecord, 'seq' | 'issuerId'>): readonly OwnField[] {
  const own = fieldsInUse(issuerId);
  if (own.length === 0) return own;
  const { fields = [] } = batchReading(seq);
  return own.filter((field) => !isEntered(field) || fields.includes(field.id));
}

/** The own fields of a batch, for its reader. */
export type BatchFields = {
  /** Those in use, and retired ones of which rows have values. */
  columns: Pick<OwnField, 'key' | 'name' | 'kind'>[];
  /** Those in use that are entered. */
  inUse: readonly OwnField[];
  /** Names of those whose values are left out, because they were retired before the batch ended. */
  retired: string[];
  /** Names of those that are required, and of which no row has a value, because they were not when the batch was checked. */
  required: string[];
};

export function fieldsOfBatch({
  seq,
  issuerId,
  endedAt,
  total,
  failed,
}: Pick<BatchRecord, 'seq' | 'issuerId' | 'endedAt' | 'total' | 'failed'>): BatchFields {
  const { fields = [] } = batchReading(seq);
  const { id, retiredAt } = certificateFields;
  const found = db()
    .select()
    .from(certificateFields)
    .where(and(eq(certificateFields.issuerId, issuerId), or(isNull(retiredAt), inArray(id, fields))))
    .orderBy(asc(certificateFields.seq))
    .all()
    .filter(isEntered);
  const namesOf = (some: typeof found) => some.map(({ name }) => name);
  const isRetired = ({ retiredAt: at }: (typeof found)[number]) => at !== null && at <= (endedAt ?? at);
  return {
    // The newer field of a key counts.
    columns: [...new Map(found.map(({ key, name, kind }) => [key, { key, name, kind }])).values()],
    inUse: enteredFieldsOf(issuerId),
    retired: namesOf(found.filter(isRetired)),
    required: namesOf(
      found.filter(
        (field) =>
          total > failed &&
          field.retiredAt === null &&
          field.isRequired &&
          field.rules.default === undefined &&
          !fields.includes(field.id),
      ),
    ),
  };
}

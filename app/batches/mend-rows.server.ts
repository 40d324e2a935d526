import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { type Actor, clientOf, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { designIdOf } from '#app/certificates/choose-design.server.ts';
import { draftPicture } from '#app/certificates/draft-certificate.server.ts';
import { enteredFieldsOf, freeze } from '#app/certificates/field-values.server.ts';
import { contentOf, duplicable, duplicateKey, FIELD_NAMES, lined } from '#app/certificates/fields.ts';
import type { OwnField } from '#app/certificates/own-fields.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { db, isOneOf, type Transaction, transaction } from '#db/client.ts';
import { batchRows } from '#db/schema/batches.ts';
import { t } from '#messages';
import type { EnteredLine } from './batch.schema.ts';
import { ownBatch } from './batch.server.ts';
import { fieldsToIssue, fieldsWithValues } from './batch-fields.server.ts';
import { finishRows } from './check-batch.server.ts';
import { type CheckedRow, checkEnteredRows } from './check-rows.server.ts';
import { inBatchTurn } from './checker.server.ts';
import { recountRows } from './pictures/batch-pictures.server.ts';
import { withoutPictures, withPicturesOf } from './pictures/give-pictures.server.ts';
import { rowProblem } from './row-problems.server.ts';

/** Marks rows that are the same as another row of the batch. */
function markDuplicatesInBatch(batchSeq: number, rows: CheckedRow[]) {
  const entered = new Set(rows.map(({ line }) => line));
  const emails = rows.map(({ studentEmail }) => studentEmail);
  const { line, studentEmail } = batchRows;
  const others = db()
    .select({ line, ...duplicable(batchRows) })
    .from(batchRows)
    .where(and(eq(batchRows.batchSeq, batchSeq), isNull(batchRows.errors), inArray(studentEmail, emails)))
    .all()
    .filter((other) => !entered.has(other.line));
  const first = new Map(others.map((other) => [duplicateKey(other), other.line]));
  for (const row of rows) {
    if (row.errors) continue;
    const earlier = first.get(duplicateKey(row));
    if (earlier === undefined) first.set(duplicateKey(row), row.line);
    else if (!row.allowDuplicate) row.errors = { studentEmail: [rowProblem('same-as-line', earlier)] };
  }
}

type Entered = ReadonlyMap<number, EnteredLine>;

/** Rows that somebody has corrected meanwhile, and not as they are entered here. */
function linesMendedMeanwhile(
  batchSeq: number,
  entered: Entered,
  found: readonly { line: number }[],
  own: readonly OwnField[],
) {
  const editable = new Set(found.map(({ line }) => line));
  const lines = [...entered.keys()].filter((line) => !editable.has(line));
  return db()
    .select()
    .from(batchRows)
    .where(and(eq(batchRows.batchSeq, batchSeq), isOneOf(batchRows.line, lines)))
    .all()
    .filter(({ line, allowDuplicate, ...stored }) => {
      const fields = entered.get(line);
      if (!fields) return false;
      const [checked] = checkEnteredRows([{ ...fields, line, allowDuplicate, designId: undefined }], own);
      if (!isDeepStrictEqual(checked?.fields, withoutPictures(stored.fields, own))) return true;
      // The expiry may be the design's.
      return FIELD_NAMES.some((name) => name !== 'expiryDate' && checked?.[name] !== stored[name]);
    })
    .map(({ line }) => line);
}

const notIssued = (batchSeq: number) =>
  and(eq(batchRows.batchSeq, batchSeq), isNull(batchRows.certificateId));

/** The entered rows among those that can be corrected, for a check. */
const enteredRows = (found: readonly (typeof batchRows.$inferSelect)[], entered: Entered) =>
  found.flatMap(({ line, allowDuplicate, designVersionId, errors, expiryDate }) => {
    const fields = entered.get(line);
    if (!fields) return [];
    // A row that was valid without an expiry date stays without one, also if its design has a period of validity.
    const isNever = errors === null && expiryDate === null && fields.expiryDate === '';
    const designId = designIdOf(designVersionId) ?? undefined;
    return [{ ...fields, ...(isNever && { expiryDate: 'never' }), line, allowDuplicate, designId }];
  });

/**
 * Stores checked rows, and what the batch says of all its rows.
 * @throws AppError conflict for a batch that is not ready
 */
function storeRows(tx: Transaction, batchSeq: number, rows: CheckedRow[], own: readonly OwnField[]) {
  for (const { line, ...row } of rows) {
    const ofRow = and(notIssued(batchSeq), eq(batchRows.line, line));
    const stored = tx.select().from(batchRows).where(ofRow).get();
    tx.update(batchRows)
      .set({ ...row, ...(stored && withPicturesOf(stored, row, own)) })
      .where(ofRow)
      .run();
  }
  if (!recountRows(tx, batchSeq, fieldsWithValues(own, rows)))
    throw new AppError('conflict', t('startBatch.thisBatchWasAlreadyStartedOrCancelled'));
}

/**
 * Checks rows of a batch again as a person corrected them: those that failed or have warnings. Others stay as they are.
 * @param entered the fields of the rows, by line
 * @returns the lines that somebody else has corrected meanwhile, whose entered fields are not stored
 * @throws AppError as `ownBatch`; conflict for a batch that is not ready
 */
export async function mendRows(actor: Actor, id: string, entered: Entered): Promise<number[]> {
  requireIssuer(actor, 'certificates');
  return inBatchTurn(clientOf(actor), async () => {
    const batch = ownBatch(actor, id);
    const own = enteredFieldsOf(batch.issuerId);
    const found = db()
      .select()
      .from(batchRows)
      .where(
        and(
          notIssued(batch.seq),
          isOneOf(batchRows.line, [...entered.keys()]),
          or(isNotNull(batchRows.errors), isNotNull(batchRows.warnings)),
        ),
      )
      .all();
    const rows = checkEnteredRows(enteredRows(found, entered), own);
    const meanwhile = linesMendedMeanwhile(batch.seq, entered, found, own);
    await finishRows(actor, rows, batch.designId ?? undefined);
    markDuplicatesInBatch(batch.seq, rows);
    transaction((tx) => {
      requireStillMay(tx, actor, 'certificates');
      storeRows(tx, batch.seq, rows, own);
    });
    return meanwhile;
  });
}

/**
 * The draft of a row that can be issued, of one of the actor's batches that was not started.
 * @throws AppError as `ownBatch`; not-found, also for a row with problems; errors of `draftPicture`
 */
export function draftOfRow(actor: Actor, id: string, line: number) {
  requireIssuer(actor, 'read');
  const batch = ownBatch(actor, id);
  const row = db()
    .select({
      ...contentOf(batchRows),
      designVersionId: batchRows.designVersionId,
      fields: batchRows.fields,
    })
    .from(batchRows)
    .where(and(eq(batchRows.batchSeq, batch.seq), eq(batchRows.line, line), isNull(batchRows.errors)))
    .get();
  if (batch.status !== 'ready' || !row) throw notFound();
  const frozen = freeze(fieldsToIssue(batch), row.fields ?? {});
  return { ...lined(row), ...draftPicture(actor, actor.organisation, { ...row, frozen }) };
}

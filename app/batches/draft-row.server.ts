import { and, eq, isNull } from 'drizzle-orm';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { draftPicture } from '#app/certificates/draft-certificate.server.ts';
import { freeze } from '#app/certificates/field-values.server.ts';
import { contentOf, lined } from '#app/certificates/fields.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { batchRows } from '#db/schema/batches.ts';
import { ownBatch } from './batch.server.ts';
import { fieldsToIssue } from './batch-fields.server.ts';

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

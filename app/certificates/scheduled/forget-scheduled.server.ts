import { and, eq } from 'drizzle-orm';
import { recordAct, type Who } from '#app/audit/record-act.server.ts';
import { eraseUnusedPictures } from '#app/certificates/field-pictures.server.ts';
import { workInSteps } from '#app/shared/background-work.server.ts';
import { clearAnswers } from '#app/shared/remembered-answers.server.ts';
import { db, transaction } from '#db/client.ts';
import { scheduledCertificates } from '#db/schema/scheduled-certificates.ts';
import { removeScheduled } from './change-scheduled.server.ts';
import { actOn, inputOf } from './scheduled-certificate.server.ts';

/** Most rows per step. */
const MOST_A_STEP = 50;

/** The certificates for an address that wait, of one issuer, or of all with ''. */
const some = (email: string, issuerId: string, limit: number) =>
  db()
    .select()
    .from(scheduledCertificates)
    .where(
      and(
        eq(scheduledCertificates.studentEmail, email),
        issuerId === '' ? undefined : eq(scheduledCertificates.issuerId, issuerId),
      ),
    )
    .limit(limit)
    .all();

export const hasScheduled = (email: string, issuerId: string): boolean => some(email, issuerId, 1).length > 0;

/**
 * Deletes the certificates for an address that wait, so that nothing is issued to nobody. The acts tell an erasure in a backup which of
 * its certificates had the holder.
 */
export const forgetScheduled = (who: Who, email: string, issuerId: string) =>
  workInSteps(MOST_A_STEP, (most) =>
    transaction((tx) => {
      const rows = some(email, issuerId, most);
      for (const row of rows) {
        recordAct(tx, who, 'holder.erased', actOn(row));
        removeScheduled(tx, row);
        // They may quote the certificate.
        clearAnswers(tx, row.issuerId);
      }
      for (const [issuer, own] of Map.groupBy(rows, (row) => row.issuerId))
        eraseUnusedPictures(
          issuer,
          own.flatMap((row) => (inputOf(row).frozen ?? []).map(({ value }) => value)),
        );
      return rows.length > 0;
    }),
  );

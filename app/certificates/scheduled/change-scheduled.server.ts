import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, type Issuer, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct, type Who } from '#app/audit/record-act.server.ts';
import {
  changedInputSchema,
  type changeScheduledSchema,
  type IssueInput,
  type scheduledSchema,
  withChanges,
} from '#app/certificates/certificate.schema.ts';
import { chooseDesign } from '#app/certificates/choose-design.server.ts';
import { requireNoDuplicate, requireNoneScheduled } from '#app/certificates/duplicates.server.ts';
import { eraseUnusedPictures } from '#app/certificates/field-pictures.server.ts';
import { changedFrom } from '#app/certificates/field-values.server.ts';
import { contentOf } from '#app/certificates/fields.ts';
import { countTowardsQuota, giveBackToQuota } from '#app/certificates/issue-quota.server.ts';
import { requireLegible } from '#app/certificates/legible.server.ts';
import { requirePrintable } from '#app/certificates/new-certificate.server.ts';
import { workInSteps } from '#app/shared/background-work.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { clearAnswers, storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { scheduledCertificates } from '#db/schema/scheduled-certificates.ts';
import { t } from '#messages';
import {
  actOn,
  followerOf,
  inputOf,
  ownScheduled,
  type ScheduledCertificate,
  type ScheduledRow,
  toScheduled,
} from './scheduled-certificate.server.ts';

const MINUTE_MS = 60_000;

/** One that was not issued waits again, and counts towards the quota of today. */
function waitAgain(tx: Transaction, { problem, issuerId, holdMinutes }: ScheduledRow) {
  if (problem === null) return {};
  countTowardsQuota(tx, issuerId);
  const at = now();
  return { problem: null, isTold: false, countedAt: at, dueAt: at + holdMinutes * MINUTE_MS };
}

/** The design and the own fields of a scheduled certificate after a change. */
function contentAfter(row: ScheduledRow, input: IssueInput) {
  const frozen = changedFrom(row.issuerId, inputOf(row).frozen ?? [], input.fields);
  return { ...chooseDesign(row.issuerId, input), frozen };
}

/** @param opened the revision of which the input is a change */
function change(
  tx: Transaction,
  actor: Issuer,
  row: ScheduledRow,
  input: IssueInput,
  opened = row.revision,
): ScheduledCertificate {
  requireStillMay(tx, actor, 'certificates');
  requirePrintable(actor.organisation, input);
  requireNoDuplicate(row.issuerId, input);
  requireNoneScheduled(row.issuerId, input, row.seq);
  const { frozen, ...content } = contentAfter(row, input);
  const changedInput = { ...input, frozen };
  // The second click of a double click changes nothing.
  if (opened !== row.revision && JSON.stringify(changedInput) !== JSON.stringify(row.input))
    throw new AppError('conflict', t('scheduled.thisCertificateWasChangedMeanwhile'), {
      details: { revision: row.revision },
    });
  recordAct(tx, actor, 'certificate.schedule_changed', actOn(row));
  const stored = tx
    .update(scheduledCertificates)
    .set({
      ...contentOf(content),
      input: changedInput,
      revision: row.revision + 1,
      ...waitAgain(tx, row),
    })
    .where(eq(scheduledCertificates.seq, row.seq))
    .returning()
    .get();
  const changed = toScheduled(stored as ScheduledRow, actor.organisation);
  followerOf(row)?.changed?.(tx, row, changed);
  return storeAnswer(tx, changed);
}

export const changedTexts = () => t('scheduled.theScheduledCertificateWasChanged');

/**
 * Changes a certificate that waits. It keeps its time; one that was not issued waits again.
 * @throws AppError as `ownScheduled`; as `issueCertificate`; conflict if another was saved since it was opened
 */
export async function replaceScheduled(
  actor: Actor,
  uniqueId: string,
  { revision, ...input }: z.output<typeof scheduledSchema>,
): Promise<ScheduledCertificate> {
  requireIssuer(actor, 'certificates');
  await requireLegible(actor.organisation, contentAfter(ownScheduled(actor, uniqueId), input));
  return transaction((tx) => change(tx, actor, ownScheduled(actor, uniqueId), input, revision));
}

/** The same for some of its values. */
export async function changeScheduled(
  actor: Actor,
  uniqueId: string,
  changes: z.output<typeof changeScheduledSchema>,
): Promise<ScheduledCertificate> {
  requireIssuer(actor, 'certificates');
  const changed = (row: ScheduledRow) => parseInput(changedInputSchema, withChanges(inputOf(row), changes));
  const before = ownScheduled(actor, uniqueId);
  await requireLegible(actor.organisation, contentAfter(before, changed(before)));
  return transaction((tx) => {
    const row = ownScheduled(actor, uniqueId);
    return change(tx, actor, row, changed(row));
  });
}

export const withdrawnTexts = () => t('scheduled.theCertificateWasWithdrawn');

/**
 * Withdraws a certificate that waits, or that was not issued, without a trace but in the audit trail.
 * @throws AppError unauthenticated; forbidden; as `ownScheduled`
 */
export function withdrawScheduled(actor: Actor, uniqueId: string): { message: string } {
  requireIssuer(actor, 'certificates');
  return transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const row = ownScheduled(actor, uniqueId);
    recordAct(tx, actor, 'certificate.withdrawn', actOn(row));
    removeScheduled(tx, row);
    return { message: withdrawnTexts() };
  });
}

/** Deletes a certificate that waits, and tells those who scheduled it. */
export function removeScheduled(tx: Transaction, row: ScheduledRow) {
  tx.delete(scheduledCertificates).where(eq(scheduledCertificates.seq, row.seq)).run();
  if (row.countedAt !== null) giveBackToQuota(tx, row.issuerId, 1, row.countedAt);
  followerOf(row)?.withdrawn(tx, row);
}

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

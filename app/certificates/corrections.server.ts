import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { membersWho } from '#app/accounts/organisations/members.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { mayDo } from '#app/accounts/organisations/roles.ts';
import { type Holder, issueHolderLink } from '#app/holders/holder-sessions.server.ts';
import { correctionAskedMail, correctionDeclinedMail } from '#app/mail/certificate-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { calendarDate, email, line, multiline } from '#app/shared/fields.ts';
import { newId } from '#app/shared/ids.server.ts';
import { onlyMeaning } from '#app/shared/lists/written-dates.ts';
import { db, preparedValue, type Transaction, transaction } from '#db/client.ts';
import { certificates } from '#db/schema/certificates.ts';
import { correctionRequests } from '#db/schema/holders.ts';
import { t } from '#messages';
import type { CorrectionField, FieldKind, Named } from './fields.ts';
import { CORRECTABLE, correctionLabel, FIELDS, named } from './fields.ts';
import { findHeld } from './held-certificates.server.ts';
import { formatUniqueId, parseUniqueId } from './unique-id.ts';

const rightLabel = () => t('common.whatIsRight');

/** Validates the corrected value by the kind of its field, because it fills in the form that replaces the certificate. */
const RULES: Partial<Record<FieldKind, z.ZodType<string, string>>> = {
  email: email(rightLabel),
  date: calendarDate(rightLabel),
  'optional date': calendarDate(rightLabel),
};

/** A date as people write it, with two meanings as certificates print it, dd/MM/yyyy, in the form of the field. Other text stays as it is. */
const asDate = (text: string) => onlyMeaning(text) ?? text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1');

export const correctionSchema = z
  .object({
    field: z.enum(CORRECTABLE, { error: () => t('corrections.chooseWhatIsWrong') }),
    right: line(rightLabel),
    reason: multiline(() => t('common.why'), 500),
  })
  .transform(({ right, ...request }, context) => {
    const kind = request.field === 'other' ? 'line' : FIELDS[request.field].kind;
    const rule = RULES[kind];
    if (!rule) return { ...request, right };
    const checked = rule.safeParse(kind.endsWith('date') ? asDate(right) : right);
    if (checked.success) return { ...request, right: checked.data };
    for (const { message } of checked.error.issues)
      context.addIssue({ code: 'custom', path: ['right'], message });
    return z.NEVER;
  });

export const declineCorrectionSchema = z.object({
  request: z.string().max(64),
  reason: multiline(() => t('common.reason'), 500),
});

/** How many requests a page shows. */
const MOST_SHOWN = 50;

/**
 * Sends a correction request to the issuer of a certificate.
 * @param id of the certificate, from the URL
 * @throws AppError not-found, also for a certificate of another address; conflict when a request is open, or when the certificate is
 *   revoked
 */
export function askForCorrection(
  holder: Holder,
  id: string,
  { field, right, reason }: z.output<typeof correctionSchema>,
): { message: string } {
  const uniqueId = parseUniqueId(id);
  const row = uniqueId === null ? undefined : findHeld(holder, uniqueId);
  if (!row) throw notFound();
  if (row.revokedAt !== null) throw new AppError('conflict', t('corrections.thisCertificateIsNoLongerValid'));
  transaction((tx) => {
    const { changes } = tx
      .insert(correctionRequests)
      .values({
        id: newId(),
        certificateId: row.id,
        issuerId: row.issuerId,
        ...{ field, right, reason, askedAt: now() },
      })
      .onConflictDoNothing()
      .run();
    if (changes === 0) throw new AppError('conflict', t('corrections.theIssuerHasNotAnswered'));
    for (const { name, email } of membersWho(row.issuerId, 'certificates')) {
      const mail = correctionAskedMail({
        to: { name, address: email },
        uniqueId: formatUniqueId(row.uniqueId),
        field: () => correctionLabel(field),
        right,
        reason,
      });
      enqueueMail(tx, mail);
    }
  });
  return { message: t('corrections.theIssuerWasTold') };
}

const columns = {
  id: correctionRequests.id,
  field: correctionRequests.field,
  right: correctionRequests.right,
  reason: correctionRequests.reason,
  askedAt: correctionRequests.askedAt,
  decision: correctionRequests.decision,
  declineReason: correctionRequests.declineReason,
  certificateId: certificates.id,
  ...named(certificates),
  studentEmail: certificates.studentEmail,
  issuerName: certificates.issuerName,
};

const requests = () =>
  db()
    .select(columns)
    .from(correctionRequests)
    .innerJoin(certificates, eq(certificates.id, correctionRequests.certificateId));

type Row = ReturnType<ReturnType<typeof requests>['all']>[number];

export type CorrectionRequest = Named & {
  id: string;
  field: CorrectionField;
  right: string;
  reason: string;
  askedAt: number;
  decision: 'replaced' | 'declined' | null;
  declineReason: string | null;
};

const toRequest = ({
  certificateId: _,
  studentEmail: __,
  issuerName: ___,
  ...row
}: Row): CorrectionRequest => ({
  ...row,
  uniqueId: formatUniqueId(row.uniqueId),
});

/** The requests for a certificate, newest first. The caller has checked the reader. */
export const correctionsOf = (certificateId: string, most = MOST_SHOWN): CorrectionRequest[] =>
  requests()
    .where(eq(correctionRequests.certificateId, certificateId))
    .orderBy(desc(correctionRequests.seq))
    .limit(most)
    .all()
    .map(toRequest);

/** The newest of them, or null. */
export const newestCorrection = (certificateId: string): CorrectionRequest | null =>
  correctionsOf(certificateId, 1)[0] ?? null;

/** The open requests for an issuer's certificates, oldest first. @throws AppError forbidden unless the actor is an active issuer */
export function openCorrections(actor: Actor): CorrectionRequest[] {
  requireIssuer(actor, 'read');
  return requests()
    .where(and(eq(correctionRequests.issuerId, actor.organisation.id), isNull(correctionRequests.decision)))
    .orderBy(correctionRequests.seq)
    .limit(MOST_SHOWN)
    .all()
    .map(toRequest);
}

const MOST_COUNTED = 1_000;
const countOpen = preparedValue<number>(
  `select count(*) from (select 1 from correction_requests where issuer_id = ? and decision is null limit ${MOST_COUNTED})`,
);

/** How many requests wait for the actor's answer. None if the actor answers none. */
export function countOpenCorrections(actor: Actor): number {
  const organisation = 'organisation' in actor ? actor.organisation : null;
  return organisation && mayDo(organisation.role, 'certificates')
    ? (countOpen().get(organisation.id) ?? 0)
    : 0;
}

const openFor = (certificateId: string) =>
  and(eq(correctionRequests.certificateId, certificateId), isNull(correctionRequests.decision));

/** Closes the open request for a certificate that is being replaced, in the transaction of the replacement. */
export const closeCorrection = (tx: Transaction, certificateId: string) =>
  tx
    .update(correctionRequests)
    .set({ decision: 'replaced', decidedAt: now() })
    .where(openFor(certificateId))
    .run();

/**
 * Declines a request and mails the reason to the holder.
 * @throws AppError forbidden; not-found for a request to another issuer; conflict when it was decided before
 */
export function declineCorrection(
  actor: Actor,
  { request, reason }: z.output<typeof declineCorrectionSchema>,
): { message: string } {
  requireIssuer(actor, 'certificates');
  const row = requests()
    .where(and(eq(correctionRequests.id, request), eq(correctionRequests.issuerId, actor.organisation.id)))
    .get();
  if (!row) throw notFound();
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const { changes } = tx
      .update(correctionRequests)
      .set({ decision: 'declined', declineReason: reason, decidedAt: now() })
      .where(and(eq(correctionRequests.id, row.id), isNull(correctionRequests.decision)))
      .run();
    if (changes === 0) throw new AppError('conflict', t('corrections.thisRequestWasAlreadyAnswered'));
    const token = issueHolderLink(tx, { email: row.studentEmail, uniqueId: row.uniqueId });
    const mail = correctionDeclinedMail({
      address: row.studentEmail,
      token,
      issuerName: row.issuerName,
      uniqueId: formatUniqueId(row.uniqueId),
      reason,
    });
    enqueueMail(tx, mail);
  });
  return { message: t('corrections.theRequestWasDeclined') };
}

import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { findHeld } from '#app/certificates/held-certificates.server.ts';
import { requireAsSigned } from '#app/certificates/signed-record.server.ts';
import { formatUniqueId, parseUniqueId } from '#app/certificates/unique-id.ts';
import type { certificateConsentSchema } from '#app/holders/consent.server.ts';
import { setCertificateConsent, settingsSaved } from '#app/holders/consent.server.ts';
import type { Holder } from '#app/holders/holder-sessions.server.ts';
import { consentAnsweredMail } from '#app/mail/holder-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { hashToken, isTokenShaped } from '#app/shared/ids.server.ts';
import { shownPurpose } from '#app/verification/texts.ts';
import { db, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { certificates } from '#db/schema/certificates.ts';
import { consentRequests } from '#db/schema/holders.ts';
import { verifications } from '#db/schema/verification.ts';
import { t } from '#messages';
import { requestState } from './consent.server.ts';

const answer = z.enum(['granted', 'declined'], { error: () => t('answerConsent.chooseAllowOrDecline') });

/** The answer on the page of a mailed link. */
export const consentAnswerSchema = z.object({ answer });
/** The holder's decision on a request, on the page of the certificate. */
export const consentDecisionSchema = z.object({
  request: z.string().max(64),
  decision: z.enum(['granted', 'declined', 'withdrawn'], {
    error: () => t('answerConsent.chooseAllowDeclineOrWithdraw'),
  }),
});

const doneTexts = () => ({
  granted: t('answerConsent.youAllowedTheLookUp'),
  declined: t('answerConsent.youDeclinedTheLookUp'),
  withdrawn: t('answerConsent.youWithdrewYourConsent'),
});

const columns = {
  id: consentRequests.id,
  certificateId: consentRequests.certificateId,
  verifierId: consentRequests.verifierId,
  askedAt: consentRequests.askedAt,
  lapsesAt: consentRequests.lapsesAt,
  answer: consentRequests.answer,
  withdrawnAt: consentRequests.withdrawnAt,
  purpose: consentRequests.purpose,
  purposeText: consentRequests.purposeText,
  verifierName: users.name,
  verifierEmail: users.email,
  role: users.role,
  organisation: users.company,
  uniqueId: certificates.uniqueId,
  course: certificates.courseName,
};

const findRequest = (which: SQL | undefined) =>
  db()
    .select(columns)
    .from(consentRequests)
    .innerJoin(users, eq(users.id, consentRequests.verifierId))
    .innerJoin(certificates, eq(certificates.id, consentRequests.certificateId))
    .where(which)
    .get();

type Row = NonNullable<ReturnType<typeof findRequest>>;

/** A request for consent as the holder sees it, who is asked by name. Times are in ms UTC. */
export type ConsentRequest = ReturnType<typeof toRequest>;

const toRequest = (row: Row) => ({
  id: row.id,
  verifierName: row.verifierName,
  organisation: row.organisation,
  purpose: shownPurpose(row),
  course: row.course,
  uniqueId: formatUniqueId(row.uniqueId),
  askedAt: row.askedAt,
  state: requestState(row),
});

const byToken = (token: string) =>
  isTokenShaped(token) ? findRequest(eq(consentRequests.tokenHash, hashToken(token))) : undefined;

/** The request behind a mailed link. @throws AppError not-found; busy when the certificate is not as it was signed */
export function consentRequest(token: string): ConsentRequest {
  const row = byToken(token);
  if (!row) throw notFound();
  requireAsSigned(row.certificateId);
  return toRequest(row);
}

/** Stores the answer to a request and mails it to the verifier. The first answer counts. @throws AppError conflict */
function answerRequest({ id, verifierEmail, verifierName, uniqueId }: Row, given: z.output<typeof answer>) {
  transaction((tx) => {
    const open = and(
      eq(consentRequests.id, id),
      isNull(consentRequests.answer),
      gt(consentRequests.lapsesAt, now()),
    );
    const { changes } = tx
      .update(consentRequests)
      .set({ answer: given, answeredAt: now() })
      .where(open)
      .run();
    if (changes === 0)
      throw new AppError('conflict', t('answerConsent.thisRequestWasAlreadyAnsweredOrHasLapsed'));
    if (verifierEmail === null) return;
    const to = { name: verifierName, address: verifierEmail };
    const isGranted = given === 'granted';
    enqueueMail(tx, consentAnsweredMail({ to, uniqueId: formatUniqueId(uniqueId), isGranted }));
  });
  return { message: doneTexts()[given] };
}

/**
 * Answers the request behind a mailed link.
 * @throws AppError not-found for a wrong token; conflict when it was answered before, or has lapsed
 */
export function answerByLink(token: string, { answer: given }: z.output<typeof consentAnswerSchema>) {
  const row = byToken(token);
  if (!row) throw notFound();
  return answerRequest(row, given);
}

/** @throws AppError conflict when it was withdrawn before, or paid */
function withdraw({ id, certificateId, verifierId }: Row) {
  transaction((tx) => {
    const paid = tx
      .select({ paidAt: verifications.paidAt })
      .from(verifications)
      .where(and(eq(verifications.verifierId, verifierId), eq(verifications.certificateId, certificateId)))
      .get();
    if (paid?.paidAt)
      throw new AppError('conflict', t('answerConsent.theVerificationWasPaidSoItStaysReadable'));
    const given = and(
      eq(consentRequests.id, id),
      eq(consentRequests.answer, 'granted'),
      isNull(consentRequests.withdrawnAt),
    );
    const { changes } = tx.update(consentRequests).set({ withdrawnAt: now() }).where(given).run();
    if (changes === 0) throw new AppError('conflict', t('answerConsent.thereIsNoConsentToWithdraw'));
  });
  return { message: doneTexts().withdrawn };
}

/** @throws AppError not-found, also for a certificate of another address */
function requireHeld(holder: Holder, id: string) {
  const uniqueId = parseUniqueId(id);
  const row = uniqueId === null ? undefined : findHeld(holder, uniqueId);
  if (!row) throw notFound();
  return row;
}

/**
 * Answers a request, or withdraws consent that was given, on the page of the certificate.
 * @param id of the certificate, from the URL
 * @throws AppError not-found; conflict as `answerByLink`, and when nothing can be withdrawn
 */
export function decideRequest(
  holder: Holder,
  id: string,
  { request, decision }: z.output<typeof consentDecisionSchema>,
): { message: string } {
  const certificate = requireHeld(holder, id);
  const row = findRequest(
    and(eq(consentRequests.id, request), eq(consentRequests.certificateId, certificate.id)),
  );
  if (!row) throw notFound();
  return decision === 'withdrawn' ? withdraw(row) : answerRequest(row, decision);
}

/**
 * Stores a holder's choice for one certificate.
 * @param id of the certificate, from the URL
 * @throws AppError not-found
 */
export function chooseConsent(
  holder: Holder,
  id: string,
  { consent }: z.output<typeof certificateConsentSchema>,
): { message: string } {
  setCertificateConsent(requireHeld(holder, id).id, consent === 'as-for-all' ? null : consent);
  return { message: settingsSaved() };
}

import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, type Member, type Role, requireMember } from '#app/accounts/actor.server.ts';
import { limit, mayMail } from '#app/accounts/rate-limits.server.ts';
import type { CertificateStatus, StatusColumns } from '#app/certificates/certificate.server.ts';
import { currentStatus } from '#app/certificates/certificate.server.ts';
import { consentTo } from '#app/holders/consent.server.ts';
import { consentAskedMail } from '#app/mail/holder-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { hashToken, newId, newToken } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { invalidCertificate, shownPurpose } from '#app/verification/texts.ts';
import type { lookUpSchema, Purpose } from '#app/verification/verification.schema.ts';
import { type CertificateToVerify, certificateToVerify } from '#app/verification/verification.server.ts';
import { prepared, sqlite, transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { consentRequests } from '#db/schema/holders.ts';
import { t } from '#messages';

/** The reason of a refused look-up. */
export type Refusal = 'pending' | 'declined' | 'lapsed' | 'closed';

export const consentPending = () => t('common.waitingForTheHoldersConsent');

export const consentDeclined = () => t('consent.theHolderDeclinedThisLookUp');

const refused = (): Record<Refusal, string> => ({
  pending: consentPending(),
  declined: consentDeclined(),
  lapsed: t('consent.theHolderDidNotAnswerWithin14Days'),
  closed: t('consent.theHolderDoesNotAllowLook'),
});

type Request = Pick<typeof consentRequests.$inferSelect, 'answer' | 'withdrawnAt' | 'lapsesAt'>;

type RequestState = 'pending' | 'granted' | 'declined' | 'lapsed';

/** The state of a request. Consent that was withdrawn counts as declined. */
export function requestState({ answer, withdrawnAt, lapsesAt }: Request): RequestState {
  if (withdrawnAt !== null) return 'declined';
  return answer ?? (lapsesAt <= now() ? 'lapsed' : 'pending');
}

const newestRequest = prepared(() =>
  sqlite().prepare<[string, string], Request & { asked: number }>(
    `select answer, withdrawn_at as withdrawnAt, lapses_at as lapsesAt, count(*) over () as asked
     from consent_requests where certificate_id = ? and verifier_id = ? order by seq desc limit 1`,
  ),
);

type Verifier = { id: string; role: Role };
type Certificate = { id: string; studentEmail: string };

const chosenFor = ({ id, studentEmail }: Certificate) => consentTo({ certificateId: id, studentEmail });

/**
 * Whether a verifier may look a certificate up: 'open', or 'granted' by the holder. A super admin always may.
 * @param chosen the holder's choice, if it was just read
 * @returns how often the verifier has asked, too
 */
export function consentFor(
  { id, role }: Verifier,
  certificate: Certificate,
  chosen = role === 'superadmin' ? 'open' : chosenFor(certificate),
) {
  if (role === 'superadmin') return { state: 'open', asked: 0 } as const;
  if (chosen !== 'ask') return { state: chosen, asked: 0 } as const;
  const request = newestRequest().get(certificate.id, id);
  return request
    ? ({ state: requestState(request), asked: request.asked } as const)
    : ({ state: 'unasked', asked: 0 } as const);
}

/** Whether a verifier may look a certificate up now. */
export function mayLookUp(verifier: Verifier, certificate: Certificate): boolean {
  const { state } = consentFor(verifier, certificate);
  return state === 'open' || state === 'granted';
}

/** The error for a look-up or a payment without the holder's consent. It says no more of the certificate than its status. */
export const consentRefused = (consent: Refusal, status: CertificateStatus) =>
  new AppError('forbidden', refused()[consent], { details: { code: 'consent_required', consent, status } });

type WithState = Certificate & StatusColumns;

/**
 * Requires that the verifier may look the certificate up now.
 * @throws AppError forbidden with `consent` and `status` as details
 */
export function requireConsent(verifier: Verifier, certificate: WithState) {
  const { state } = consentFor(verifier, certificate);
  if (state === 'open' || state === 'granted') return;
  throw consentRefused(state === 'unasked' ? 'pending' : state, currentStatus(certificate));
}

const LAPSES_AFTER_MS = 14 * 86_400_000;
/** How often a verifier may ask again after a decline or a lapse. */
const AGAIN = 3;

const askedTooOften = () => t('askConsent.youHaveAskedAgainThreeTimes');

/**
 * Asks the holder for consent, once for all calls at the same time.
 * @returns false if it was asked meanwhile
 */
export async function askForConsent(
  { user }: Member,
  certificate: CertificateToVerify,
  given: Purpose,
  result: object,
) {
  const purpose = given.purpose ?? null;
  const purposeText = given.purposeText ?? null;
  const mailAllowed = await mayMail(certificate.studentEmail, 'consent-mails');
  transaction((tx) => {
    const { state } = consentFor(user, certificate);
    if (state === 'pending' || state === 'granted') return;
    const token = newToken();
    const askedAt = now();
    tx.insert(consentRequests)
      .values({
        id: newId(),
        certificateId: certificate.id,
        verifierId: user.id,
        ...{ purpose, purposeText, askedAt },
        tokenHash: hashToken(token),
        lapsesAt: askedAt + LAPSES_AFTER_MS,
      })
      .run();
    storeAnswer(tx, result);
    if (!mailAllowed) return;
    const own = tx.select({ company: users.company }).from(users).where(eq(users.id, user.id)).get();
    const mail = consentAskedMail({
      address: certificate.studentEmail,
      token,
      verifierName: user.name,
      organisation: own?.company ?? null,
      purpose: () => shownPurpose({ purpose, purposeText: null }),
      course: certificate.courseName,
    });
    enqueueMail(tx, mail);
  });
}

/**
 * Asks the holder once more, after a decline or a lapse.
 * @throws AppError unauthenticated; rate-limited; not-found; conflict when it was asked too often; forbidden when nothing can be
 *   asked; busy when the certificate is not as it was signed
 */
export async function askAgain(
  actor: Actor,
  { uniqueId }: z.output<typeof lookUpSchema>,
): Promise<{ message: string }> {
  requireMember(actor);
  await limit(actor, 'look-ups');
  const certificate = certificateToVerify(uniqueId);
  if (!certificate) throw notFound(invalidCertificate());
  const { state, asked } = consentFor(actor.user, certificate);
  const done = { message: consentPending() };
  if (state === 'closed') throw consentRefused(state, currentStatus(certificate));
  if (state === 'declined' || state === 'lapsed') {
    if (asked > AGAIN) throw new AppError('conflict', askedTooOften());
    await askForConsent(actor, certificate, {}, done);
  } else if (state !== 'pending')
    throw new AppError('conflict', t('askConsent.youCanLookThisCertificateUpNow'));
  return done;
}

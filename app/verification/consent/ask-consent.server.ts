import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, type Member, requireMember } from '#app/accounts/actor.server.ts';
import { limit, mayMail } from '#app/accounts/rate-limits.server.ts';
import { currentStatus } from '#app/certificates/certificate.server.ts';
import { consentAskedMail } from '#app/mail/holder-mails.server.ts';
import { enqueueMail } from '#app/mail/outbox.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { hashToken, newId, newToken } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { invalidCertificate } from '#app/verification/texts.ts';
import type { lookUpSchema, Purpose } from '#app/verification/verification.schema.ts';
import { type CertificateToVerify, certificateToVerify } from '#app/verification/verification.server.ts';
import { transaction } from '#db/client.ts';
import { users } from '#db/schema/accounts.ts';
import { consentRequests } from '#db/schema/consent.ts';
import { t } from '#messages';
import { consentFor, consentPending, consentRefused } from './consent.server.ts';
import { shownPurpose } from './purposes.ts';

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
      courseName: certificate.courseName,
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

import { eq } from 'drizzle-orm';
import type { Member } from '#app/accounts/actor.server.ts';
import type { CertificateStatus, Revocation } from '#app/certificates/certificate.server.ts';
import {
  currentStatus,
  erasedAt,
  renewedBy,
  replacedBy,
  toRevocation,
} from '#app/certificates/certificate.server.ts';
import { contentOf } from '#app/certificates/fields.ts';
import { hasShareLink, shareUrlOf } from '#app/certificates/share-links.server.ts';
import { signedFacts } from '#app/certificates/signed-record.server.ts';
import { formatUniqueId, parseUniqueId } from '#app/certificates/unique-id.ts';
import { consentColumn } from '#app/holders/consent.server.ts';
import { countForHolder } from '#app/holders/look-up-mails.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, parameter, prepared, preparedSql, transaction } from '#db/client.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { verifications } from '#db/schema/verification.ts';
import type { Purpose } from './verification.schema.ts';

/** A look-up before payment: no personal data of the student (docs/product.md, Verification). */
export type LookedUp = {
  uniqueId: string;
  courseName: string;
  issuedBy: { name: string };
  issueDate: string;
  status: CertificateStatus;
  revocation: Revocation | null;
  /** ID of the corrected certificate, in groups of four. */
  replacedBy: string | null;
  /** ID of the renewal of an expired certificate, in groups of four. */
  renewedBy: string | null;
  paid: boolean;
  /** The link to the page that the holder shares, or null. */
  shareUrl: string | null;
};

const certificateByUniqueId = prepared(() =>
  db()
    .select({
      seq: certificates.seq,
      id: certificates.id,
      uniqueId: certificates.uniqueId,
      ...contentOf(certificates),
      issuerId: certificates.issuerId,
      issuerName: certificates.issuerName,
      fields: certificates.fields,
      revocationReason: certificateRevocations.reason,
      revokedAt: certificateRevocations.revokedAt,
      erasedAt,
      replacedBy,
      renewedBy,
      consent: consentColumn,
      hasShareLink,
    })
    .from(certificates)
    .leftJoin(certificateRevocations, eq(certificateRevocations.certificateId, certificates.id))
    .where(eq(certificates.uniqueId, parameter('uniqueId')))
    .prepare(),
);

const verificationOf = preparedSql<{ id: string; paidAt: number | null }>(
  'select id, paid_at as paidAt from verifications where verifier_id = ? and certificate_id = ?',
);

/** The certificate with this ID in any spelling, or null. Callers check whether it is as it was signed. */
export function uncheckedCertificate(typed: string) {
  const uniqueId = parseUniqueId(typed);
  return (uniqueId && certificateByUniqueId().get({ uniqueId })) || null;
}

/**
 * The certificate with this ID in any spelling, or null.
 * @throws AppError busy when it is not as it was signed
 */
export function certificateToVerify(typed: string) {
  const certificate = uncheckedCertificate(typed);
  if (certificate?.erasedAt === null) signedFacts(certificate);
  return certificate;
}

export type CertificateToVerify = NonNullable<ReturnType<typeof certificateToVerify>>;

/** This verifier's verification of the certificate, if there is one. */
export const findVerification = (verifier: Member, certificate: CertificateToVerify) =>
  verificationOf().get(verifier.user.id, certificate.id);

/**
 * This verifier's verification of the certificate. The first look-up creates it, and counts for the next mail
 * to the holder.
 * @param found what `findVerification` returned
 */
export function verificationFor(
  verifier: Member,
  certificate: CertificateToVerify,
  given: Purpose = {},
  found = findVerification(verifier, certificate),
): { id: string; paidAt: number | null } {
  const purpose = given.purpose ?? null;
  const purposeText = given.purposeText ?? null;
  if (found && purpose === null && purposeText === null) return found;
  const { issuerId, courseName, studentEmail } = certificate;
  transaction((tx) => {
    if (found) {
      tx.update(verifications).set({ purpose, purposeText }).where(eq(verifications.id, found.id)).run();
      storeAnswer(tx, toFound(certificate, found));
      return;
    }
    const { changes } = tx
      .insert(verifications)
      .values({
        id: newId(),
        verifierId: verifier.user.id,
        certificateId: certificate.id,
        ...{ issuerId, courseName, studentEmail, purpose, purposeText },
        lookedUpAt: now(),
      })
      .onConflictDoNothing()
      .run();
    if (changes > 0) countForHolder(tx, studentEmail, 'look-up');
    storeAnswer(tx, toFound(certificate, findVerification(verifier, certificate)));
  });
  const made = findVerification(verifier, certificate);
  if (!made) throw new Error('A new verification does not exist');
  return made;
}

type LookedUpRow = Omit<CertificateToVerify, 'consent' | 'hasShareLink'> &
  Partial<Pick<CertificateToVerify, 'hasShareLink'>>;

/** Without `hasShareLink`, its share link is looked for. */
export function toLookedUp(certificate: LookedUpRow, paid: boolean): LookedUp {
  const status = currentStatus(certificate);
  return {
    uniqueId: formatUniqueId(certificate.uniqueId),
    courseName: certificate.courseName,
    issuedBy: { name: certificate.issuerName },
    issueDate: certificate.issueDate,
    status,
    revocation: toRevocation(certificate),
    replacedBy: certificate.replacedBy && formatUniqueId(certificate.replacedBy),
    // Nobody needs the renewal of a valid certificate.
    renewedBy: status === 'expired' && certificate.renewedBy ? formatUniqueId(certificate.renewedBy) : null,
    paid,
    shareUrl: certificate.hasShareLink === 0 ? null : shareUrlOf(certificate),
  };
}

export const toFound = (certificate: CertificateToVerify, made: { paidAt: number | null } | undefined) => ({
  consent: null,
  found: toLookedUp(certificate, !!made?.paidAt),
});

import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { type CertificateStatus, currentStatus } from '#app/certificates/certificate.server.ts';
import { type FormOfId, formatUniqueId, formOf } from '#app/certificates/unique-id.ts';
import { consentTo } from '#app/holders/consent.server.ts';
import type { lookUpSchema } from './verification.schema.ts';
import { certificateToVerify } from './verification.server.ts';

type CertificateState = CertificateStatus | 'unknown';

/**
 * The state of a certificate by its ID, for anybody, and no other data of it. Records no look-up.
 * @param input {uniqueId}; a malformed ID counts as unknown
 * @throws AppError rate-limited; invalid; busy when it is not as it was signed
 */
export async function certificateState(
  actor: Actor,
  input: z.output<typeof lookUpSchema>,
): Promise<{ uniqueId: string; state: CertificateState; form?: FormOfId }> {
  await limit(actor, 'look-ups');
  const { uniqueId } = input;
  const certificate = certificateToVerify(uniqueId);
  if (!certificate) return { uniqueId, state: 'unknown', form: formOf(uniqueId) };
  return { uniqueId: formatUniqueId(certificate.uniqueId), state: currentStatus(certificate) };
}

/** What anybody sees who scans a certificate's code. `issued` is null for an unknown ID, and where the holder's consent is needed. */
export type PublicCertificate = {
  uniqueId: string;
  state: CertificateState;
  issued: { by: string; on: string } | null;
  /** Describes the typed ID if it is unknown. */
  form?: FormOfId;
};

/**
 * The state, issuer and issue date (YYYY-MM-DD) of a certificate by its ID, for anybody. Records no look-up.
 * @param input {uniqueId}; a malformed ID counts as unknown
 * @throws AppError rate-limited; busy when it is not as it was signed
 */
export async function publicCertificate(
  actor: Actor,
  { uniqueId }: z.output<typeof lookUpSchema>,
): Promise<PublicCertificate> {
  await limit(actor, 'look-ups');
  const certificate = certificateToVerify(uniqueId);
  if (!certificate) return { uniqueId, state: 'unknown', issued: null, form: formOf(uniqueId) };
  return {
    uniqueId: formatUniqueId(certificate.uniqueId),
    state: currentStatus(certificate),
    // Where the holder wants to be asked, nobody learns more without asking.
    issued:
      consentTo({ certificateId: certificate.id, studentEmail: certificate.studentEmail }) === 'open'
        ? { by: certificate.issuerName, on: certificate.issueDate }
        : null,
  };
}

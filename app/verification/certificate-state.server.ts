import type { z } from 'zod';
import type { Actor } from '#app/accounts/actor.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { type CertificateStatus, currentStatus } from '#app/certificates/certificate.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import type { lookUpSchema } from './verification.schema.ts';
import { certificateToVerify } from './verification.server.ts';

export type CertificateState = CertificateStatus | 'unknown';

/**
 * The state of a certificate by its ID, for anybody, and no other data of it. Records no look-up.
 * @param input {uniqueId}; a malformed ID counts as unknown
 * @throws AppError rate-limited; invalid; busy when it is not as it was signed
 */
export async function certificateState(
  actor: Actor,
  input: z.output<typeof lookUpSchema>,
): Promise<{ uniqueId: string; state: CertificateState }> {
  await limit(actor, 'look-ups');
  const { uniqueId } = input;
  const certificate = certificateToVerify(uniqueId);
  if (!certificate) return { uniqueId, state: 'unknown' };
  return { uniqueId: formatUniqueId(certificate.uniqueId), state: currentStatus(certificate) };
}

import type { z } from 'zod';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { setPendingLookUp } from '#app/accounts/pending-certificate.server.ts';
import { limit } from '#app/accounts/rate-limits.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import type { lookUpSchema } from './verification.schema.ts';
import { certificateToVerify, type LookedUp, toLookedUp, verificationFor } from './verification.server.ts';

export const CERTIFICATE_FOUND = 'Certificate found! Proceed to payment';
export const INVALID_CERTIFICATE = 'Invalid certificate or verification failed.';

/**
 * Looks a certificate up by its ID. Finds or creates this account's verification of it. A browser session stores it for the
 * payment page.
 * @param input {uniqueId}, in any case, with or without hyphens
 * @throws AppError unauthenticated; invalid; not-found for an unknown or malformed ID; rate-limited
 */
export async function lookUpCertificate(
  actor: Actor,
  input: z.output<typeof lookUpSchema>,
): Promise<LookedUp> {
  requireMember(actor);
  await limit(actor, 'look-ups');
  const { uniqueId } = input;
  const certificate = certificateToVerify(uniqueId);
  if (!certificate) throw notFound(INVALID_CERTIFICATE);
  const verification = verificationFor(actor, certificate);
  if (actor.kind === 'user') setPendingLookUp(actor, { uniqueId: certificate.uniqueId, at: now() });
  return toLookedUp(certificate, verification.paidAt !== null);
}

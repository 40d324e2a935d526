import { type Actor, requireIssuer, requireMember } from '#app/accounts/actor.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import type { CertificateRow } from './certificate.server.ts';
import { findByUniqueId } from './find-certificate.server.ts';
import { parseUniqueId } from './unique-id.ts';

/**
 * The row of a certificate that the actor manages: an issuer its own, a super admin any.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function managedCertificate(actor: Actor, typed: string): { row: CertificateRow; managerId: string } {
  requireMember(actor);
  if (actor.user.role !== 'superadmin') requireIssuer(actor);
  const uniqueId = parseUniqueId(typed);
  const row = uniqueId === null ? undefined : findByUniqueId(actor, uniqueId);
  if (!row) throw notFound();
  // An issuer that paid to verify another issuer's certificate may only read it.
  if (actor.user.role !== 'superadmin' && row.issuerId !== actor.user.id) throw notFound();
  return { row, managerId: actor.user.id };
}

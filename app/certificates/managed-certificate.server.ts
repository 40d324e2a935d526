import { type Actor, type Member, requireIssuer, requireMember } from '#app/accounts/actor.server.ts';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { t } from '#messages';
import type { CertificateRow } from './certificate.server.ts';
import { findByUniqueId } from './find-certificate.server.ts';
import { parseUniqueId } from './unique-id.ts';

export const erasedTexts = () => t('managedCertificate.theHolderOfThisCertificateWasErased');

/**
 * Requires that a certificate still has a holder.
 * @throws AppError conflict once the holder was erased
 */
export function requireHolder({ erasedAt }: Pick<CertificateRow, 'erasedAt'>) {
  if (erasedAt !== null) throw new AppError('conflict', erasedTexts(), { details: { status: 'erased' } });
}

/** Requires a member of an active issuer whose role may do an act, or a super admin. @throws AppError unauthenticated; forbidden */
export function requireManager(actor: Actor, act: OrganisationAct = 'certificates'): asserts actor is Member {
  requireMember(actor);
  if (actor.user.role !== 'superadmin') requireIssuer(actor, act);
}

/**
 * The row of a certificate that the actor manages, also once its holder was erased: an issuer its own, a super admin any.
 * @throws AppError unauthenticated; forbidden; not-found
 */
export function managedRow(actor: Actor, typed: string, act?: OrganisationAct): CertificateRow {
  requireManager(actor, act);
  const uniqueId = parseUniqueId(typed);
  const row = uniqueId === null ? undefined : findByUniqueId(actor, uniqueId);
  if (!row) throw notFound();
  // An issuer that paid to verify another issuer's certificate may only read it.
  if (actor.user.role !== 'superadmin' && row.issuerId !== actor.organisation?.id) throw notFound();
  return row;
}

/**
 * The same for a certificate that has a holder.
 * @throws AppError as `managedRow`; conflict once its holder was erased
 */
export function managedCertificate(
  actor: Actor,
  typed: string,
  act?: OrganisationAct,
): { row: CertificateRow; managerId: string } {
  requireManager(actor, act);
  const row = managedRow(actor, typed, act);
  requireHolder(row);
  return { row, managerId: actor.user.id };
}

/** A selected certificate to which nothing was done, and why. */
export type Skipped = { uniqueId: string; reason: string };

/** The error when nothing was done to any selected certificate. */
export const allSkipped = (message: string, skipped: Skipped[]) =>
  new AppError('conflict', message, { details: { skipped } });

/**
 * The rows of selected certificates, without repetitions.
 * @throws AppError as `managedCertificate` for any of them
 */
export function managedCertificates(actor: Actor, uniqueIds: readonly string[]) {
  requireManager(actor);
  const managed = uniqueIds.map((id) => managedCertificate(actor, id));
  return [...new Map(managed.map((each) => [each.row.seq, each])).values()];
}

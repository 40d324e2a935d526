import { and, eq, exists, or, type SQL, sql } from 'drizzle-orm';
import { type Actor, requireMember } from '#app/accounts/actor.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db, parameter, prepared } from '#db/client.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { verifications } from '#db/schema/verification.ts';
import {
  type Certificate,
  type CertificateRow,
  certificateColumns,
  revocationOf,
  toCertificate,
} from './certificate.server.ts';

/**
 * The certificates that an actor may read: an issuer its own, a verifier those it paid for, a super admin all. Every look-
 * up of a whole certificate uses this, so hidden certificates look as if they did not exist.
 */
function readableBy(actor: Actor): SQL | undefined {
  if (actor.kind === 'system') return undefined;
  requireMember(actor);
  if (actor.user.role === 'superadmin') return undefined;
  const paidFor = db
    .select({ one: sql`1` })
    .from(verifications)
    .where(
      and(
        eq(verifications.verifierId, actor.user.id),
        eq(verifications.certificateId, certificates.id),
        sql`${verifications.paidAt} is not null`,
      ),
    );
  return or(eq(certificates.issuerId, actor.user.id), exists(paidFor));
}

/** The most frequent look-up: an issuer reads its own certificate after issuing it. */
const ownById = prepared(() =>
  db
    .select(certificateColumns)
    .from(certificates)
    .leftJoin(certificateRevocations, revocationOf)
    .where(and(eq(certificates.id, parameter('id')), eq(certificates.issuerId, parameter('issuerId'))))
    .prepare(),
);

const find = (actor: Actor, match: SQL): CertificateRow | undefined =>
  db
    .select(certificateColumns)
    .from(certificates)
    .leftJoin(certificateRevocations, revocationOf)
    .where(and(match, readableBy(actor)))
    .get();

/**
 * A certificate by its row's id.
 * @throws AppError unauthenticated; not-found, also when the actor may not read it
 */
export function certificateById(actor: Actor, id: string): Certificate {
  const own = 'user' in actor ? ownById().get({ id, issuerId: actor.user.id }) : undefined;
  const row = own ?? find(actor, eq(certificates.id, id));
  if (!row) throw notFound();
  return toCertificate(row);
}

/** The row of a certificate by the stored form of its ID if the actor may read it; else undefined. */
export const findByUniqueId = (actor: Actor, uniqueId: string) =>
  find(actor, eq(certificates.uniqueId, uniqueId));

import { and, eq, exists, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
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
 * The certificates that a reader may see: an issuer its own, a verifier those it paid for, a super admin and the system all.
 * Every look-up of a whole certificate uses this, so hidden certificates look as if they did not exist.
 */
function readableBy(reader: Placeholder) {
  const paidFor = db
    .select({ one: sql`1` })
    .from(verifications)
    .where(
      and(
        eq(verifications.verifierId, reader),
        eq(verifications.certificateId, certificates.id),
        sql`${verifications.paidAt} is not null`,
      ),
    );
  return or(sql`${sql.placeholder('seesAll')}`, eq(certificates.issuerId, reader), exists(paidFor));
}

const readerOf = (actor: Actor) => {
  if (actor.kind === 'system') return { reader: '', seesAll: 1 };
  requireMember(actor);
  return { reader: actor.user.id, seesAll: actor.user.role === 'superadmin' ? 1 : 0 };
};

/** Prepared, because building the query takes ten times as long as running it, and a ZIP of a batch asks 10,000 times. */
const prepareFind = (match: () => SQL) =>
  prepared(() =>
    db
      .select(certificateColumns)
      .from(certificates)
      .leftJoin(certificateRevocations, revocationOf)
      .where(and(match(), readableBy(sql.placeholder('reader'))))
      .prepare(),
  );
const byId = prepareFind(() => eq(certificates.id, parameter('id')));
const byUniqueId = prepareFind(() => eq(certificates.uniqueId, parameter('id')));

/**
 * A certificate by its row's id.
 * @throws AppError unauthenticated; not-found, also when the actor may not read it
 */
export function certificateById(actor: Actor, id: string): Certificate {
  const row = byId().get({ id, ...readerOf(actor) });
  if (!row) throw notFound();
  return toCertificate(row);
}

/** The row of a certificate by the stored form of its ID if the actor may read it; else undefined. */
export const findByUniqueId = (actor: Actor, uniqueId: string): CertificateRow | undefined =>
  byUniqueId().get({ id: uniqueId, ...readerOf(actor) });

import { and, desc, eq, lt } from 'drizzle-orm';
import { type Actor, requireMember, requireSuperAdmin } from '#app/accounts/actor.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { forbidden } from '#app/shared/errors.server.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { db } from '#db/client.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { listSchema } from './certificate.schema.ts';
import { type Certificate, certificateColumns, revocationOf, toCertificate } from './certificate.server.ts';

export type CertificatePage = { certificates: Certificate[]; nextCursor: string | null };

function list(input: unknown, issuerId: string | null): CertificatePage {
  const { limit, cursor } = parseInput(listSchema, input);
  const { rows, nextCursor } = page(
    db
      .select(certificateColumns)
      .from(certificates)
      .leftJoin(certificateRevocations, revocationOf)
      .where(
        and(
          issuerId === null ? undefined : eq(certificates.issuerId, issuerId),
          lt(certificates.seq, seqBefore(cursor)),
        ),
      )
      .orderBy(desc(certificates.seq))
      .limit(limit + 1)
      .all(),
    limit,
  );
  return { certificates: rows.map(toCertificate), nextCursor };
}

/**
 * What the actor has issued, newest first.
 * @param input {limit?, cursor?, q?}
 * @throws AppError forbidden unless the actor is an issuer; invalid
 */
export function listOwnCertificates(actor: Actor, input: unknown): CertificatePage {
  requireMember(actor);
  if (actor.user.role !== 'admin') throw forbidden();
  return list(input, actor.user.id);
}

/** All that was issued, newest first, for super admins. Errors as `listOwnCertificates`. */
export function listAllCertificates(actor: Actor, input: unknown): CertificatePage {
  requireSuperAdmin(actor);
  return list(input, null);
}

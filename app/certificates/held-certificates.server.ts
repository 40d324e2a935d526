import { and, desc, eq, lt } from 'drizzle-orm';
import type { Holder } from '#app/holders/holder-sessions.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { type Certificate, certificateColumns, revocationOf, toCertificate } from './certificate.server.ts';
import { type CertificateFiles, certificateFiles } from './signed-urls.server.ts';
import { parseUniqueId } from './unique-id.ts';

const PAGE_ROWS = 50;

/**
 * One page of the certificates that were issued to a holder's address, newest first.
 * @throws AppError invalid for an unknown cursor
 */
export function listHeldCertificates(
  holder: Holder,
  cursor: string | undefined,
): { certificates: Certificate[]; nextCursor: string | null } {
  const found = db()
    .select(certificateColumns)
    .from(certificates)
    .leftJoin(certificateRevocations, revocationOf)
    .where(and(eq(certificates.studentEmail, holder.email), lt(certificates.seq, seqBefore(cursor))))
    .orderBy(desc(certificates.seq))
    .limit(PAGE_ROWS + 1)
    .all();
  const { rows, nextCursor } = page(found, PAGE_ROWS);
  return { certificates: rows.map(toCertificate), nextCursor };
}

/**
 * A holder's certificate, and URLs that open its files for ten minutes.
 * @param id from the URL
 * @throws AppError not-found, also for a certificate of another address
 */
export function heldCertificate(
  holder: Holder,
  id: string,
): { certificate: Certificate; files: CertificateFiles } {
  const uniqueId = parseUniqueId(id);
  const row =
    uniqueId === null
      ? undefined
      : db()
          .select(certificateColumns)
          .from(certificates)
          .leftJoin(certificateRevocations, revocationOf)
          .where(and(eq(certificates.uniqueId, uniqueId), eq(certificates.studentEmail, holder.email)))
          .get();
  if (!row) throw notFound();
  return { certificate: toCertificate(row), files: certificateFiles(row.uniqueId) };
}

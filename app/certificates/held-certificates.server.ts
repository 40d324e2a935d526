import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Holder } from '#app/holders/holder.server.ts';
import { page, seqBefore } from '#app/shared/cursor.server.ts';
import { notFound } from '#app/shared/errors.server.ts';
import { db } from '#db/client.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { type Certificate, certificateColumns, revocationOf, toCertificate } from './certificate.server.ts';
import { type CertificateFiles, certificateFiles } from './signed-urls.server.ts';
import { formatUniqueId, parseUniqueId } from './unique-id.ts';

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
    .where(
      and(inArray(certificates.studentEmail, [...holder.emails]), lt(certificates.seq, seqBefore(cursor))),
    )
    .orderBy(desc(certificates.seq))
    .limit(PAGE_ROWS + 1)
    .all();
  const { rows, nextCursor } = page(found, PAGE_ROWS);
  return { certificates: rows.map(toCertificate), nextCursor };
}

/** The certificates among these IDs that were issued to a holder. IDs are in groups of four. */
function heldAmong(holder: Holder, ids: (string | null)[]): string[] {
  const stored = ids.map((id) => parseUniqueId(id ?? '')).filter((id) => id !== null);
  if (stored.length === 0) return [];
  return db()
    .select({ uniqueId: certificates.uniqueId })
    .from(certificates)
    .where(
      and(inArray(certificates.uniqueId, stored), inArray(certificates.studentEmail, [...holder.emails])),
    )
    .all()
    .map(({ uniqueId }) => formatUniqueId(uniqueId));
}

/**
 * A holder's certificate, URLs that open its files for ten minutes, and the IDs of those certificates that it replaces or
 * renews, or that replace or renew it, which were issued to the holder too.
 * @param id from the URL
 * @throws AppError not-found, also for a certificate of another address
 */
export function heldCertificate(
  holder: Holder,
  id: string,
): { certificate: Certificate; files: CertificateFiles; related: string[] } {
  const uniqueId = parseUniqueId(id);
  const row =
    uniqueId === null
      ? undefined
      : db()
          .select(certificateColumns)
          .from(certificates)
          .leftJoin(certificateRevocations, revocationOf)
          .where(
            and(eq(certificates.uniqueId, uniqueId), inArray(certificates.studentEmail, [...holder.emails])),
          )
          .get();
  if (!row) throw notFound();
  const { replaces, replacedBy, renews, renewedBy } = row;
  return {
    certificate: toCertificate(row),
    files: certificateFiles(row.uniqueId),
    related: heldAmong(holder, [replaces, replacedBy, renews, renewedBy]),
  };
}

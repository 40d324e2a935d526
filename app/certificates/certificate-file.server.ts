import type { Actor } from '#app/accounts/actor.server.ts';
import { SYSTEM } from '#app/accounts/actor.server.ts';
import { env } from '#app/env.server.ts';
import { forbidden } from '#app/shared/errors.server.ts';
import type { UrlSignature } from '#app/shared/signed-urls.server.ts';
import type { CertificateRow } from './certificate.server.ts';
import type { CertificateDrawing } from './drawing/drawing.ts';
import { renderCertificate } from './drawing/render.server.ts';
import { cachedFile } from './file-cache.server.ts';
import { findByUniqueId } from './find-certificate.server.ts';
import { opensCertificate } from './signed-urls.server.ts';
import { formatUniqueId, parseUniqueId } from './unique-id.ts';

export type FileFormat = 'png' | 'pdf';

const toDrawing = (row: CertificateRow): CertificateDrawing => ({
  uniqueId: row.uniqueId,
  studentName: row.studentName,
  courseName: row.courseName,
  issuerName: row.issuerName,
  issueDate: row.issueDate,
  expiryDate: row.expiryDate,
  verifyUrl: `${env.APP_URL}/verify?id=${formatUniqueId(row.uniqueId)}`,
  layoutVersion: row.layoutVersion,
  revokedAt: row.revokedAt === null ? null : new Date(row.revokedAt).toISOString().slice(0, 10),
});

/** Names everything that the content of the file depends on. */
const cacheName = (row: CertificateRow, format: FileFormat) =>
  `${row.uniqueId}-v${row.layoutVersion}${row.revokedAt === null ? '' : '-revoked'}.${format}`;

export type CertificateFile = {
  /** Reads the file, and draws it when it is not cached. @throws AppError busy; storage-full */
  read: () => Promise<Uint8Array>;
  /** Weak: a PDF that is drawn again looks the same in other bytes. */
  etag: string;
  /** Name for a download. */
  name: string;
};

/**
 * A certificate as PNG or PDF, for its issuer, a super admin, a verifier who paid, or for a signed URL.
 * @param id as it stands in the URL
 * @throws AppError forbidden for anybody else, whether or not the ID exists
 */
export function certificateFile(
  actor: Actor,
  id: string,
  format: FileFormat,
  signature: UrlSignature,
): CertificateFile {
  const uniqueId = parseUniqueId(id);
  const signed = uniqueId !== null && opensCertificate(uniqueId, signature);
  const reader = signed ? SYSTEM : actor;
  const row = uniqueId === null || reader.kind === 'visitor' ? undefined : findByUniqueId(reader, uniqueId);
  if (!row) throw forbidden();
  const cached = cacheName(row, format);
  return {
    read: () => cachedFile(cached, () => renderCertificate(toDrawing(row), format)),
    etag: `W/"${cached}"`,
    name: `certificate-${formatUniqueId(row.uniqueId)}.${format}`,
  };
}

import { createHash } from 'node:crypto';
import type { Actor } from '#app/accounts/actor.server.ts';
import { SYSTEM } from '#app/accounts/actor.server.ts';
import { env } from '#app/env.server.ts';
import { forbidden } from '#app/shared/errors.server.ts';
import type { CertificateRow } from './certificate.server.ts';
import type { CertificateDrawing } from './drawing/drawing.ts';
import { renderCertificate } from './drawing/render.server.ts';
import { cachedFile } from './file-cache.server.ts';
import { findByUniqueId } from './find-certificate.server.ts';
import { isSignatureValid } from './signed-urls.server.ts';
import { formatUniqueId, parseUniqueId } from './unique-id.ts';

export type FileFormat = 'png' | 'pdf';
type Signature = { expires: string | null; signature: string | null };

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

/** The rendered file's name says everything that its content depends on. */
function drawn(row: CertificateRow, format: FileFormat): Promise<Uint8Array> {
  const mark = row.revokedAt === null ? '' : '-revoked';
  const name = `${row.uniqueId}-v${row.layoutVersion}${mark}.${format}`;
  return cachedFile(name, () => renderCertificate(toDrawing(row), format));
}

/** A certificate's file: `etag` is strong, `name` what a download is called. */
export type CertificateFile = { bytes: Uint8Array; etag: string; name: string };

/**
 * A certificate as PNG or PDF, for its issuer, a super admin, a verifier who paid, or whoever holds a signed URL.
 * @param id as it stands in the URL
 * @throws AppError forbidden for anybody else, whether or not the ID exists; busy; storage-full
 */
export async function certificateFile(
  actor: Actor,
  id: string,
  format: FileFormat,
  { expires, signature }: Signature,
): Promise<CertificateFile> {
  const uniqueId = parseUniqueId(id);
  const signed = uniqueId !== null && isSignatureValid(uniqueId, expires, signature);
  const reader = signed ? SYSTEM : actor;
  const row = uniqueId === null || reader.kind === 'visitor' ? undefined : findByUniqueId(reader, uniqueId);
  if (!row) throw forbidden();
  const bytes = await drawn(row, format);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  return { bytes, etag, name: `certificate-${formatUniqueId(row.uniqueId)}.${format}` };
}

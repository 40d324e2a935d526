import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Actor } from '#app/accounts/actor.server.ts';
import { SYSTEM } from '#app/accounts/actor.server.ts';
import { env } from '#app/env.server.ts';
import { AppError, forbidden } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import type { CertificateRow } from './certificate.server.ts';
import type { CertificateDrawing } from './drawing/drawing.ts';
import { renderCertificate } from './drawing/render.server.ts';
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

const isDiskFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Writes a file whole or not at all: a reader never sees a part of it, and a full disk leaves nothing behind. */
async function writeWhole(path: string, bytes: Uint8Array) {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${newId()}.tmp`;
  try {
    await writeFile(temporary, bytes, { flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    if (isDiskFull(error))
      throw new AppError('storage-full', 'The server has no space left. Please try again later.', {
        cause: error,
      });
    throw error;
  }
}

async function drawn(row: CertificateRow, format: FileFormat): Promise<Uint8Array> {
  const mark = row.revokedAt === null ? '' : '-revoked';
  const path = join(
    env.UPLOADS_DIR,
    'certificates',
    row.uniqueId.slice(0, 2),
    `${row.uniqueId}-v${row.layoutVersion}${mark}.${format}`,
  );
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const bytes = await renderCertificate(toDrawing(row), format);
  await writeWhole(path, bytes);
  return bytes;
}

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
): Promise<{ bytes: Uint8Array; row: CertificateRow }> {
  const uniqueId = parseUniqueId(id);
  const signed = uniqueId !== null && isSignatureValid(uniqueId, expires, signature);
  const reader = signed ? SYSTEM : actor;
  const row = uniqueId === null || reader.kind === 'visitor' ? undefined : findByUniqueId(reader, uniqueId);
  if (!row) throw forbidden();
  return { bytes: await drawn(row, format), row };
}

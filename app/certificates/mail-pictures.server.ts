import { eq, sql } from 'drizzle-orm';
import { drawMailPictures } from '#app/drawing/mail-pictures.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { db, prepared } from '#db/client.ts';
import { certificateRevocations, certificates } from '#db/schema/certificates.ts';
import { certificateColumns, revocationOf } from './certificate.server.ts';
import { drawingOf } from './certificate-file.server.ts';
import { signedFacts } from './signed-record.server.ts';

const bySeq = prepared(() =>
  db()
    .select(certificateColumns)
    .from(certificates)
    .leftJoin(certificateRevocations, revocationOf)
    .where(eq(certificates.seq, sql.placeholder('seq')))
    .prepare(),
);

/** The row of a certificate that may be shown, or undefined once it was revoked or its holder erased. */
function shown(seq: number) {
  const row = bySeq().get({ seq });
  return row && row.revokedAt === null && row.erasedAt === null ? row : undefined;
}

/**
 * The pictures in the mail about a certificate. Null for one that was revoked, also while it was drawn, whose holder was erased, or that is
 * not as it was signed, and when too much is being drawn.
 */
export async function certificateMailPictures(seq: number) {
  const row = shown(seq);
  if (!row) return null;
  try {
    const { drawing, images } = drawingOf(row, signedFacts(row));
    const pictures = await drawMailPictures(drawing, images);
    return shown(seq) ? pictures : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

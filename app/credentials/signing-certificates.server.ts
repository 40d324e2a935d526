import { type DocumentSigner, hexHash } from '@certrace/verify';
import { now } from '#app/shared/clock.server.ts';
import { db } from '#db/client.ts';
import { signingCertificates } from '#db/schema/credentials.ts';

/** Records the certificates that sign PDFs from now on. PDFs that they signed stay accepted when the operator replaces them. */
export function recordSigningCertificates(signer: DocumentSigner | null) {
  const rows = (signer?.certificates ?? []).map((bytes) => ({ hash: hexHash(bytes), firstUsedAt: now() }));
  if (rows.length > 0) db().insert(signingCertificates).values(rows).onConflictDoNothing().run();
}

/** SHA-256 in hexadecimal of each certificate that has signed PDFs of this site. */
export const knownSigningCertificates = (): string[] =>
  db()
    .select({ hash: signingCertificates.hash })
    .from(signingCertificates)
    .all()
    .map(({ hash }) => hash);

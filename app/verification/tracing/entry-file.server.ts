import { credentialOf } from '#app/credentials/certificate-credential.server.ts';
import { entryAt, proveEntry } from '#app/log/prove-entry.server.ts';
import { forbidden, notFound } from '#app/shared/errors.server.ts';
import { isSignatureValid, signedQuery, type UrlSignature } from '#app/shared/signed-urls.server.ts';
import { t } from '#messages';

const PURPOSE = 'log-entries';
const TTL_MS = 60 * 60_000;

/** The log proof of an entry, or its signed document. */
export type EntryFormat = 'tlog-proof' | 'json';

/** A path that opens a file of a log entry for an hour. */
export function entryFilePath(seq: number, format: EntryFormat): string {
  const file = `${seq}.${format}`;
  return `/tracing/entries/${file}?${signedQuery(PURPOSE, file, TTL_MS)}`;
}

/**
 * Reads a file of a log entry.
 * @param file from the URL
 * @throws AppError forbidden without a valid signature; not-found
 */
export function entryFile(file: string, signature: UrlSignature): { bytes: Buffer; format: EntryFormat } {
  if (!isSignatureValid(PURPOSE, file, signature)) {
    throw forbidden(t('entryFile.thisLinkHasExpired'));
  }
  const [, seq = '', format = ''] = /^(\d{1,15})\.(tlog-proof|json)$/.exec(file) ?? [];
  const row = entryAt(Number(seq));
  if (!row) throw notFound();
  const isCredential = row.type === 'issue' && row.subject !== null;
  const document = isCredential ? credentialOf(row.subject ?? 0) : row.document;
  const bytes = format === 'json' ? document : proveEntry(row);
  if (!bytes) throw notFound();
  return { bytes: Buffer.from(bytes), format: format as EntryFormat };
}

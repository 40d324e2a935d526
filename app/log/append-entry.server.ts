import { type EntryType, formatEntry, SALT_BYTES, type SaltedDigest, saltedDigest } from '@certrace/verify';
import { now } from '#app/shared/clock.server.ts';
import { fewRandomBytes } from '#app/shared/ids.server.ts';
import { hasCommitHooks, type Transaction } from '#db/client.ts';
import { beginLog, hasLog, insertLogEntry } from './log.server.ts';
import { requireWritableLog } from './log-state.server.ts';

/** The digest of a document, with a new salt. */
export const digestOf = (document: Uint8Array): SaltedDigest =>
  saltedDigest(fewRandomBytes(SALT_BYTES), document);

/**
 * Appends an entry for a digest to the log, in the transaction whose change it records. The commit adds the entry to the tree.
 * @param digest without salt only for the hash of a row of the audit trail
 * @param subject `seq` of the certificate or verification
 * @param document the signed document to store with the entry; null for credentials, which have their own table
 * @throws AppError busy when the log cannot be continued
 */
export function appendDigest(
  tx: Transaction,
  type: EntryType,
  { salt, digest }: SaltedDigest | { salt: null; digest: string },
  subject: number | null,
  document: Uint8Array | null = null,
) {
  if (!hasCommitHooks()) throw new Error('connectDomains() was not called before this entry of the log');
  requireWritableLog();
  if (!hasLog()) beginLog(tx, 1);
  // Files are signed when they are drawn, by the key of the log that is then the current one.
  const more = type === 'issue' ? ({ files: 'signed' } as const) : {};
  const entry = formatEntry(type, digest, new Date(now()).toISOString(), more);
  insertLogEntry({ type, entry, salt, subject, document });
}

/** Appends an entry for a signed document and stores the document. See `appendDigest`. */
export const appendEntry = (
  tx: Transaction,
  type: EntryType,
  document: Uint8Array,
  subject: number | null = null,
) => appendDigest(tx, type, digestOf(document), subject, document);

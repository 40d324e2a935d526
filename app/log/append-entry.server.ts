import { type EntryType, entryDigest, formatEntry, SALT_BYTES } from '@certrace/verify';
import { now } from '#app/shared/clock.server.ts';
import { fewRandomBytes } from '#app/shared/ids.server.ts';
import type { Transaction } from '#db/client.ts';
import { beginLog, hasLog, insertLogEntry } from './log.server.ts';
import { requireWritableLog } from './log-state.server.ts';

type Options = {
  /** `seq` of the certificate or verification that the entry is about. */
  subject?: number | null;
  /** Whether to store the document with the entry. Credentials have a table of their own. */
  keep?: boolean;
};

/**
 * Appends an entry for a signed document to the log, in the transaction of what it records. The commit adds it to the tree.
 * @throws AppError busy when the log cannot be continued
 */
export function appendEntry(
  tx: Transaction,
  type: EntryType,
  document: Uint8Array,
  { subject = null, keep = true }: Options = {},
) {
  requireWritableLog();
  if (!hasLog()) beginLog(tx, 1);
  const salt = fewRandomBytes(SALT_BYTES);
  const entry = formatEntry(type, entryDigest(salt, document), new Date(now()).toISOString());
  insertLogEntry({ type, entry, salt, subject, document: keep ? document : null });
}

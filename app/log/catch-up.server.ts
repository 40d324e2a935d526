import { type Checkpoint, logReader, openCheckpoint, parseVerifierKey, readEntries } from '@certrace/verify';
import { invalid } from '#app/shared/errors.server.ts';
import { type Transaction, transaction } from '#db/client.ts';
import { currentLog, entriesOf, insertLogEntry, integrateEntries, type Log, rootAt } from './log.server.ts';
import { filedEntries, lastFiledCheckpoint } from './log-files.server.ts';
import { bringFilesUpToDate, forgetLogState } from './log-state.server.ts';

type Source = { checkpoint: Checkpoint; entries: string[] };

/**
 * Reads the checkpoint and all entries of a log's mirror.
 * @param from URL or folder
 * @throws AppError invalid when the log did not sign the checkpoint, or files are missing
 */
async function readMirror(from: string, verifierKey: string): Promise<Source> {
  const read = logReader(from);
  const failed = (error: Error) => {
    throw invalid(`${from}: ${error.message}`);
  };
  const key = parseVerifierKey(verifierKey);
  const note = Buffer.from(await read('checkpoint').catch(failed)).toString('utf8');
  const checkpoint = key && openCheckpoint(note, key);
  if (!checkpoint) throw invalid(`${from} has no checkpoint that this log signed.`);
  const entries = await readEntries(read, checkpoint.size).catch(failed);
  return { checkpoint, entries: entries.map((entry) => Buffer.from(entry).toString('utf8')) };
}

async function readSource(log: Log, from: string | undefined): Promise<Source> {
  if (from !== undefined) return readMirror(from, log.verifierKey);
  const filed = lastFiledCheckpoint(log);
  if (!filed) throw invalid('KEYS_DIR has no copy of the log: give --from URL or folder.');
  return { checkpoint: filed.checkpoint, entries: filedEntries(log) };
}

/**
 * Restores the log entries that are missing after an older copy of the database was restored. Marks their documents as lost.
 * The log then continues where it was.
 * @param from a mirror's URL or folder; by default the files in KEYS_DIR
 * @param record records it in the audit trail
 * @returns how many entries were restored
 * @throws AppError invalid when the source does not continue this log up to its last signed checkpoint
 */
export async function catchUpLog(
  from?: string,
  record: (tx: Transaction, entries: number) => void = () => undefined,
): Promise<number> {
  const log = currentLog();
  if (!log) throw invalid('There is no log yet.');
  const { checkpoint, entries } = await readSource(log, from);
  const signed = lastFiledCheckpoint(log)?.checkpoint;
  if (entries.length < checkpoint.size || (signed && signed.size > checkpoint.size)) {
    throw invalid('The source does not contain the last signed checkpoint.');
  }
  const own = entriesOf(log);
  if (own.some((entry, index) => index < checkpoint.size && entry !== entries[index])) {
    throw invalid('The database contradicts the source: run `npm run log:new-origin`.');
  }
  const missing = entries.slice(own.length, checkpoint.size);
  transaction((tx) => {
    if (missing.length > 0) record(tx, missing.length);
    for (const entry of missing) {
      insertLogEntry({ type: 'lost', entry, salt: null, subject: null, document: null });
    }
    integrateEntries();
    const caughtUp = currentLog();
    if (!caughtUp || Buffer.compare(rootAt(caughtUp, checkpoint.size), checkpoint.root) !== 0) {
      throw invalid('The source’s entries do not match its checkpoint.');
    }
  });
  bringFilesUpToDate();
  forgetLogState();
  return missing.length;
}

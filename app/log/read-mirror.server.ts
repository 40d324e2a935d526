import { type Checkpoint, logReader, openCheckpoint, parseVerifierKey, readEntries } from '@certrace/verify';
import { AppError } from '#app/shared/errors.server.ts';

/**
 * Reads the checkpoint and all entries of a log's mirror.
 * @param from URL or folder
 * @throws AppError invalid when the log did not sign the checkpoint, or files are missing
 */
export async function readMirror(
  from: string,
  verifierKey: string,
): Promise<{ checkpoint: Checkpoint; entries: string[] }> {
  const read = logReader(from);
  const failed = (error: Error) => {
    throw new AppError('invalid', `${from}: ${error.message}`);
  };
  const key = parseVerifierKey(verifierKey);
  const note = Buffer.from(await read('checkpoint').catch(failed)).toString('utf8');
  const checkpoint = key && openCheckpoint(note, key);
  if (!checkpoint) throw new AppError('invalid', `${from} has no checkpoint that this log signed.`);
  const entries = await readEntries(read, checkpoint.size).catch(failed);
  return { checkpoint, entries: entries.map((entry) => Buffer.from(entry).toString('utf8')) };
}

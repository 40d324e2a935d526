import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Checkpoint,
  decodeBundle,
  openCheckpoint,
  parseVerifierKey,
  TILE_WIDTH,
  tilePath,
} from '@certrace/verify';
import { AppError } from '#app/shared/errors.server.ts';

const TIMEOUT_MS = 30_000;

/** Reads a file of a mirror, which is a folder or the URL of a log. */
async function read(from: string, path: string): Promise<Buffer> {
  if (!/^https?:/.test(from)) return readFile(join(from, path));
  const response = await fetch(`${from.replace(/\/$/, '')}/${path}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new AppError('invalid', `${from}/${path} answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

/**
 * The checkpoint and all entries of a mirror of a log.
 * @throws AppError invalid when the log did not sign its checkpoint or entries are missing
 */
export async function readMirror(
  from: string,
  verifierKey: string,
): Promise<{ checkpoint: Checkpoint; entries: string[] }> {
  const key = parseVerifierKey(verifierKey);
  const checkpoint = key && openCheckpoint((await read(from, 'checkpoint')).toString(), key);
  if (!checkpoint) throw new AppError('invalid', `${from} has no checkpoint that this log signed.`);
  const entries: string[] = [];
  for (let index = 0; entries.length < checkpoint.size; index += 1) {
    const width = Math.min(TILE_WIDTH, checkpoint.size - entries.length);
    const bundle = decodeBundle(await read(from, tilePath({ level: 'entries', index, width })));
    if (bundle?.length !== width)
      throw new AppError('invalid', `${from} lacks entries from ${entries.length} on.`);
    entries.push(...bundle.map((entry) => Buffer.from(entry).toString('utf8')));
  }
  return { checkpoint, entries };
}

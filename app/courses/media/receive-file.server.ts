import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { partPath } from './files.server.ts';
import { SNIFF_BYTES } from './sniff.ts';

const WRITE_BYTES = 1_048_576;
/** How much may be written but not yet on the disk: syncing as it comes makes the last sync short. */
const SYNC_EVERY_BYTES = 32 * 1_048_576;

/** A file that has arrived whole and is on the disk, but belongs to nothing yet. */
export type ReceivedFile = {
  /** What its media row will be called. */
  id: string;
  path: string;
  bytes: number;
  sha256: string;
  /** Removes it, when nothing came of it. Harmless once it was moved into place. */
  discard(): Promise<void>;
};

type Rules = {
  maxBytes: number;
  tooLargeMessage: string;
  /** Judges the first bytes; false refuses the file at once. */
  accepts: (head: Uint8Array) => boolean;
  wrongKindMessage: string;
  /** The field that errors name. */
  field: string;
};

const isFull = (error: unknown) =>
  error instanceof Error &&
  // The image library gives the system's words instead of its code.
  (('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) ||
    /no space left/i.test(error.message));

/** The storage's failures as what they mean to who sent a file. */
export function storageFailure(error: unknown): unknown {
  if (!isFull(error)) return error;
  return new AppError('storage-full', 'There is no space left for uploads. Please try again later.', {
    cause: error,
  });
}

/** Writes whole buffers, and syncs in the background. */
function writer(file: FileHandle) {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let unsynced = 0;
  let syncing: Promise<unknown> = Promise.resolve();
  const flush = async () => {
    const chunks = waiting;
    let left = waitingBytes;
    waiting = [];
    waitingBytes = 0;
    while (left > 0) {
      const { bytesWritten } = await file.writev(chunks);
      left -= bytesWritten;
      unsynced += bytesWritten;
      // A short write: drop what was written, and go on with the rest.
      for (let done = bytesWritten; left > 0 && done > 0; ) {
        const [first] = chunks;
        if (!first) break;
        if (first.byteLength <= done) {
          done -= first.byteLength;
          chunks.shift();
        } else {
          chunks[0] = first.subarray(done);
          done = 0;
        }
      }
    }
    if (unsynced >= SYNC_EVERY_BYTES) {
      unsynced = 0;
      await syncing;
      syncing = file.datasync();
      syncing.catch(() => undefined);
    }
  };
  return {
    async write(chunk: Uint8Array) {
      waiting.push(chunk);
      waitingBytes += chunk.byteLength;
      if (waitingBytes >= WRITE_BYTES) await flush();
    },
    async finish() {
      await flush();
      await syncing;
      await file.sync();
    },
  };
}

/**
 * Streams a file to the disk in constant memory, hashing it on the way. It is refused as soon as its first bytes or its
 * size are wrong; whatever goes wrong leaves nothing behind.
 * @throws AppError invalid, too-large, storage-full; whatever the source fails with
 */
export async function receiveFile(source: AsyncIterable<Uint8Array>, rules: Rules): Promise<ReceivedFile> {
  const id = newId();
  const path = partPath(id);
  const discard = () => rm(path, { force: true });
  const hash = createHash('sha256');
  let head = new Uint8Array(0);
  let judged = false;
  let bytes = 0;
  const wrongKind = () => invalid(rules.wrongKindMessage, { [rules.field]: [rules.wrongKindMessage] });
  try {
    const file = await open(path, 'wx');
    try {
      const out = writer(file);
      for await (const chunk of source) {
        bytes += chunk.byteLength;
        if (bytes > rules.maxBytes) {
          throw new AppError('too-large', rules.tooLargeMessage, {
            fields: { [rules.field]: [rules.tooLargeMessage] },
          });
        }
        if (!judged) {
          head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)]);
          judged = head.length >= SNIFF_BYTES;
          if (judged && !rules.accepts(head)) throw wrongKind();
        }
        hash.update(chunk);
        await out.write(chunk);
      }
      if (!judged && !rules.accepts(head)) throw wrongKind();
      await out.finish();
    } finally {
      // Waits for a sync that is still running, and lets its failure go: the file is not used then.
      await file.close().catch(() => undefined);
    }
    return { id, path, bytes, sha256: hash.digest('hex'), discard };
  } catch (error) {
    await discard();
    throw storageFailure(error);
  }
}

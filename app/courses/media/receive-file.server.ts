import { type FileHandle, open, rm } from 'node:fs/promises';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { UPLOADS_FULL } from '../texts.ts';
import { partPath } from './files.server.ts';
import { SNIFF_BYTES } from './sniff.ts';

const BLOCK_BYTES = 2 * 1_048_576;

/** A file that has arrived whole and is on the disk, but belongs to nothing yet. */
export type ReceivedFile = {
  /** What its media row will be called. */
  id: string;
  path: string;
  bytes: number;
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
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** A full disk as the expected failure that it is; any other error as it is. */
export function storageFailure(error: unknown): unknown {
  if (!isFull(error)) return error;
  return new AppError('storage-full', UPLOADS_FULL, { cause: error });
}

/**
 * Writes in blocks of two buffers in turn: one fills while the other is written. Copying into them frees the chunks from the network
 * at once; kept until they are written, they would cost as much in garbage collection.
 */
function writer(file: FileHandle) {
  let filling = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let other = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let filled = 0;
  let writing: Promise<unknown> = Promise.resolve();

  async function writeOut(block: Buffer) {
    for (let done = 0; done < block.length; ) {
      const { bytesWritten } = await file.write(block, done, block.length - done);
      done += bytesWritten;
    }
  }

  async function flush() {
    await writing;
    writing = writeOut(filling.subarray(0, filled));
    // The next flush throws its failure.
    writing.catch(() => undefined);
    [filling, other, filled] = [other, filling, 0];
  }

  async function fill(chunk: Uint8Array) {
    for (let taken = 0; taken < chunk.byteLength; ) {
      const part = chunk.subarray(taken, taken + BLOCK_BYTES - filled);
      filling.set(part, filled);
      filled += part.byteLength;
      taken += part.byteLength;
      if (filled === BLOCK_BYTES) await flush();
    }
  }

  return {
    /** Copies a chunk; there is something to wait for only when a block became full. */
    write(chunk: Uint8Array): Promise<void> | undefined {
      if (filled + chunk.byteLength >= BLOCK_BYTES) return fill(chunk);
      filling.set(chunk, filled);
      filled += chunk.byteLength;
      return undefined;
    },
    /** Waits until everything is on the disk. */
    async finish() {
      await flush();
      await writing;
      await file.sync();
    },
  };
}

/**
 * Streams a file to the disk in constant memory. It is refused as soon as its first bytes or its size are wrong, and any failure
 * leaves nothing behind.
 * @throws AppError invalid, too-large, storage-full; whatever the source fails with
 */
export async function receiveFile(source: AsyncIterable<Uint8Array>, rules: Rules): Promise<ReceivedFile> {
  const id = newId();
  const path = partPath(id);
  const discard = () => rm(path, { force: true });
  let head = new Uint8Array(0);
  let judged = false;
  let bytes = 0;
  const wrongKind = () => invalid(rules.wrongKindMessage, { [rules.field]: [rules.wrongKindMessage] });
  try {
    const file = await open(path, 'wx');
    const out = writer(file);
    try {
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
        const full = out.write(chunk);
        if (full) await full;
      }
      if (!judged && !rules.accepts(head)) throw wrongKind();
      await out.finish();
    } finally {
      // Waits for a write that is still running, and lets its failure go: the file is not used then.
      await file.close().catch(() => undefined);
    }
    return { id, path, bytes, discard };
  } catch (error) {
    await discard();
    throw storageFailure(error);
  }
}

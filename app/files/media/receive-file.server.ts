import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { AppError, invalid, isDiskFull } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { type LazyText, textNow } from '#app/shared/reader-texts.ts';
import { partPath } from './files.server.ts';
import { SNIFF_BYTES } from './sniff.ts';
import { uploadsFull } from './texts.ts';

const BLOCK_BYTES = 2 * 1_048_576;

/** A complete file on disk that no row refers to yet. */
export type ReceivedFile = {
  /** The ID of its future media row. */
  id: string;
  path: string;
  bytes: number;
  /** Of its bytes, in hex. */
  sha256: string;
  /** Deletes the file after a failure. Does nothing once it was moved into place. */
  discard(): Promise<void>;
};

type Rules = {
  maxBytes: number;
  tooLargeMessage: LazyText;
  /** Checks the first bytes. Returns false to reject the file early. */
  accepts: (head: Uint8Array) => boolean;
  wrongKindMessage: string;
  /** What else the field's errors say about a file with these first bytes. */
  wrongKindReasons?: (head: Uint8Array) => string[];
  /** The field that errors name. */
  field: string;
};

/** Converts a full disk to an AppError. Returns other errors unchanged. */
export function storageFailure(error: unknown): unknown {
  if (!isDiskFull(error)) return error;
  return new AppError('storage-full', uploadsFull(), { cause: error });
}

/**
 * Writes blocks with two alternating buffers: one fills while the other is written. Copying lets network chunks be freed at
 * once. Keeping them until they are written costs as much in garbage collection.
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
    // The next flush throws the error.
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
    /** Copies a chunk. Returns a promise only when a block became full. */
    write(chunk: Uint8Array): Promise<void> | undefined {
      if (filled + chunk.byteLength >= BLOCK_BYTES) return fill(chunk);
      filling.set(chunk, filled);
      filled += chunk.byteLength;
      return undefined;
    },
    /** Resolves when all bytes are on the disk. */
    async finish() {
      await flush();
      await writing;
      await file.sync();
    },
  };
}

/**
 * Streams a file to disk in constant memory. Rejects it as soon as its first bytes or its size are wrong. Leaves nothing behind
 * on failure.
 * @throws AppError invalid, too-large, storage-full; errors of the source
 */
export async function receiveFile(source: AsyncIterable<Uint8Array>, rules: Rules): Promise<ReceivedFile> {
  const id = newId();
  const path = partPath(id);
  const discard = () => rm(path, { force: true });
  let head = new Uint8Array(0);
  let judged = false;
  const hash = createHash('sha256');
  let bytes = 0;
  const wrongKind = () => {
    const { wrongKindMessage, wrongKindReasons, field } = rules;
    return invalid(wrongKindMessage, { [field]: [wrongKindMessage, ...(wrongKindReasons?.(head) ?? [])] });
  };
  try {
    const file = await open(path, 'wx');
    const out = writer(file);
    try {
      for await (const chunk of source) {
        bytes += chunk.byteLength;
        if (bytes > rules.maxBytes) {
          throw new AppError('too-large', textNow(rules.tooLargeMessage), {
            fields: { [rules.field]: [textNow(rules.tooLargeMessage)] },
          });
        }
        if (!judged) {
          head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)]);
          judged = head.length >= SNIFF_BYTES;
          if (judged && !rules.accepts(head)) throw wrongKind();
        }
        hash.update(chunk);
        const full = out.write(chunk);
        if (full) await full;
      }
      if (!judged && !rules.accepts(head)) throw wrongKind();
      await out.finish();
    } finally {
      // Waits for a pending write and ignores its error: the file is discarded.
      await file.close().catch(() => undefined);
    }
    return { id, path, bytes, sha256: hash.digest('hex'), discard };
  } catch (error) {
    await discard();
    throw storageFailure(error);
  }
}

import { type FileHandle, open } from 'node:fs/promises';
import { fileIn, patienceMs, requestS3, unavailable } from './s3-request.server.ts';

/** Larger files are uploaded in parts of this size, which are in memory while they are sent. */
const PART_BYTES = 8 * 1_048_576;
const PARTS_AT_ONCE = 2;

type Target = ReturnType<typeof fileIn> & { UploadId: string };
type Part = { PartNumber: number; ETag: string | undefined };

/** Fills a buffer from a position in a file. */
async function readInto(buffer: Buffer, file: FileHandle, start: number) {
  for (let read = 0; read < buffer.length; ) {
    const { bytesRead } = await file.read(buffer, read, buffer.length - read, start + read);
    if (bytesRead === 0) throw new Error('The file became shorter while it was uploaded');
    read += bytesRead;
  }
  return buffer;
}

/** Sends all parts, a few at a time. The first failure aborts all of them. */
async function sendParts(file: FileHandle, bytes: number, target: Target): Promise<Part[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, AbortSignal.timeout(patienceMs('file'))]);
  const parts: Part[] = [];
  const count = Math.ceil(bytes / PART_BYTES);
  let next = 1;
  async function work() {
    // One buffer for all parts of a task, because JavaScript frees unused buffers late.
    const buffer = Buffer.allocUnsafeSlow(PART_BYTES);
    while (next <= count) {
      const PartNumber = next;
      next += 1;
      const start = (PartNumber - 1) * PART_BYTES;
      const Body = await readInto(buffer.subarray(0, bytes - start), file, start);
      const { ETag } = await requestS3({ name: target.Key, patience: 'part', signal }, (s3, options) =>
        s3.uploadPart({ ...target, PartNumber, Body }, options),
      );
      parts.push({ PartNumber, ETag });
    }
  }
  const workers = Array.from({ length: Math.min(PARTS_AT_ONCE, count) }, () =>
    work().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  const results = await Promise.allSettled(workers);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
  return parts.sort((a, b) => a.PartNumber - b.PartNumber);
}

async function uploadParts(file: FileHandle, bytes: number, name: string) {
  const { UploadId } = await requestS3({ name, patience: 'work' }, (s3, options) =>
    s3.createMultipartUpload(fileIn(name), options),
  );
  if (!UploadId) throw unavailable(name, new Error('no UploadId'));
  const target = { ...fileIn(name), UploadId };
  try {
    const Parts = await sendParts(file, bytes, target);
    await requestS3({ name, patience: 'part' }, (s3, options) =>
      s3.completeMultipartUpload({ ...target, MultipartUpload: { Parts } }, options),
    );
  } catch (error) {
    const aborting = requestS3({ name, patience: 'work' }, (s3, options) =>
      s3.abortMultipartUpload(target, options),
    );
    await aborting.catch(() => undefined);
    throw error;
  }
}

/** Uploads a local file. It becomes visible when it is complete. */
export async function uploadFile(path: string, name: string) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > PART_BYTES) return await uploadParts(file, size, name);
    const Body = await readInto(Buffer.alloc(size), file, 0);
    await requestS3({ name, patience: 'part' }, (s3, options) =>
      s3.putObject({ ...fileIn(name), Body }, options),
    );
  } finally {
    await file.close();
  }
}

import { open } from 'node:fs/promises';
import { log } from '#app/shared/log.server.ts';
import { patienceMs, readFromS3 } from './s3-request.server.ts';
import { storageUnavailable } from './unavailable.server.ts';

/** Larger files are uploaded in parts of this size, which are in memory while they are sent. */
export const PART_BYTES = 8 * 1_048_576;
const PARTS_AT_ONCE = 2;

function failed(name: string, answer: string) {
  log.error({ name, answer: answer.slice(0, 500) }, 'S3 upload not completed');
  return storageUnavailable();
}

type File = Awaited<ReturnType<typeof open>>;
type Part = { number: number; etag: string };

/** Fills a buffer from a position in a file. */
async function readInto(buffer: Buffer<ArrayBuffer>, file: File, start: number) {
  for (let read = 0; read < buffer.length; ) {
    const { bytesRead } = await file.read(buffer, read, buffer.length - read, start + read);
    if (bytesRead === 0) throw new Error('The file became shorter while it was uploaded');
    read += bytesRead;
  }
  return buffer;
}

async function sendPart(
  name: string,
  uploadId: string,
  number: number,
  body: Buffer<ArrayBuffer>,
  signal: AbortSignal,
) {
  const query = { partNumber: String(number), uploadId };
  const sent = await readFromS3({ method: 'PUT', name, query, body }, 'part', signal);
  return { number, etag: sent?.headers.get('ETag') ?? '' };
}

/** Sends all parts, a few at a time. The first failure aborts all of them. */
async function sendParts(file: File, bytes: number, name: string, uploadId: string): Promise<Part[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, AbortSignal.timeout(patienceMs('file'))]);
  const parts: Part[] = [];
  const count = Math.ceil(bytes / PART_BYTES);
  let next = 1;
  async function work() {
    // One buffer for all parts of a task, because JavaScript frees unused buffers late.
    const buffer = Buffer.allocUnsafeSlow(PART_BYTES);
    while (next <= count) {
      const number = next;
      next += 1;
      const start = (number - 1) * PART_BYTES;
      const body = await readInto(buffer.subarray(0, bytes - start), file, start);
      parts.push(await sendPart(name, uploadId, number, body, signal));
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
  return parts.sort((a, b) => a.number - b.number);
}

async function uploadParts(file: File, bytes: number, name: string) {
  const started = await readFromS3({ method: 'POST', name, query: { uploads: '' } }, 'work');
  const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(String(started?.bytes))?.[1];
  if (!uploadId) throw failed(name, String(started?.bytes));
  try {
    const parts = await sendParts(file, bytes, name, uploadId);
    const list = parts
      .map(({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`)
      .join('');
    const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
    const done = await readFromS3({ method: 'POST', name, query: { uploadId }, body }, 'part');
    // S3 sends status 200 before it knows whether the upload succeeds.
    if (!/<CompleteMultipartUploadResult/.test(String(done?.bytes))) {
      throw failed(name, String(done?.bytes));
    }
  } catch (error) {
    const aborting = readFromS3({ method: 'DELETE', name, query: { uploadId } }, 'work');
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
    await readFromS3({ method: 'PUT', name, body: await readInto(Buffer.alloc(size), file, 0) }, 'part');
  } finally {
    await file.close();
  }
}

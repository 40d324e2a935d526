import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import { notFound } from '#app/shared/errors.server.ts';
import {
  fileIn,
  orMissing,
  patienceMs,
  presignedUrl,
  requestS3,
  s3Settings,
  streamFromS3,
  unavailable,
} from './s3-request.server.ts';
import type { FileStore, StoredFile } from './store.server.ts';

/** Most files that S3 removes in one request. */
const MOST_REMOVED = 1_000;
/** Most sizes to cache. */
const MOST_SIZES = 10_000;

/** Cached sizes of files. A file never changes under its name. */
const sizes = new Map<string, number>();
function remember(name: string, bytes: number) {
  sizes.set(name, bytes);
  const [oldest] = sizes.keys();
  if (sizes.size > MOST_SIZES && oldest !== undefined) sizes.delete(oldest);
}

async function* filesIn(folder: string): AsyncGenerator<StoredFile> {
  const Prefix = folder === '' ? undefined : `${folder}/`;
  for (let token: string | undefined; ; ) {
    const input = { Bucket: s3Settings().bucket, Prefix, ContinuationToken: token };
    const page = await requestS3({ name: '', patience: 'work' }, (s3, options) =>
      s3.listObjectsV2(input, options),
    );
    // The login page of a network or proxy is not an empty bucket.
    if (page.Name === undefined) throw unavailable('', new Error('no list of files'));
    for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
      yield { name: Key, bytes: Size, modifiedAt: LastModified?.getTime() ?? Number.NaN };
    }
    const next = page.NextContinuationToken;
    if (!next) return;
    if (next === token) throw new Error('The S3 storage repeated a page of its file list');
    token = next;
  }
}

/** Files in a bucket of S3-compatible storage. */
export const s3Store: FileStore = {
  async place(files) {
    for (const { from, name } of files) {
      await uploadFile(from, name);
      await rm(from, { force: true });
    }
  },

  async write(name, bytes) {
    await requestS3({ name, patience: 'work' }, (s3, options) =>
      s3.putObject({ ...fileIn(name), Body: bytes }, options),
    );
  },

  async size(name) {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    const found = await requestS3({ name, patience: 'read' }, (s3, options) =>
      s3.headObject(fileIn(name), options).catch(orMissing),
    );
    if (!found) return null;
    if (found.ContentLength === undefined) throw unavailable(name, new Error('no length'));
    remember(name, found.ContentLength);
    return found.ContentLength;
  },

  read: (name) =>
    requestS3({ name, patience: 'read' }, async (s3, options) => {
      const found = await s3.getObject(fileIn(name), options).catch(orMissing);
      return found?.Body ? found.Body.transformToByteArray() : null;
    }),

  async stream(name, range) {
    const stream = await streamFromS3(name, range);
    if (!stream) throw notFound();
    return stream;
  },

  async *pieces(name, bytes) {
    if (bytes > 0) yield* await s3Store.stream(name, { start: 0, end: bytes - 1 });
  },

  async copyTo(path, name, bytes) {
    await writeFile(path, s3Store.pieces(name, bytes));
  },

  async remove(names) {
    for (const name of names) sizes.delete(name);
    let failed: string | undefined;
    for (let at = 0; at < names.length; at += MOST_REMOVED) {
      const Objects = names.slice(at, at + MOST_REMOVED).map((Key) => ({ Key }));
      const input = { Bucket: s3Settings().bucket, Delete: { Objects, Quiet: true } };
      const { Errors } = await requestS3({ name: '', patience: 'work' }, (s3, options) =>
        // The only checksum of this request that all storage accepts.
        s3.deleteObjects({ ...input, ChecksumAlgorithm: 'MD5' }, options),
      );
      failed ??= Errors?.[0] && `${Errors[0].Code}`;
    }
    if (failed !== undefined) throw new Error(`The S3 storage did not remove a file: ${failed}`);
  },

  list: filesIn,

  url: presignedUrl,
};

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
async function uploadFile(path: string, name: string) {
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

import { rm, writeFile } from 'node:fs/promises';
import { notFound } from '#app/shared/errors.server.ts';
import {
  fileIn,
  orMissing,
  presignedUrl,
  requestS3,
  s3Settings,
  streamFromS3,
  unavailable,
} from './s3-request.server.ts';
import { uploadFile } from './s3-upload.server.ts';
import type { FileStore, StoredFile } from './store.ts';

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

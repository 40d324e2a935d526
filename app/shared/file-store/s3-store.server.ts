import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { notFound } from '#app/shared/errors.server.ts';
import { presignedUrl, readFromS3, streamFromS3 } from './s3-request.server.ts';
import { uploadFile } from './s3-upload.server.ts';
import type { FileStore, StoredFile } from './store.ts';
import { storageUnavailable } from './unavailable.server.ts';

/** Most files that S3 removes in one request. */
const MOST_REMOVED = 1_000;
/** Most sizes to cache. */
const MOST_SIZES = 10_000;
/** As long as a signed URL of this site, because players keep using the URL that they were redirected to. */
const URL_SECONDS = 6 * 3_600;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const fromXml = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|(amp|lt|gt|quot|apos));/g, (_, code: string | undefined, name: string) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? ''),
  );
const toXml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
const tagIn = (xml: string, tag: string) =>
  fromXml(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '');

/** Cached sizes of files. A file never changes under its name. */
const sizes = new Map<string, number>();
function remember(name: string, bytes: number) {
  sizes.set(name, bytes);
  const [oldest] = sizes.keys();
  if (sizes.size > MOST_SIZES && oldest !== undefined) sizes.delete(oldest);
}

async function* filesIn(folder: string): AsyncGenerator<StoredFile> {
  const prefix = folder === '' ? '' : `${folder}/`;
  for (let token: string | undefined; ; ) {
    const query = { 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) };
    const page = await readFromS3({ method: 'GET', name: '', query }, 'work');
    if (!page) throw storageUnavailable();
    const xml = String(page.bytes);
    for (const [, entry = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const name = tagIn(entry, 'Key');
      yield {
        name,
        bytes: Number(tagIn(entry, 'Size')),
        modifiedAt: Date.parse(tagIn(entry, 'LastModified')),
      };
    }
    const next = tagIn(xml, 'NextContinuationToken');
    if (next === '') return;
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
    await readFromS3({ method: 'PUT', name, body: Buffer.from(bytes) }, 'work');
  },

  async size(name) {
    const known = sizes.get(name);
    if (known !== undefined) return known;
    const found = await readFromS3({ method: 'HEAD', name }, 'read');
    if (!found) return null;
    const length = found.headers.get('Content-Length');
    if (length === null) throw storageUnavailable();
    const bytes = Number(length);
    remember(name, bytes);
    return bytes;
  },

  async read(name) {
    const found = await readFromS3({ method: 'GET', name }, 'read');
    return found?.bytes ?? null;
  },

  async stream(name, { start, end }) {
    const headers = { Range: `bytes=${start}-${end}` };
    const stream = await streamFromS3({ method: 'GET', name, headers }, end - start + 1);
    if (!stream) throw notFound();
    return stream;
  },

  async *pieces(name, bytes) {
    if (bytes > 0) yield* await s3Store.stream(name, { start: 0, end: bytes - 1 });
  },

  async remove(names) {
    for (const name of names) sizes.delete(name);
    for (let at = 0; at < names.length; at += MOST_REMOVED) {
      const keys = names
        .slice(at, at + MOST_REMOVED)
        .map((name) => `<Object><Key>${toXml(name)}</Key></Object>`);
      const body = Buffer.from(`<Delete><Quiet>true</Quiet>${keys.join('')}</Delete>`);
      const headers = { 'Content-MD5': createHash('md5').update(body).digest('base64') };
      const query = { delete: '' };
      const done = await readFromS3({ method: 'POST', name: '', query, headers, body }, 'work');
      const problem = /<Error>.*?<\/Error>/s.exec(String(done?.bytes))?.[0];
      if (problem) throw new Error(`The S3 storage did not remove a file: ${tagIn(problem, 'Code')}`);
    }
  },

  list: filesIn,

  url: (name, contentType) => presignedUrl(name, contentType, URL_SECONDS),
};
